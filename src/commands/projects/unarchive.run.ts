import type { Run } from "../../cli/declare/body.ts";
import { naming } from "../../cli/run/consent.ts";
import type { projectsUnarchive } from "./unarchive.ts";

/** Restores a project; succeeds for one that is active. */
export const run: Run<typeof projectsUnarchive> = async ({ call, done, request: { params } }) => {
  const project = await call("projects.update", { params, body: { status: "active" } });
  return done(`Project ${naming(params.id_or_name, project)} is active.`, project);
};
