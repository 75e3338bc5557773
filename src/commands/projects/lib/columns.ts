import { table } from "../../../cli/declare/command.ts";
import type { Project, ProjectLimits } from "../../../generated/types.ts";

/** Columns of a table of projects. */
export const projectColumns = table<Project>([
  { path: "id" },
  { path: "name", keep: true },
  { path: "status", as: "state" },
  { path: "created_at", title: "created", as: "age" },
  { path: "updated_at", title: "updated", as: "age" },
]);

/** Limits of a project, where null is a limit too. */
export const projectLimitColumns = table<ProjectLimits>([
  { path: "max_concurrent_sessions", none: "no limit of its own" },
  { path: "max_concurrent_invocations", none: "no limit of its own" },
  { path: "max_pooled_sessions", none: "no limit of its own" },
]);
