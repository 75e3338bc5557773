import type { Run } from "../../cli/declare/body.ts";
import { naming } from "../../cli/run/consent.ts";
import type { projectsArchive } from "./archive.ts";

/** Archives a project. */
export const run: Run<typeof projectsArchive> = async ({ call, done, request: { params } }) => {
  const project = await call("projects.update", { params, body: { status: "archived" } });
  return done(`Archived project ${naming(params.id_or_name, project)}.`, project);
};
