import type { BodyOf, Run } from "../../cli/declare/body.ts";
import { partialFailure } from "../../cli/output/partial-failure.ts";
import { CliError } from "../../core/errors.ts";
import type { AppVersion } from "../../generated/types.ts";
import { count } from "../../render/sentence.ts";
import type { appsDelete } from "./delete.ts";

/**
 * Stops the deployment of each version of an app, or of one version. assumed: the API cannot delete an app as a whole;
 * an app without a running deployment is no longer listed and cannot be invoked.
 */
export const run: Run<typeof appsDelete> = async (body) => {
  const { args, confirm, done, everyPage, flags, note, previewing } = body;
  const { app: name } = args;
  const version = flags.appVersion;
  if (previewing) note("note: then DELETE /deployments/{id} for the deployment of each version");
  const versions = await everyPage("apps.list", { query: { app_name: name, version } });
  if (versions.length === 0) throw notFound(name, version);
  const what =
    version === undefined ? `app ${name} (${count(versions.length, "version")})` : `version ${version} of app ${name}`;
  await confirm(`Delete ${what}?`);
  await stopAll(body, versions);
  return done(
    `Deleted ${what}.`,
    versions.map((one) => ({ app_name: name, version: one.version, deployment: one.deployment, deleted: true })),
  );
};

/** Stops every deployment; a failure does not stop the others. */
async function stopAll({ callEach }: BodyOf<typeof appsDelete>, versions: readonly AppVersion[]): Promise<void> {
  const failures = new Map<string, CliError>();
  const names = new Map(versions.map(({ version, deployment }) => [deployment, version]));
  const inputs = versions.map(({ deployment }) => ({ params: { id: deployment } }));
  for await (const { input, error } of callEach("deployments.delete", inputs)) {
    const { id } = input.params;
    if (error) failures.set(names.get(id) ?? id, error);
  }
  if (failures.size === 0) return;
  throw partialFailure({ all: versions.map(({ version }) => version), failures, noun: "version", done: "deleted" });
}

function notFound(name: string, version: string | undefined): CliError {
  const what = version === undefined ? `app "${name}"` : `version "${version}" of app "${name}"`;
  return new CliError("not-found", `there is no ${what}`, { code: "not_found", hint: "browserctl apps list" });
}
