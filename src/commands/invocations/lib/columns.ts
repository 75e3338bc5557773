import { table } from "../../../cli/declare/command.ts";
import type { Browser, Invocation } from "../../../generated/types.ts";

/** Columns of a table of invocations. */
export const invocationColumns = table<Invocation>([
  { path: "id" },
  { path: "app_name", title: "app" },
  { path: "action_name", title: "action" },
  { path: "version" },
  { path: "status", as: "state" },
  { path: "started_at", title: "started", as: "age" },
  { path: "status_reason", title: "reason" },
]);

/** Columns of a table of an invocation's browsers. */
export const browserColumns = table<Browser>([
  { path: "session_id", title: "id" },
  { path: "created_at", title: "created", as: "age" },
  { path: "headless" },
  { path: "viewport", as: "size" },
]);
