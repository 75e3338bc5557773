import { callAndRender } from "../../cli/call-and-render.ts";
import type { CommandContext } from "../../cli/context.ts";
import { everyPage } from "../../cli/pages.ts";
import type { CommandRun } from "../../cli/spec.ts";
import { CliError } from "../../core/errors.ts";

interface AppVersion {
  readonly app_name: string;
  readonly version: string;
  readonly deployment: string;
}

/** Lists deployments; a table also names the app and version that each of them runs, which the records do not hold. */
export const run: CommandRun = async (context) => {
  const output = await callAndRender(context);
  const { output: format, query, fields, dryRun, print } = context.globals;
  const forPeople = (format === "text" || format === "table") && query === undefined && fields === undefined;
  if (!forPeople || dryRun || print || output.kind !== "value" || !Array.isArray(output.value)) return output;
  if (output.value.length === 0) return output;
  const versions = await versionsByDeployment(context);
  return {
    ...output,
    value: output.value.map((one: Record<string, unknown>) => {
      const version = versions.get(String(one["id"]));
      return version === undefined ? one : { ...one, app: version.app_name, version: version.version };
    }),
  };
};

async function versionsByDeployment(context: CommandContext): Promise<Map<string, AppVersion>> {
  const operation = await context.loadOperation("apps.list");
  const { app_name } = context.request.query as { app_name?: string };
  const query = app_name === undefined ? {} : { app_name };
  const request = { params: {}, query, body: undefined };
  const versions = (await everyPage(await context.client(), operation, request).catch((error: unknown) => {
    if (!(error instanceof CliError) || context.lifetime.signal.aborted) throw error;
    // The list itself is there; the names are only an addition.
    return [];
  })) as AppVersion[];
  return new Map(versions.map((version) => [version.deployment, version]));
}
