import { table } from "../../../../cli/declare/command.ts";
import type { FlagDeclaration } from "../../../../cli/declare/declaration.ts";
import type { OtlpDestination } from "../../../../generated/types.ts";

/** Flag for the headers of a destination. */
export const headerFlags = {
  header: {
    kind: "string",
    repeat: true,
    placeholder: "NAME=VALUE",
    summary: "Header of each delivery; a secret VALUE is better @FILE, env:NAME or - (stdin)",
  },
} as const satisfies Record<string, FlagDeclaration>;

/** Columns of a list. */
export const destinationColumns = table<OtlpDestination>([
  { path: "id" },
  { path: "name" },
  { path: "endpoint" },
  { path: "consecutive_failures", title: "failures" },
  { path: "last_export_at", title: "last export", as: "age" },
]);

/** Columns of one destination. */
export const destinationLines = table<OtlpDestination>([
  { path: "id" },
  { path: "name" },
  { path: "endpoint" },
  { path: "description" },
  { path: "headers", as: "pairs" },
  { path: "consecutive_failures", title: "failures" },
  { path: "last_error", title: "last error" },
  { path: "last_error_at", title: "failed", as: "age" },
  { path: "last_export_at", title: "last export", as: "age" },
  { path: "created_at", title: "created", as: "age" },
  { path: "updated_at", title: "updated", as: "age" },
]);
