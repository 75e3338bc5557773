import type { BodyOf, Run } from "../../cli/declare/body.ts";
import { CliError } from "../../core/errors.ts";
import type { AppVersion } from "../../generated/types.ts";
import type { deploymentsList } from "./list.ts";

/** Lists deployments. A table also names the app and version of each, which the records do not hold. */
export const run: Run<typeof deploymentsList> = async (body) => {
  const { list, output, record, request, selects } = body;
  const deployments = await list("deployments.list", request);
  const isTable = (output === "text" || output === "table") && !selects;
  if (!isTable || deployments.length === 0) return record(deployments);
  const versions = await versionsByDeployment(body);
  return record(
    deployments.map((deployment) => {
      const version = versions.get(deployment.id);
      return version === undefined ? deployment : { ...deployment, app: version.app_name, version: version.version };
    }),
  );
};

async function versionsByDeployment({
  everyPage,
  request,
  signal,
}: BodyOf<typeof deploymentsList>): Promise<Map<string, AppVersion>> {
  const { app_name } = request.query;
  const versions = await everyPage("apps.list", { query: { app_name } }).catch((error: unknown): AppVersion[] => {
    if (!(error instanceof CliError) || signal.aborted) throw error;
    // The names are optional; the list is complete without them.
    return [];
  });
  return new Map(versions.map((version) => [version.deployment, version]));
}
