import { preview, shownBody } from "../../cli/call-and-render.ts";
import type { CommandContext, RequestInput } from "../../cli/context.ts";
import type { CommandRun, Output } from "../../cli/spec.ts";
import { type ApiClient, badAnswer, readJson } from "../../client/call.ts";
import { PAYLOAD_BYTES } from "../../contract/limits.ts";
import { CliError, type Problem, usageError } from "../../core/errors.ts";
import { exitCode } from "../../core/exit-codes.ts";
import { jsonText } from "../../render/json.ts";
import { cancelInvocation } from "../invocations/cancel-invocation.ts";
import { EventLines } from "../invocations/event-lines.ts";
import { followInvocation, invocationSubject, outcomeOf } from "../invocations/follow-invocation.ts";
import type { FollowedRecord } from "../invocations/follow-record.ts";
import { wantsLiveView } from "../invocations/wants-live-view.ts";

/** Milliseconds that the service gets to cancel an invocation. */
const CANCEL_MS = 30_000;

/** Starts an invocation and follows it to its end; the service never waits for us (contract 0.14). */
export const run: CommandRun = async (context) => {
  const { flags, operation } = context;
  if (!operation) throw new Error("invoke makes a call");
  refuse(context);
  const request = { ...context.request, body: { ...context.request.body, async: true } };
  const shown = await preview(context, request);
  if (shown) return shown;
  // Until it is known what was started, an interruption must not lose it.
  const late = new AbortController();
  const client = await context.client({ signal: late.signal });
  const { lifetime } = context;
  const giveUp = (): void => void setTimeout(() => late.abort(lifetime.signal.reason), CANCEL_MS).unref();
  lifetime.signal.addEventListener("abort", giveUp, { once: true });
  const created = await create(context, client, request);
  if (flags["async"] === true) return { kind: "value", value: created };
  const undo = lifetime.defer(() => cancelQuietly(context, client, created.id));
  lifetime.signal.throwIfAborted();
  const record = await follow(
    context,
    created.id,
    async () => void (await cancelInvocation(context, client, created.id)),
  );
  undo();
  if (!record) {
    context.io.note(`invocation ${created.id} goes on; browserctl invocations tail ${created.id}`);
    return { kind: "exit", exitNumber: exitCode("outcome-unknown") };
  }
  outcomeOf(created.id, record);
  return result(context, record);
};

/** Exit 2 for what is wrong with the words, all at once, before anything is started. */
function refuse({ flags, request }: CommandContext): void {
  const problems: Problem[] = [];
  const payload = request.body?.["payload"];
  if (typeof payload === "string") {
    const problem = payloadProblem(payload);
    if (problem !== undefined) problems.push({ path: "--payload", message: problem });
  }
  if (flags["async"] === true) {
    for (const name of ["follow", "plain", "timestamps"]) {
      if (flags[name] === true) problems.push({ path: `--${name}`, message: "cannot be used together with --async" });
    }
  }
  if (problems.length > 0) throw usageError(problems, "browserctl invoke --help");
}

function payloadProblem(text: string): string | undefined {
  const bytes = Buffer.byteLength(text);
  if (bytes > PAYLOAD_BYTES) return `must be at most ${PAYLOAD_BYTES} bytes (4.5 MB), not ${bytes}`;
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    // The engine's own words show a piece of what was given.
    const at = / in JSON at position \d+( \(line \d+ column \d+\))?/.exec((error as Error).message)?.[1] ?? "";
    return `must be JSON${at === "" ? "" : `;${at.replace(" (", " it is broken at ").replace(")", "")}`}; a text needs its quotes: '"text"'`;
  }
}

async function create(
  context: CommandContext,
  client: ApiClient,
  request: RequestInput,
): Promise<{ id: string } & FollowedRecord> {
  const { operation } = context;
  if (!operation) throw new Error("invoke makes a call");
  const response = await client.send(client.request(operation, request, shownBody(context, request)));
  const created = (await readJson(response)) as { id?: unknown } | undefined;
  if (typeof created?.id !== "string") throw badAnswer("the service answered no invocation");
  return created as { id: string };
}

/** The record it ended with; undefined when the person left the view before. */
async function follow(
  context: CommandContext,
  id: string,
  onCancel: () => Promise<void>,
): Promise<FollowedRecord | undefined> {
  const { flags } = context;
  if (flags["follow"] === false) return followInvocation(context, id, { take: () => {} }, { since: "0s" });
  if (wantsLiveView(context, "stderr")) {
    const { followInLiveView } = await import("../invocations/live-view.run.ts");
    return followInLiveView(context, id, { onCancel });
  }
  const lines = new EventLines(context, invocationSubject(id), {
    stream: "stderr",
    timestamps: flags["timestamps"] === true,
  });
  return followInvocation(context, id, lines);
}

/** Ends what is not wanted any more; a service that does not answer is said, and nothing else can be done. */
async function cancelQuietly(context: CommandContext, client: ApiClient, id: string): Promise<void> {
  try {
    if (await cancelInvocation(context, client, id)) context.io.note(`cancelled invocation ${id}`);
  } catch (error) {
    if (error instanceof CliError && error.exit === "not-found") return;
    context.io.note(`warning: invocation ${id} could not be cancelled: ${(error as Error).message}`);
  }
}

/** What it returned, as JSON; as a value where a form is asked for. */
function result({ globals, io }: CommandContext, { output }: FollowedRecord): Output {
  const asked = globals.output !== "text" || globals.query !== undefined || globals.fields !== undefined;
  if (typeof output !== "string" || output === "") {
    if (asked) return { kind: "value", value: null };
    io.note("it returned nothing");
    return { kind: "exit", exitNumber: 0 };
  }
  let value: unknown;
  try {
    value = JSON.parse(output);
  } catch {
    // A foreign service may keep its own form.
    value = output;
  }
  return asked ? { kind: "value", value } : { kind: "text", text: `${jsonText(value)}\n` };
}
