import { table } from "../../../cli/declare/command.ts";
import type { Extension } from "../../../generated/types.ts";

/** Columns of a table of stored extensions. */
export const extensionColumns = table<Extension>([
  { path: "id" },
  { path: "name" },
  { path: "size_bytes", title: "size", as: "bytes" },
  { path: "created_at", title: "uploaded", as: "age" },
  { path: "last_used_at", title: "last used", as: "age" },
]);
