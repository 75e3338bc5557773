import Type, { type TProperties } from "typebox";
import { browserId, closed, TEXT_CHARACTERS, Text, TextMap, Timestamp, variableName } from "./common.ts";
import { EXAMPLE_PROCESS_ID, EXAMPLE_SESSION_ID } from "./example-ids.ts";
import { operation } from "./operation.ts";

const body = <const P extends TProperties>(properties: P) => Type.Object(properties, closed);

/** Path parameters of one process (spec 4.5, 4.6). */
export const processId = Type.Object({
  ...browserId.properties,
  process_id: Text({ minLength: 1, description: "Process id, as spawn gave it" }),
});

/** Signals of `process kill` (spec 4.6). */
export const signals = ["TERM", "KILL", "INT", "HUP"] as const;

/** Height or width of a terminal, in cells (contract 2.7). */
const cells = (description: string) => Type.Integer({ minimum: 1, maximum: 65_535, description });

const run = {
  command: Text({ minLength: 1, description: "Program to run" }),
  args: Type.Optional(Type.Array(Text(), { maxItems: 10_000, default: [], description: "Arguments of the program" })),
  cwd: Type.Optional(
    Type.Union([Type.String({ pattern: `^/${TEXT_CHARACTERS}*$`, "x-expects": "an absolute path" }), Type.Null()], {
      description: "Working directory, absolute",
    }),
  ),
  env: Type.Optional(
    TextMap(Text(), {
      propertyNames: variableName,
      maxProperties: 1_000,
      description: "Environment variables",
      "x-secret": true,
    }),
  ),
  as_user: Type.Optional(Type.Union([Text(), Type.Null()], { description: "User to run as" })),
  as_root: Type.Optional(Type.Boolean({ default: false, description: "Run as root" })),
  timeout_sec: Type.Optional(
    Type.Union([Type.Integer({ minimum: 1, maximum: 2_000_000 }), Type.Null()], {
      description: "Time limit in seconds",
    }),
  ),
};

/** Error codes of a command that does not start. */
const runErrors = [
  "command_not_executable",
  "command_not_found",
  "command_too_long",
  "container_failed",
  "cwd_not_found",
  "too_many_processes",
] as const;

const runSupport = {
  as_user: {
    support: "unsupported",
    note: "processes run as the user of the service; there is no other one",
    harmless: [null, ""],
  },
  as_root: { support: "unsupported", note: "processes have no more rights than the service", harmless: [false] },
} as const;

/** Choices that exec and spawn share. */
const runAssumed = [
  "an unknown command is 400 `command_not_found` (127 in a shell), a file that is not executable 400 `command_not_executable` (126), a missing working directory 400 `cwd_not_found`",
  "a name in env has letters, digits and `_` and does not begin with a digit; every process also has PATH, HOME, LANG and TERM",
  "the default working directory is the session's home, /home/user",
  "a session runs at most 256 processes at a time; one more is 429 `too_many_processes`",
];

const ok = Type.Object({ ok: Type.Boolean({ description: "true when it was done" }) });

export const processOperations = [
  operation({
    id: "process.exec",
    area: "process",
    method: "POST",
    path: "/browsers/{id}/process/exec",
    summary: "Run a command in the session and wait for it",
    source: "contract 2.7",
    params: browserId,
    body: body(run),
    maxBodyBytes: 4 * 2 ** 20,
    response: {
      kind: "json",
      status: 200,
      schema: Type.Object({
        exit_code: Type.Integer({ description: "Exit code; 128 and the signal's number after a signal" }),
        stdout_b64: Type.String(),
        stderr_b64: Type.String(),
        duration_ms: Type.Integer({ description: "Milliseconds it ran" }),
      }),
    },
    errors: [...runErrors, "output_too_large", "timeout"],
    idempotent: false,
    assumed: [
      ...runAssumed,
      "there is no time limit without timeout_sec; at the limit the whole process group is killed and the answer is 408 `timeout`",
      "stdout and stderr hold up to 64 MiB each; more is 413 `output_too_large`; spawn and its stream have no limit",
      "the standard input is empty; the answer comes when the command ends, even if a child still holds its output",
      "the process group is killed when the client disconnects",
    ],
    local: { fields: runSupport },
    example: {
      params: { id: EXAMPLE_SESSION_ID },
      body: { command: "sh", args: ["-c", "echo $GREETING"], env: { GREETING: "hello" }, timeout_sec: 10 },
      result: { exit_code: 0, stdout_b64: "aGVsbG8K", stderr_b64: "", duration_ms: 12 },
    },
  }),
  operation({
    id: "process.spawn",
    area: "process",
    method: "POST",
    path: "/browsers/{id}/process/spawn",
    summary: "Start a command in the session and leave it running",
    source: "contract 2.7",
    params: browserId,
    body: body({
      ...run,
      allocate_tty: Type.Optional(Type.Boolean({ default: false, description: "Give the process a terminal" })),
      rows: Type.Optional(cells("Rows of the terminal")),
      cols: Type.Optional(cells("Columns of the terminal")),
    }),
    maxBodyBytes: 4 * 2 ** 20,
    response: {
      kind: "json",
      status: 200,
      schema: Type.Object({
        process_id: Type.String({ description: "Id for the other calls" }),
        pid: Type.Integer({ description: "Process number as the host sees it" }),
        started_at: Timestamp("When it was started"),
      }),
    },
    errors: runErrors,
    idempotent: false,
    assumed: [
      ...runAssumed,
      "a terminal is 24 rows of 80 columns when rows and cols are omitted",
      "rows and cols without allocate_tty are 400",
      "processes get TERM at the end of their session, and KILL 500 ms later",
    ],
    local: {
      fields: {
        ...runSupport,
        allocate_tty: { support: "full", note: "needs a terminal library that some systems lack; 501 there" },
      },
    },
    example: {
      params: { id: EXAMPLE_SESSION_ID },
      body: { command: "cat", allocate_tty: true, rows: 24, cols: 80 },
      result: { process_id: EXAMPLE_PROCESS_ID, pid: 4711, started_at: "2026-03-01T09:30:00Z" },
    },
  }),
  operation({
    id: "process.status",
    area: "process",
    method: "GET",
    path: "/browsers/{id}/process/{process_id}/status",
    summary: "Show the state of a process",
    source: "contract 2.7",
    params: processId,
    response: {
      kind: "json",
      status: 200,
      schema: Type.Object({
        state: Type.Enum(["running", "exited"]),
        exit_code: Type.Optional(Type.Union([Type.Integer(), Type.Null()])),
        cpu_pct: Type.Optional(
          Type.Number({ description: "Processor use since the start, in percent of one processor" }),
        ),
        mem_bytes: Type.Optional(Type.Integer({ description: "Resident memory of the whole group" })),
      }),
    },
    errors: ["process_not_found"],
    idempotent: true,
    assumed: ["an ended process is kept until its session ends, or 1 000 others have ended after it"],
    example: {
      params: { id: EXAMPLE_SESSION_ID, process_id: EXAMPLE_PROCESS_ID },
      result: { state: "running", exit_code: null, cpu_pct: 1.5, mem_bytes: 3_145_728 },
    },
  }),
  operation({
    id: "process.stdin",
    area: "process",
    method: "POST",
    path: "/browsers/{id}/process/{process_id}/stdin",
    summary: "Write to the standard input of a process",
    source: "spec 4.5, contract 1.5",
    params: processId,
    body: body({ data_b64: Type.String({ description: "Bytes in base64", "x-secret": true }) }),
    // 4 MiB in base64.
    maxBodyBytes: 6 * 2 ** 20,
    response: {
      kind: "json",
      status: 200,
      schema: Type.Object({ written_bytes: Type.Integer({ description: "Bytes written to the input" }) }),
    },
    errors: ["process_not_found", "process_not_running", "stdin_closed", "stdin_stalled"],
    idempotent: false,
    assumed: [
      "a request carries up to 6 MiB, which is 4 MiB of data",
      "an ended process is 404 `process_not_running` with its exit code in the message",
      "closed input is 409 `stdin_closed`",
      "input that is not read for 30 s is 504 `stdin_stalled`; details have the bytes written as `written_bytes`",
    ],
    example: {
      params: { id: EXAMPLE_SESSION_ID, process_id: EXAMPLE_PROCESS_ID },
      body: { data_b64: "aGVsbG8K" },
      result: { written_bytes: 6 },
    },
  }),
  operation({
    id: "process.kill",
    area: "process",
    method: "POST",
    path: "/browsers/{id}/process/{process_id}/kill",
    summary: "Send a signal to a process and its children",
    source: "spec 4.6, contract 1.6",
    params: processId,
    body: body({ signal: Type.Enum(signals, { description: "Signal" }) }),
    response: { kind: "json", status: 200, done: true, schema: ok },
    errors: ["process_not_found", "process_not_running"],
    idempotent: false,
    assumed: [
      "the signal goes to the whole process group; KILL also to the groups of an interactive shell's jobs",
      "an ended process is 404 `process_not_running` with its exit code in the message",
    ],
    example: {
      params: { id: EXAMPLE_SESSION_ID, process_id: EXAMPLE_PROCESS_ID },
      body: { signal: "TERM" },
      result: { ok: true },
    },
  }),
  operation({
    id: "process.resize",
    area: "process",
    method: "POST",
    path: "/browsers/{id}/process/{process_id}/resize",
    summary: "Change the size of a process's terminal",
    source: "contract 2.7",
    params: processId,
    body: body({ rows: cells("Rows"), cols: cells("Columns") }),
    response: { kind: "json", status: 200, done: true, schema: ok },
    errors: ["no_terminal", "process_not_found", "process_not_running"],
    idempotent: false,
    example: {
      params: { id: EXAMPLE_SESSION_ID, process_id: EXAMPLE_PROCESS_ID },
      body: { rows: 40, cols: 120 },
      result: { ok: true },
    },
  }),
  operation({
    id: "process.output",
    area: "process",
    method: "GET",
    path: "/browsers/{id}/process/{process_id}/stdout/stream",
    summary: "Print the output of a process",
    source: "contract 2.7, 3.7",
    params: processId,
    response: {
      kind: "sse",
      status: 200,
      schema: Type.Union([
        Type.Object({ stream: Type.Enum(["stdout", "stderr"]), data_b64: Type.String() }),
        Type.Object({ event: Type.Literal("exit"), exit_code: Type.Integer() }),
        Type.Object({ event: Type.Literal("gap"), dropped_bytes: Type.Integer() }),
        Type.Object({ event: Type.Literal("sse_heartbeat"), timestamp: Timestamp("When it was sent") }),
      ]),
      comments: ["gap", "sse_heartbeat"],
    },
    errors: ["process_not_found"],
    idempotent: true,
    assumed: [
      "a late reader starts with the last 8 MiB, after a comment with the JSON {event: `gap`, dropped_bytes} when older output was dropped",
      "every reader gets the whole output",
      "the process waits for its readers, as with a pipe; a reader that takes nothing for 5 minutes gets a gap",
    ],
    example: {
      params: { id: EXAMPLE_SESSION_ID, process_id: EXAMPLE_PROCESS_ID },
      events: [
        { stream: "stdout", data_b64: "aGVsbG8K" },
        { event: "exit", exit_code: 0 },
      ],
    },
  }),
] as const;
