import { table } from "../../../cli/declare/command.ts";
import type { ProjectLimits } from "../../../generated/types.ts";

/** Limits of a project, where null is a limit too. */
export const projectLimitColumns = table<ProjectLimits>([
  { path: "max_concurrent_sessions", none: "no limit of its own" },
  { path: "max_concurrent_invocations", none: "no limit of its own" },
  { path: "max_pooled_sessions", none: "no limit of its own" },
]);
