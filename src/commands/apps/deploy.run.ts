import { previewRaw } from "../../cli/call-and-render.ts";
import type { CommandContext } from "../../cli/context.ts";
import type { CommandRun } from "../../cli/spec.ts";
import { withTempFolder } from "../../cli/staging.ts";
import { formRequest, sendUpload, uploadFlags } from "../../cli/upload.ts";
import { type ApiClient, badAnswer, readJson } from "../../client/call.ts";
import type { FormPart, LocalFile } from "../../client/form.ts";
import { deploymentColumns } from "../deployments/columns.ts";
import { appEnv } from "./app-env.ts";
import { type AppSource, appSource } from "./app-source.ts";
import { followBuild } from "./follow-build.ts";
import { packApp, shownApp } from "./pack-app.ts";

/** Packs an app, uploads it, and follows the deployment until it has an end (contract 2.17, 3.3). */
export const run: CommandRun = async (context) => {
  const { args, flags, operation, request, io } = context;
  if (!operation) throw new Error("apps deploy makes a call");
  const source = await appSource(args[0] ?? "", io, {
    root: flags["root"] as string | undefined,
    includeModules: flags["include-modules"] === true,
    envFile: flags["env-file"] === "-" ? undefined : (flags["env-file"] as string | undefined),
  });
  const env = await appEnv(context);
  if (source.found) io.note(`note: the entry is ${source.entry}`);
  const client = await context.client();
  const requestOf = (file: LocalFile) => formRequest(client, { operation, request }, parts(context, source, env, file));
  const shown = await previewRaw(context, client, requestOf(shownApp(source)));
  if (shown) return shown;
  const deployment = await upload(context, client, source, requestOf);
  if (flags["no-follow"] !== true) return followBuild(context, client, deployment.id);
  io.note(`next:  browserctl deployments tail ${deployment.id}`);
  return { kind: "value", value: deployment, columns: deploymentColumns };
};

/** The form (contract 0.10): what is short comes first, the archive last. */
function parts(
  { request }: CommandContext,
  { entry }: AppSource,
  env: Readonly<Record<string, string>>,
  file: LocalFile,
): FormPart[] {
  const { version, force, region } = request.body ?? {};
  return [
    { name: "entrypoint_rel_path", value: entry },
    ...(version === undefined ? [] : [{ name: "version", value: String(version) }]),
    ...(region === undefined ? [] : [{ name: "region", value: String(region) }]),
    ...(force === true ? [{ name: "force", value: "true" }] : []),
    ...Object.entries(env).map(([key, value]) => ({ name: `env_vars[${key}]`, value, secret: true })),
    { name: "file", file },
  ];
}

async function upload(
  context: CommandContext,
  client: ApiClient,
  source: AppSource,
  requestOf: (file: LocalFile) => ReturnType<typeof formRequest>,
): Promise<{ id: string }> {
  const maxBytes = context.operation?.body?.properties?.["file"]?.["x-max-bytes"] ?? Number.POSITIVE_INFINITY;
  return withTempFolder(context.lifetime, async (folder) => {
    const file = await packApp(context, source, folder, maxBytes);
    const answer = await readJson(
      await sendUpload(context, client, requestOf(file), {
        label: `Uploading "${source.given}"`,
        ...uploadFlags(context.flags),
      }),
    );
    if (typeof (answer as { id?: unknown } | undefined)?.id !== "string")
      throw badAnswer("the service answered no deployment");
    return answer as { id: string };
  });
}
