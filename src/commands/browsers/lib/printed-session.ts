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

/** Variables that hold a session for the program of `browsers run`, by the field of its record. */
export const sessionVariables = {
  session_id: "BROWSERCTL_BROWSER_ID",
  cdp_ws_url: "BROWSERCTL_CDP_URL",
} as const;

/** Names of `-o env` for a session. `BROWSERCTL_BASE_URL` is the service, not one session of it. */
export const printedVariables = { ...sessionVariables, base_url: "BROWSERCTL_SESSION_BASE_URL" } as const;
