import type { CommandContext } from "../../cli/context.ts";
import { isJson } from "../../cli/print.ts";
import type { Output } from "../../cli/spec.ts";
import type { ApiClient } from "../../client/call.ts";
import type { FollowItem } from "../../client/follow/follow-item.ts";
import { quote } from "../../client/request-text.ts";
import { CliError } from "../../core/errors.ts";
import { deploymentColumns } from "../deployments/columns.ts";
import { deploymentSubject, followDeployment, requireRunning } from "../deployments/follow-deployment.ts";
import { EventLines } from "../invocations/event-lines.ts";
import type { FollowSink } from "../invocations/follow-invocation.ts";
import { appColumns } from "./columns.ts";

/** Lines of the log that are kept: those an error carries where errors are JSON. */
const keptLines = 1_000;

/** Follows the deployment of an upload; its log goes to stderr. Gives the version of the app, exit 8 when there is none. */
export async function followBuild(context: CommandContext, client: ApiClient, id: string): Promise<Output> {
  const { io, lifetime } = context;
  const sink = new BuildSink(context, id);
  try {
    const deployment = await followDeployment(context, deploymentSubject(id), sink, { client });
    if (!deployment) throw new Error("a deployment is followed to its end");
    requireRunning(id, deployment, hint(context, [deployment.status_reason ?? "", ...sink.log].join("\n")));
    if (isJson(context.globals)) for (const line of sink.log) io.note(line);
    if (sink.version === undefined) return { kind: "value", value: deployment, columns: deploymentColumns };
    tellNext(context, sink.version);
    return { kind: "value", value: sink.version, columns: appColumns };
  } catch (error) {
    if (lifetime.signal.aborted) io.note(`the deployment goes on: browserctl deployments tail ${id}`);
    if (!isJson(context.globals) || !(error instanceof CliError)) throw error;
    const { exit, message, options } = error;
    const extra = { ...options.extra, deployment: id, log: sink.log };
    throw new CliError(exit, message, { ...options, cause: error, extra });
  }
}

/** Shows lines and states on stderr. Where errors are JSON, stderr of a failure is the error alone: the log is a part of it. */
class BuildSink implements FollowSink {
  readonly log: string[] = [];
  readonly #id: string;
  readonly #lines: EventLines | undefined;
  /** The version of the app that it made, as the service lists it; undefined where the stream did not tell. */
  version: Readonly<Record<string, unknown>> | undefined;

  constructor(context: CommandContext, id: string) {
    this.#id = id;
    // The form of the result is none of the log's.
    const globals = { ...context.globals, output: "text", query: undefined, fields: undefined } as const;
    const silent = isJson(context.globals) || context.io.quiet;
    if (!silent) this.#lines = new EventLines({ ...context, globals }, deploymentSubject(id), { stream: "stderr" });
  }

  async take(items: readonly FollowItem[]): Promise<void> {
    for (const item of items) {
      if (item.kind !== "event") continue;
      const { event, timestamp: _, ...rest } = item.value;
      if (event === "log") this.log.push(String(rest.message ?? ""));
      if (event === "app_version_summary") this.version = { ...rest, deployment: this.#id };
    }
    this.log.splice(0, this.log.length - keptLines);
    await this.#lines?.take(items);
  }
}

/** What can be done about a failure, where its words tell. */
function hint({ flags, args, request }: CommandContext, said: string): string | undefined {
  const again = `browserctl apps deploy ${quote(args[0] ?? "")}`;
  if (/cannot find (package|module)|could not resolve|unresolved.import/i.test(said)) {
    return flags["include-modules"] === true
      ? "npm install in the app's folder, then deploy it again"
      : `npm install in the app's folder, then ${again} --include-modules`;
  }
  return request.body?.["force"] !== true && /already/i.test(said)
    ? `${again} --force, or another --app-version`
    : undefined;
}

function tellNext({ io }: CommandContext, { app_name, actions, version }: Readonly<Record<string, unknown>>): void {
  const [first] = Array.isArray(actions) ? (actions as { name?: unknown }[]) : [];
  if (typeof app_name !== "string" || typeof first?.name !== "string") return;
  const which = version === undefined || version === "latest" ? "" : ` --app-version ${quote(String(version))}`;
  io.note(`next:  browserctl invoke ${quote(app_name)} ${quote(first.name)}${which}`);
}
