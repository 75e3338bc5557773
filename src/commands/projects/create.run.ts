import type { BodyOf, Run } from "../../cli/declare/body.ts";
import { CliError } from "../../core/errors.ts";
import type { projectsCreate } from "./create.ts";

type CreateBody = BodyOf<typeof projectsCreate>;

/** Creates a project. Uses the old route if the service certainly did not carry out the request on the new one. */
export const run: Run<typeof projectsCreate> = async (body) => {
  const { call, client, record, request } = body;
  try {
    return record(await call("projects.create", { body: request.body }));
  } catch (error) {
    if (!isUnknownRoute(error)) throw error;
    // An earlier attempt may have been carried out.
    if ((await client()).options.retryUnsafe) {
      throw new CliError(error.exit, "the service does not know POST /org/projects", {
        ...error.options,
        details: [{ message: "the old route is not tried with --retry-unsafe: the project could be created twice" }],
        hint: "run it again without --retry-unsafe",
      });
    }
    return createByOldRoute(body);
  }
};

/**
 * True for an answer that only a service without the route gives, so nothing was created. A 404 about projects comes
 * from a service with the route.
 */
function isUnknownRoute(error: unknown): error is CliError {
  if (!(error instanceof CliError)) return false;
  const { code } = error;
  const { httpStatus } = error.options;
  if (httpStatus === 405) return true;
  return httpStatus === 404 && code !== "projects_disabled" && code !== "project_not_found";
}

async function createByOldRoute({ call, record, request, service, warn }: CreateBody): ReturnType<typeof run> {
  const { operation } = await import("../../generated/operations/projects.oldCreate.ts");
  const removal = operation.deprecated?.removal;
  const { baseUrl } = service();
  try {
    const project = await call("projects.oldCreate", { body: request.body });
    warn(
      `${baseUrl} only has POST /projects, the old route, which is removed on ${removal}; ` +
        "after that day it creates projects only once it has been updated",
    );
    return record(project);
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    if (error.options.httpStatus === 410) {
      throw new CliError("failed", `${baseUrl} only has the old route for projects, which was removed on ${removal}`, {
        ...error.options,
        cause: error,
        details: [{ message: error.message }],
      });
    }
    if (!isUnknownRoute(error)) throw error;
    throw new CliError("not-found", `${baseUrl} knows neither POST /org/projects nor POST /projects`, {
      ...error.options,
      cause: error,
      details: [{ message: "nothing was created; is the base URL that of the API?" }],
      hint: "browserctl config explain base_url",
    });
  }
}
