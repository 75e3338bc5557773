import type { CommandContext } from "../../cli/context.ts";
import type { Output } from "../../cli/spec.ts";
import type { ApiClient } from "../../client/call.ts";
import { LATEST_VERSION } from "../../contract/limits.ts";
import { posixWord } from "../../core/posix-quote.ts";
import { deploymentColumns } from "../deployments/columns.ts";
import { follow } from "../follow/follow-record.ts";
import { StderrLog } from "../follow/stderr-log.ts";
import { deploymentSubject, pointTo, requireSuccess } from "../follow/subject.ts";
import { appColumns } from "./columns.ts";

/** Follows the deployment of an upload; its log goes to stderr. Gives the version of the app, exit 8 when there is none. */
export async function followBuild(context: CommandContext, client: ApiClient, id: string): Promise<Output> {
  const { io, lifetime } = context;
  const subject = deploymentSubject(id);
  const log = new StderrLog(context, subject, { silent: io.quiet });
  /** What it made, as the service lists it; undefined where the stream did not tell. */
  let version: Readonly<Record<string, unknown>> | undefined;
  try {
    const deployment = await follow(
      context,
      subject,
      {
        take: (items) => {
          for (const item of items) {
            if (item.kind !== "event" || item.value.event !== "app_version_summary") continue;
            const { event: _event, timestamp: _time, ...summary } = item.value;
            version = { ...summary, deployment: id };
          }
          return log.take(items);
        },
      },
      { client },
    );
    if (!deployment) throw new Error("a deployment is followed to its end");
    requireSuccess(subject, deployment, hint(context, deployment.status_reason ?? "", log.kept));
    await log.show();
    if (version === undefined) return { kind: "value", value: deployment, columns: deploymentColumns };
    tellNext(context, version);
    return { kind: "value", value: version, columns: appColumns };
  } catch (error) {
    if (lifetime.signal.aborted) io.note(`the deployment goes on: ${subject.hint}`);
    else pointTo(subject, error);
    log.addTo(error);
    throw error;
  }
}

/** What can be done about a failure, where its words tell. */
function hint({ flags, args, request }: CommandContext, reason: string, log: readonly string[]): string | undefined {
  const given = args[0] ?? "";
  const said = [reason, ...log].join("\n");
  // A path that leads nowhere is the app's own: nothing that can be installed.
  const isPath = /could not resolve ['"](\.{0,2}\/|\.\.?['"])/i.test(said);
  if (!isPath && /cannot find (package|module)|could not resolve|unresolved.import/i.test(said)) {
    return flags["include-modules"] === true
      ? "npm install in the app's folder, then deploy it again"
      : `npm install in the app's folder, then ${again(given, flags, "--include-modules")}`;
  }
  return request.body?.["force"] !== true && /already/i.test(reason) ? again(given, flags, "--force") : undefined;
}

/**
 * The same deployment as a command to copy, with one flag more. Values of `--env` may be secret: each stands as a shell
 * variable, which fails loudly where it is not set.
 */
function again(given: string, flags: Readonly<Record<string, unknown>>, more: string): string {
  const words = ["browserctl apps deploy", posixWord(given)];
  for (const name of ["root", "app-version", "region", "env-file"]) {
    const value = flags[name];
    if (typeof value === "string") words.push(`--${name}`, posixWord(value));
  }
  for (const key of Object.keys((flags["env"] ?? {}) as object)) words.push(`--env ${posixWord(key)}="\${${key}:?}"`);
  if (flags["include-modules"] === true) words.push("--include-modules");
  return [...words, more].join(" ");
}

function tellNext({ io }: CommandContext, { app_name, actions, version }: Readonly<Record<string, unknown>>): void {
  const [first] = Array.isArray(actions) ? (actions as { name?: unknown }[]) : [];
  if (typeof app_name !== "string" || typeof first?.name !== "string") return;
  const which =
    version === undefined || version === LATEST_VERSION ? "" : ` --app-version ${posixWord(String(version))}`;
  io.note(`next:  browserctl invoke ${posixWord(app_name)} ${posixWord(first.name)}${which}`);
}
