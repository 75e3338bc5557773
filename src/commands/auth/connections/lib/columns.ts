import { table } from "../../../../cli/declare/command.ts";
import type { ColumnOf } from "../../../../cli/declare/declaration.ts";
import type { ManagedAuth } from "../../../../generated/types.ts";

const summary = [
  { path: "id" },
  { path: "domain" },
  { path: "profile_name", title: "profile" },
  { path: "status", as: "state" },
  { path: "can_reauth" },
] as const satisfies readonly ColumnOf<ManagedAuth>[];

/** Columns of a list of auth connections; they fit in 80 characters. */
export const connectionColumns = table<ManagedAuth>(summary);

/** Forms of the values of one auth connection. */
export const recordColumns = table<ManagedAuth>([
  ...summary,
  { path: "can_reauth_reason" },
  { path: "health_check_interval", as: "duration-seconds" },
  { path: "last_auth_check_at", as: "age" },
  { path: "flow_status", as: "state" },
  { path: "flow_expires_at", as: "until" },
  { path: "fields", as: "labels" },
  { path: "choices", as: "labels" },
]);

/** Columns of a timeline. */
export const timelineColumns = [
  { path: "timestamp", title: "time", as: "age" },
  { path: "type" },
  { path: "status", as: "state" },
  { path: "step" },
  { path: "error_code", title: "error" },
  { path: "browser_session_id", title: "session" },
  { path: "sent_to", title: "sent to", keep: true },
] as const;
