import type { BodyOf, Run } from "../../cli/declare/body.ts";
import { withTempDirectory } from "../../cli/transfer/staging.ts";
import type { FormPart, LocalFile } from "../../client/form.ts";
import { commandLine } from "../../core/command-line.ts";
import type { Deployment } from "../../generated/types.ts";
import { deploymentColumns } from "../deployments/lib/columns.ts";
import type { appsDeploy } from "./deploy.ts";
import { appEnv } from "./lib/app-env.ts";
import { type AppSource, appSource } from "./lib/app-source.ts";
import { followBuild } from "./lib/follow-build.ts";
import { appPlaceholder, packApp } from "./lib/pack-app.ts";

type Deploy = BodyOf<typeof appsDeploy>;

/** Packs an app, uploads it, and follows the deployment to its end (contract 2.17, 3.3). */
export const run: Run<typeof appsDeploy> = async (body) => {
  const { args, flags, note, previewing, rows } = body;
  const { envFile, includeModules, noFollow, root } = flags;
  const source = await appSource(args.source, body, {
    root,
    includeModules: includeModules === true,
    envFile: envFile === "-" ? undefined : envFile,
  });
  const env = await appEnv(body);
  if (source.found) note(`note: the entry is ${source.entry}`);
  const deployment = previewing
    ? await send(body, source, env, appPlaceholder(source))
    : await withTempDirectory(body, async (directory) =>
        send(body, source, env, await packApp(body, source, directory)),
      );
  if (noFollow !== true) return followBuild(body, deployment.id);
  return rows(deployment, deploymentColumns, { next: [commandLine`deployments tail ${deployment.id}`] });
};

function send(
  { flags, request, upload }: Deploy,
  source: AppSource,
  env: Readonly<Record<string, string>>,
  file: LocalFile,
): Promise<Deployment> {
  const { progress } = flags;
  const options = { label: `Uploading "${source.given}"`, progress };
  return upload("deployments.create", {}, parts(request.body, source, env, file), options);
}

/** The form (contract 0.10): short parts first, the archive last. */
function parts(
  { version, force, region }: Deploy["request"]["body"],
  { entry }: AppSource,
  env: Readonly<Record<string, string>>,
  file: LocalFile,
): FormPart[] {
  return [
    { name: "entrypoint_rel_path", value: entry },
    ...(version === undefined ? [] : [{ name: "version", value: version }]),
    ...(region === undefined ? [] : [{ name: "region", value: region }]),
    ...(force === true ? [{ name: "force", value: "true" }] : []),
    ...Object.entries(env).map(([key, value]) => ({ name: `env_vars[${key}]`, value, secret: true })),
    { name: "file", file },
  ];
}
