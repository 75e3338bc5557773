import type { OperationById } from "../../contract/index.ts";
import type { BodyOf } from "../../contract/operation.ts";
import { ApiError, badRequest } from "../api-error.ts";
import { Base64Writer } from "../http/base64-writer.ts";
import type { HandlersOf } from "../http/handler.ts";
import type { OutputItem } from "../processes/output-ring.ts";
import type { SessionProcess } from "../processes/session-process.ts";
import type { CommandRequest } from "../processes/session-processes.ts";
import type { Session } from "../sessions/session.ts";
import { sessionEnded } from "../sessions/session-errors.ts";
import { asActivity, useSession } from "../sessions/use-session.ts";
import type { ProjectId } from "../store/project-id.ts";
import type { SessionNeeds } from "./session-records.ts";

type ProcessIds =
  | "process.exec"
  | "process.spawn"
  | "process.status"
  | "process.stdin"
  | "process.kill"
  | "process.resize"
  | "process.output";
type RunBody = BodyOf<OperationById<"process.exec">>;

/** Maximum output of exec, in bytes, for each of stdout and stderr. */
const MAX_EXEC_OUTPUT_BYTES = 64 * 2 ** 20;
const DEFAULT_SIZE = { rows: 24, cols: 80 };

/**
 * Processes of a session (spec 4.5, 4.6, contract 2.7). assumed: a running exec and a reader of output count as
 * activity of the session; a spawned process without a reader does not.
 */
export function processHandlers({ sessions }: SessionNeeds): HandlersOf<ProcessIds> {
  const use = async <T>(
    { params, auth }: { params: { id: string }; auth: { project: { id: ProjectId } } },
    work: (session: Session) => Promise<T>,
  ): Promise<T> => {
    const session = sessions.require(auth.project.id, params.id);
    try {
      return await useSession(session, work);
    } catch (error) {
      throw session.active ? error : sessionEnded(session);
    }
  };
  const withProcess = <T>(
    call: { params: { id: string; process_id: string }; auth: { project: { id: ProjectId } } },
    work: (process: SessionProcess) => Promise<T>,
  ): Promise<T> => use(call, async (session) => await work(session.processes.require(call.params.process_id)));
  return {
    "process.exec": (call) =>
      use(call, async ({ processes }) => {
        const timeoutSec = call.body.timeout_sec ?? undefined;
        const limits = { timeoutSec, outputBytes: MAX_EXEC_OUTPUT_BYTES, overflow: "kill" } as const;
        const result = await processes.exec({ ...command(call.body), input: false }, limits, call.signal);
        const { ended, exitCode, output, dropped, durationMs } = result;
        if (ended === "timeout") throw execTimeout(timeoutSec ?? 0);
        if (dropped.stdout > 0) throw outputTooLarge("stdout");
        if (dropped.stderr > 0) throw outputTooLarge("stderr");
        return {
          exit_code: exitCode,
          stdout_b64: output.stdout.toString("base64"),
          stderr_b64: output.stderr.toString("base64"),
          duration_ms: durationMs,
        };
      }),
    "process.spawn": (call) =>
      use(call, async ({ processes }) => {
        const { allocate_tty = false, rows, cols, timeout_sec } = call.body;
        if (!allocate_tty && (rows !== undefined || cols !== undefined)) {
          const path = rows === undefined ? "cols" : "rows";
          throw badRequest("the request is not valid", [{ path, message: "needs allocate_tty" }]);
        }
        const terminal = allocate_tty
          ? { rows: rows ?? DEFAULT_SIZE.rows, cols: cols ?? DEFAULT_SIZE.cols }
          : undefined;
        const request = { ...command(call.body), input: true, terminal };
        const spawned = await processes.spawn(request, timeout_sec ?? undefined, call.signal);
        return {
          process_id: spawned.facts.id,
          pid: spawned.pid,
          started_at: new Date(spawned.facts.startedAt).toISOString(),
        };
      }),
    "process.status": (call) =>
      withProcess(call, async (spawned) => {
        const { cpuPercent, memoryBytes } = await spawned.usage();
        return { state: spawned.state, exit_code: spawned.exitCode, cpu_pct: cpuPercent, mem_bytes: memoryBytes };
      }),
    "process.stdin": (call) =>
      withProcess(call, async (spawned) => ({
        written_bytes: await spawned.write(fromBase64(call.body.data_b64), call.signal),
      })),
    "process.kill": (call) =>
      withProcess(call, async (spawned) => {
        await spawned.signal(call.body.signal);
        return { ok: true };
      }),
    "process.resize": (call) =>
      withProcess(call, async (spawned) => {
        spawned.resize(call.body.rows, call.body.cols);
        return { ok: true };
      }),
    "process.output": ({ params, auth, signal }) => {
      const session = sessions.require(auth.project.id, params.id);
      return asActivity(session, asEvents(session.processes.require(params.process_id).follow(signal)));
    },
  };
}

const doNotRepeat = { "x-should-retry": "false" };

/** 408 after the time limit of an exec; its whole process group was killed. */
function execTimeout(seconds: number): ApiError {
  return new ApiError(408, "timeout", `the command did not end within ${seconds} s (timeout_sec); it was killed`, {
    headers: doNotRepeat,
  });
}

/** 413 for an exec that writes more than the output limit. */
function outputTooLarge(stream: string): ApiError {
  const text = `the command wrote more than ${MAX_EXEC_OUTPUT_BYTES / 2 ** 20} MiB to ${stream} and was killed; spawn it and read its output`;
  return new ApiError(413, "output_too_large", text, { headers: doNotRepeat });
}

function command({ command, args, cwd, env }: RunBody): Omit<CommandRequest, "input"> {
  return { command, args, cwd, env };
}

/** Output events of the API (contract 3.7). Each event may reuse the buffer of the previous one. */
async function* asEvents(items: AsyncGenerator<OutputItem>): AsyncGenerator<object> {
  const writer = new Base64Writer();
  let memory = Buffer.alloc(0);
  for await (const item of items) {
    if (!("bytes" in item)) {
      yield item;
      continue;
    }
    // The space makes the length of the prefix even.
    const begin = `{ "stream":"${item.stream}","data_b64":"`;
    const most = begin.length + 4 * Math.ceil(item.bytes.length / 3) + 2;
    if (memory.length < most) memory = Buffer.allocUnsafeSlow(Math.max(1_024, most));
    memory.write(begin, 0, "latin1");
    const end = writer.write(item.bytes, memory, begin.length);
    memory.write('"}', end, "latin1");
    yield memory.subarray(0, end + 2);
  }
}

/** Decodes padded base64 (RFC 4648). Throws 400 (contract 1.5). */
function fromBase64(text: string): Buffer {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) {
    throw badRequest("the request is not valid", [{ path: "data_b64", message: "must be base64" }]);
  }
  return Buffer.from(text, "base64");
}
