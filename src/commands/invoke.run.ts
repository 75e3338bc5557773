import type { BodyOf, Check, Result, Run, Screen } from "../cli/declare/body.ts";
import { streamObjectsInLittleMemory } from "../client/small-heap.ts";
import { LATEST_VERSION, MAX_PAYLOAD_BYTES } from "../contract/limits.ts";
import { untilAborted } from "../core/abort.ts";
import { commandLine } from "../core/command-line.ts";
import { CliError, missingArgument, type Problem, usageError } from "../core/errors.ts";
import { exitCode } from "../core/exit-codes.ts";
import { parseJson } from "../core/parse-json.ts";
import type { Invocation, InvocationCreated } from "../generated/types.ts";
import { jsonText } from "../render/json.ts";
import { cancelInvocation } from "./invocations/lib/cancel-invocation.ts";
import { cancelWhenInterrupted, noteSlowCancel } from "./invocations/lib/cancel-when-interrupted.ts";
import { liveScreen } from "./invocations/lib/live-screen.ts";
import type { invoke } from "./invoke.ts";
import { awaitEnd, follow } from "./lib/follow/follow-record.ts";
import { StderrLog } from "./lib/follow/stderr-log.ts";
import { invocationSubject, pointTo, requireSuccess } from "./lib/follow/subject.ts";

type Invoke = BodyOf<typeof invoke>;

export const check: Check<typeof invoke> = ({ flags, request }) => {
  const problems: Problem[] = [];
  const { payload } = request.body;
  const problem = payload === undefined ? undefined : payloadProblem(payload);
  if (problem !== undefined) problems.push({ path: "--payload", message: problem });
  const silent = flags.async === true ? "--async" : flags.follow === false ? "--no-follow" : undefined;
  for (const name of silent === undefined ? [] : (["follow", "plain", "timestamps"] as const)) {
    if (flags[name] === true) problems.push({ path: `--${name}`, message: `cannot be used together with ${silent}` });
  }
  return problems;
};

/** Starts an invocation and follows it to its end; the call always returns before that end (contract 0.14). */
export const run: Run<typeof invoke> = async (body) => {
  const { exit, flags, note, signal, value } = body;
  const { action_name } = body.request.body;
  if (action_name === undefined) throw await missingAction(body);
  streamObjectsInLittleMemory();
  noteSlowCancel(body);
  const created = await create(body, action_name);
  const { id } = created;
  const subject = invocationSubject(id);
  const leaveAlone = cancelWhenInterrupted(body, id);
  // An interruption during the start cancels the invocation, with --async too.
  signal.throwIfAborted();
  if (flags.async === true) {
    leaveAlone();
    return value(created, { next: [subject.hint] });
  }
  let record: Invocation | undefined;
  try {
    record = await followToItsEnd(body, id);
  } catch (error) {
    if (signal.aborted) throw error;
    // An invocation that cannot be followed continues.
    leaveAlone();
    pointTo(subject, error);
    throw error;
  }
  leaveAlone();
  if (record) return result(body, record);
  note(`invocation ${id} keeps running; follow it with: ${subject.hint}`);
  return exit(exitCode("outcome-unknown"));
};

function payloadProblem(text: string): string | undefined {
  const bytes = Buffer.byteLength(text);
  if (bytes > MAX_PAYLOAD_BYTES) return `must be at most ${MAX_PAYLOAD_BYTES} bytes (4.5 MB), not ${bytes}`;
  try {
    parseJson(text);
    return undefined;
  } catch (error) {
    // V8's message contains a part of the payload.
    const at = / in JSON at position \d+( \(line \d+ column \d+\))?/.exec((error as Error).message)?.[1] ?? "";
    const where = at === "" ? "" : `; the error is at ${at.slice(2, -1)}`;
    return `must be JSON${where}${/^\s*[[{"]/.test(text) ? "" : `; a string needs quotes: '"text"'`}`;
  }
}

/** Exit 2 for a missing action, with the actions of the app. */
async function missingAction({ call, previewing, request }: Invoke): Promise<CliError> {
  const problem = missingArgument("action");
  const { app_name, version = LATEST_VERSION } = request.body;
  const [app] = previewing ? [] : await call("apps.list", { query: { app_name, version, limit: 1 } });
  if (previewing || app) {
    const names = (app?.actions ?? []).map(({ name }) => name);
    const has = names.length > 0 ? `; ${app_name} has ${names.join(", ")}` : "";
    const hint = names[0] === undefined ? "browserctl invoke --help" : commandLine`invoke ${app_name} ${names[0]}`;
    return usageError([{ ...problem, sentence: `${problem.sentence}${has}` }], hint);
  }
  const sentence = `${problem.sentence}, and no app "${app_name}" has the version "${version}"`;
  return usageError([{ ...problem, sentence }], "browserctl apps list");
}

async function create({ call, request }: Invoke, action_name: string): Promise<InvocationCreated> {
  try {
    return await call("invocations.create", { body: { ...request.body, action_name, async: true } });
  } catch (error) {
    if (error instanceof CliError && error.exit === "not-found") error.options.hint ??= "browserctl apps list";
    throw error;
  }
}

/** The record of the success; undefined when the user left the view before. Exit 8 when the invocation failed. */
async function followToItsEnd(body: Invoke, id: string): Promise<Invocation | undefined> {
  const { follow: wanted, plain, timestamps } = body.flags;
  const subject = invocationSubject(id);
  if (wanted === false) {
    const record = await awaitEnd(body, subject);
    requireSuccess(subject, record, subject.hint);
    return record;
  }
  const screen = liveScreen(body, "stderr", plain === true || timestamps === true);
  if (screen) return followLive(body, screen, id);
  const log = new StderrLog(body, subject, { timestamps: timestamps === true });
  try {
    const record = await follow(body, subject, log);
    if (record) requireSuccess(subject, record);
    await log.show();
    return record;
  } catch (error) {
    log.addTo(error);
    throw error;
  }
}

/** Follows in the live view, which has a key to cancel the invocation. */
async function followLive(body: Invoke, screen: Screen, id: string): Promise<Invocation | undefined> {
  const { followInLiveView } = await import("./invocations/lib/live-view.run.ts");
  const subject = invocationSubject(id);
  const record = await subject.get(body);
  let cancelled: Promise<Invocation | undefined> = Promise.resolve(undefined);
  const seen = await followInLiveView(body, screen, record, {
    onCancel: async () => {
      const cancelling = cancelInvocation(body, id);
      cancelled = cancelling.then(
        ({ record: last }) => last,
        () => undefined,
      );
      const { browsers } = await cancelling;
      if (browsers) throw browsers;
    },
  });
  // The invocation may end, or the user may leave the view, before the service has answered and the browsers are ended.
  const answered = await untilAborted(cancelled, body.signal);
  const end = seen ?? answered;
  if (end) requireSuccess(subject, end);
  return end;
}

/** Result of the invocation: JSON text, or a value if an output form is requested. */
function result({ anyValue, exit, note, text, wantsValue }: Invoke, { output }: Invocation): Result {
  if (output === undefined || output === "") {
    if (wantsValue) return anyValue(null);
    note("the action returned nothing");
    return exit(0);
  }
  const returned = parsed(output);
  return wantsValue ? anyValue(returned) : text(`${jsonText(returned)}\n`);
}

/** JSON value of a result. assumed: a service may return a result that is not JSON, which is then a string. */
function parsed(output: string): unknown {
  try {
    return parseJson(output);
  } catch {
    return output;
  }
}
