import { inContext, previewRaw } from "../../cli/call-and-render.ts";
import type { CommandContext } from "../../cli/context.ts";
import { everyPage, pageQuery } from "../../cli/pages.ts";
import { partialFailure } from "../../cli/partial-failure.ts";
import type { CommandRun } from "../../cli/spec.ts";
import { CliError } from "../../core/errors.ts";
import { count } from "../../render/sentence.ts";

interface AppVersion {
  readonly version: string;
  readonly deployment: string;
}

/**
 * Stops the deployment of each version of an app, or of one version. assumed: the API has no call for an app as a whole;
 * an app without a running deployment is no longer listed and can no longer be invoked.
 */
export const run: CommandRun = async (context) => {
  const { args, flags, io } = context;
  const name = args[0] ?? "";
  const version = flags["app-version"] as string | undefined;
  const list = await context.loadOperation("apps.list");
  const query = { app_name: name, ...(version !== undefined && { version }) };
  const request = { params: {}, query, body: undefined };
  const client = await context.client();
  const shown = await previewRaw(context, client, client.request(list, { ...request, query: pageQuery(query) }));
  if (shown) {
    io.note("note: then DELETE /deployments/{id} for the deployment of each version");
    return shown;
  }
  const versions = (await everyPage(client, list, request)) as AppVersion[];
  if (versions.length === 0) throw notFound(name, version);
  const what =
    version === undefined ? `app ${name} (${count(versions.length, "version")})` : `version ${version} of app ${name}`;
  await context.confirm(inContext(`Delete ${what}?`, context));
  await stopAll(context, versions);
  return {
    kind: "done",
    sentence: `Deleted ${what}.`,
    value: versions.map((one) => ({ app_name: name, version: one.version, deployment: one.deployment, deleted: true })),
  };
};

/** Stops every deployment; one that fails does not keep the others running. */
async function stopAll(context: CommandContext, versions: readonly AppVersion[]): Promise<void> {
  const client = await context.client();
  const remove = await context.loadOperation("deployments.delete");
  const failures = new Map<string, CliError>();
  for (const { version, deployment } of versions) {
    try {
      await client.call(remove, { params: { id: deployment } });
    } catch (error) {
      if (!(error instanceof CliError) || context.lifetime.signal.aborted) throw error;
      failures.set(version, error);
    }
  }
  if (failures.size === 0) return;
  throw partialFailure({ all: versions.map(({ version }) => version), failures, noun: "version", done: "deleted" });
}

function notFound(name: string, version: string | undefined): CliError {
  const what = version === undefined ? `app "${name}"` : `version "${version}" of app "${name}"`;
  return new CliError("not-found", `there is no ${what}`, { code: "not_found", hint: "browserctl apps list" });
}
