import type { BodyOf, Result } from "../../../cli/declare/body.ts";
import { LATEST_VERSION } from "../../../contract/limits.ts";
import { commandLine } from "../../../core/command-line.ts";
import { posixWord } from "../../../core/shell-quotes.ts";
import { deploymentColumns } from "../../deployments/lib/columns.ts";
import { follow } from "../../lib/follow/follow-record.ts";
import { StderrLog } from "../../lib/follow/stderr-log.ts";
import { deploymentSubject, pointTo, requireSuccess } from "../../lib/follow/subject.ts";
import type { appsDeploy } from "../deploy.ts";
import type { appsDeployRepo } from "../deploy-repo.ts";
import type { AppRow } from "./columns.ts";

type Deploy = BodyOf<typeof appsDeploy>;

/** Follows the deployment of an upload; its log goes to stderr. Gives the version of the app, or exit 8. */
export async function followBuild(body: Deploy | BodyOf<typeof appsDeployRepo>, id: string): Promise<Result> {
  const { note, quiet, rows, signal, value } = body;
  const subject = deploymentSubject(id);
  const log = new StderrLog(body, subject, { silent: quiet });
  /** The version as the service lists it; undefined when the stream did not contain it. */
  let version: AppRow | undefined;
  try {
    const deployment = await follow(body, subject, {
      take: (items) => {
        for (const item of items) {
          if (item.kind !== "event" || item.value.event !== "app_version_summary") continue;
          const { event: _event, timestamp: _time, ...summary } = item.value;
          version = { ...summary, deployment: id };
        }
        return log.take(items);
      },
    });
    if (!deployment) throw new Error("a deployment is followed to its end");
    requireSuccess(subject, deployment, hint(body, deployment.status_reason ?? "", log.kept));
    await log.show();
    if (version === undefined) return rows(deployment, deploymentColumns);
    return value(version, { next: nextOf(version) });
  } catch (error) {
    if (signal.aborted) note(`the deployment continues; follow it with: ${subject.hint}`);
    else pointTo(subject, error);
    log.addTo(error);
    throw error;
  }
}

function isUpload(body: Deploy | BodyOf<typeof appsDeployRepo>): body is Deploy {
  return "source" in body.args;
}

/** Hint for a failure with a known message. */
function hint(
  body: Deploy | BodyOf<typeof appsDeployRepo>,
  reason: string,
  log: readonly string[],
): string | undefined {
  // A repository is changed elsewhere.
  if (!isUpload(body)) return body.request.body.force !== true && /already/i.test(reason) ? "add --force" : undefined;
  const text = [reason, ...log].join("\n");
  // A path that cannot be resolved belongs to the app; it is not a package to install.
  const isPath = /could not resolve ['"](\.{0,2}\/|\.\.?['"])/i.test(text);
  if (!isPath && /cannot find (package|module)|could not resolve|unresolved.import/i.test(text)) {
    return body.flags.includeModules === true
      ? "npm install in the app's directory, then deploy it again"
      : `npm install in the app's directory, then ${again(body, "--include-modules")}`;
  }
  return body.request.body.force !== true && /already/i.test(reason) ? again(body, "--force") : undefined;
}

/**
 * The same deployment as a command to copy, with one more flag. Values of `--env` may be secret, so each becomes a
 * shell variable that is an error when unset.
 */
function again({ args, flags, request }: Deploy, more: string): string {
  const { env_vars = {}, region, version } = request.body;
  const words = ["browserctl apps deploy", posixWord(args.source)];
  const values = { root: flags.root, "app-version": version, region, "env-file": flags.envFile };
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined) words.push(`--${name}`, posixWord(value));
  }
  for (const key of Object.keys(env_vars)) words.push(`--env ${posixWord(key)}="\${${key}:?}"`);
  if (flags.includeModules === true) words.push("--include-modules");
  return [...words, more].join(" ");
}

/** The command that runs the first action of a version. */
function nextOf({ app_name, actions, version }: AppRow): readonly string[] | undefined {
  const [first] = actions ?? [];
  if (first === undefined) return undefined;
  const which = version === LATEST_VERSION ? undefined : version;
  return [commandLine`invoke ${app_name} ${first.name} --app-version ${which}`];
}
