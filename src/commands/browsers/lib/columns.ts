import { table } from "../../../cli/declare/command.ts";
import type { Browser } from "../../../generated/types.ts";

/** Columns of sessions. */
export const sessionColumns = table<Browser>([
  { path: "session_id", title: "id" },
  { path: "name" },
  { path: "created_at", title: "created", as: "age" },
  { path: "timeout_seconds", title: "idle limit", as: "duration-seconds" },
  { path: "viewport", as: "size" },
  { path: "tags", as: "pairs" },
  { path: "deleted_at", title: "ended", as: "age" },
]);
