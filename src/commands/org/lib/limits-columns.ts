import { table } from "../../../cli/declare/command.ts";
import type { OrgLimits } from "../../../generated/types.ts";

/** Limits of the organization, where null is a limit too. */
export const orgLimitColumns = table<OrgLimits>([
  { path: "auth_connections_used" },
  { path: "max_auth_connections", none: "no limit" },
  { path: "min_health_check_interval_seconds", as: "duration-seconds" },
  { path: "max_concurrent_sessions", none: "no limit" },
  { path: "default_project_max_concurrent_sessions", none: "no limit" },
]);
