import { preview } from "../../cli/call-and-render.ts";
import type { CommandContext, RequestInput } from "../../cli/context.ts";
import type { CommandRun, Output } from "../../cli/spec.ts";
import { type ApiClient, badAnswer, readJson } from "../../client/call.ts";
import { streamObjectsInLittleMemory } from "../../client/small-heap.ts";
import { PAYLOAD_BYTES } from "../../contract/limits.ts";
import { untilAborted } from "../../core/abort.ts";
import { CliError, type Problem, usageError } from "../../core/errors.ts";
import { exitCode } from "../../core/exit-codes.ts";
import { jsonText } from "../../render/json.ts";
import { awaitEnd, currentRecord, follow } from "../follow/follow-record.ts";
import { StderrLog } from "../follow/stderr-log.ts";
import { type FollowedRecord, invocationSubject, pointTo, requireSuccess } from "../follow/subject.ts";
import { cancelInvocation } from "../invocations/cancel-invocation.ts";
import { cancelWhenInterrupted, lastingClient } from "../invocations/cancel-when-interrupted.ts";
import { wantsLiveView } from "../invocations/wants-live-view.ts";

/** Starts an invocation and follows it to its end; the service never waits for us (contract 0.14). */
export const run: CommandRun = async (context) => {
  const { flags, io, lifetime } = context;
  refuse(context);
  const request = { ...context.request, body: { ...context.request.body, async: true } };
  const shown = await preview(context, request);
  if (shown) return shown;
  streamObjectsInLittleMemory();
  const client = await lastingClient(context);
  lifetime.signal.throwIfAborted();
  const created = await create(context, client, request);
  const { id } = created;
  const leaveAlone = cancelWhenInterrupted(context, client, id);
  // Whoever interrupts while it is being started does not want it, with --async neither.
  lifetime.signal.throwIfAborted();
  if (flags["async"] === true) {
    leaveAlone();
    io.note(`next:  ${invocationSubject(id).hint}`);
    return { kind: "value", value: created };
  }
  let record: FollowedRecord | undefined;
  try {
    record = await followToItsEnd(context, client, id);
  } catch (error) {
    if (lifetime.signal.aborted) throw error;
    // That it cannot be followed is no reason to end it.
    leaveAlone();
    pointTo(invocationSubject(id), error);
    throw error;
  }
  leaveAlone();
  if (record) return result(context, record);
  io.note(`invocation ${id} goes on; ${invocationSubject(id).hint}`);
  return { kind: "exit", exitNumber: exitCode("outcome-unknown") };
};

/** Exit 2 for what is wrong with the words, all at once, before anything is started. */
function refuse({ flags, request }: CommandContext): void {
  const problems: Problem[] = [];
  const payload = request.body?.["payload"];
  if (typeof payload === "string") {
    const problem = payloadProblem(payload);
    if (problem !== undefined) problems.push({ path: "--payload", message: problem });
  }
  const silent = flags["async"] === true ? "--async" : flags["follow"] === false ? "--no-follow" : undefined;
  for (const name of silent === undefined ? [] : ["follow", "plain", "timestamps"]) {
    if (flags[name] === true) problems.push({ path: `--${name}`, message: `cannot be used together with ${silent}` });
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
    const where = at === "" ? "" : `; it is broken at ${at.slice(2, -1)}`;
    return `must be JSON${where}${/^\s*[[{"]/.test(text) ? "" : `; a text needs its quotes: '"text"'`}`;
  }
}

async function create(
  context: CommandContext,
  client: ApiClient,
  request: RequestInput,
): Promise<{ id: string } & FollowedRecord> {
  const { operation } = context;
  if (!operation) throw new Error("invoke makes a call");
  const response = await client.send(client.request(operation, request)).catch((error: unknown) => {
    if (error instanceof CliError && error.exit === "not-found") error.options.hint ??= "browserctl apps list";
    throw error;
  });
  const created = (await readJson(response)) as { id?: unknown } | undefined;
  if (typeof created?.id !== "string") throw badAnswer("the service answered no invocation");
  return created as { id: string };
}

/** The record it succeeded with; undefined when the person left the view before. Exit 8 when it failed. */
async function followToItsEnd(
  context: CommandContext,
  client: ApiClient,
  id: string,
): Promise<FollowedRecord | undefined> {
  const { flags } = context;
  const subject = invocationSubject(id);
  if (flags["follow"] === false) {
    const record = await awaitEnd(context, subject);
    requireSuccess(subject, record, subject.hint);
    return record;
  }
  if (wantsLiveView(context, "stderr")) return followLive(context, client, id);
  const log = new StderrLog(context, subject, { timestamps: flags["timestamps"] === true });
  try {
    const record = await follow(context, subject, log);
    if (record) requireSuccess(subject, record);
    await log.show();
    return record;
  } catch (error) {
    log.addTo(error);
    throw error;
  }
}

/** The same in the live view, which has a key to cancel it. */
async function followLive(context: CommandContext, client: ApiClient, id: string): Promise<FollowedRecord | undefined> {
  const { followInLiveView } = await import("../invocations/live-view.run.ts");
  const record = (await currentRecord(context, invocationSubject(id), client)) ?? {};
  let cancelled: Promise<FollowedRecord | undefined> = Promise.resolve(undefined);
  const seen = await followInLiveView(context, id, record, {
    onCancel: async () => {
      const cancelling = cancelInvocation(context, client, id);
      cancelled = cancelling.then(
        ({ record: last }) => last,
        () => undefined,
      );
      const { browsers } = await cancelling;
      if (browsers) throw browsers;
    },
  });
  // Its end may be told, or the view left, before the service has answered and its browsers are ended.
  const answered = await untilAborted(cancelled, context.lifetime.signal);
  const end = seen ?? answered;
  if (end) requireSuccess(invocationSubject(id), end);
  return end;
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
