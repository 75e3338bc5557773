import Type, { type TProperties } from "typebox";
import { browserId, Timestamp } from "./common.ts";
import { operation } from "./operation.ts";

const closed = { additionalProperties: false } as const;
const body = <const P extends TProperties>(properties: P) => Type.Object(properties, closed);

/** Path parameters of one process (spec 4.5, 4.6). */
export const processId = Type.Object({
  ...browserId.properties,
  process_id: Type.String({ minLength: 1, description: "Process id, as spawn gave it" }),
});

/** The signals of spec 4.6. */
export const signals = ["TERM", "KILL", "INT", "HUP"] as const;

/** A side of a terminal, in cells (contract 2.7). */
const cells = (description: string) => Type.Integer({ minimum: 1, maximum: 65_535, description });

const run = {
  command: Type.String({ minLength: 1, description: "Program to run" }),
  args: Type.Optional(Type.Array(Type.String(), { default: [], description: "Its arguments" })),
  cwd: Type.Optional(
    Type.Union([Type.String({ pattern: "^/", "x-expects": "an absolute path" }), Type.Null()], {
      description: "Working directory, absolute",
    }),
  ),
  env: Type.Optional(
    Type.Record(Type.String(), Type.String(), { description: "Environment variables", "x-secret": true }),
  ),
  as_user: Type.Optional(Type.Union([Type.String(), Type.Null()], { description: "User to run as" })),
  as_root: Type.Optional(Type.Boolean({ default: false, description: "Run as root" })),
  timeout_sec: Type.Optional(
    Type.Union([Type.Integer({ minimum: 1 }), Type.Null()], { description: "Seconds after which it is killed" }),
  ),
};

const ok = Type.Object({ ok: Type.Boolean({ description: "Whether it was done" }) });

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
    errors: [400, 404, 408, 413, 501],
    idempotent: false,
    assumed: [
      "no time limit unless timeout_sec is given; then 408 `timeout` after the whole group is killed",
      "each stream is kept up to 64 MiB; more is 413 `output_too_large`: spawn and the stream have no limit",
    ],
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
      allocate_tty: Type.Optional(Type.Boolean({ default: false, description: "Give it a terminal" })),
      rows: Type.Optional(cells("Rows of the terminal")),
      cols: Type.Optional(cells("Columns of the terminal")),
    }),
    response: {
      kind: "json",
      status: 200,
      schema: Type.Object({
        process_id: Type.String({ description: "Id for the other calls" }),
        pid: Type.Integer({ description: "Process number as the host sees it" }),
        started_at: Timestamp("When it was started"),
      }),
    },
    errors: [400, 404, 501],
    idempotent: false,
    assumed: ["a terminal is 24 rows of 80 columns when rows and cols are omitted"],
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
        exit_code: Type.Union([Type.Integer(), Type.Null()]),
        cpu_pct: Type.Number({ description: "Per cent of one processor since it was started" }),
        mem_bytes: Type.Integer({ description: "Resident memory of the whole group" }),
      }),
    },
    errors: [404],
    idempotent: true,
    assumed: ["a process that has ended stays known until its session ends"],
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
    response: {
      kind: "json",
      status: 200,
      schema: Type.Object({ written_bytes: Type.Integer({ description: "Bytes the process's input has taken" }) }),
    },
    errors: [400, 404, 413, 504],
    idempotent: false,
    assumed: [
      "a process that has ended is 404 `process_not_running` with its exit code in the message",
      "input that nobody reads for 30 s is 504 `stdin_stalled`; what was written is in details as `written_bytes`",
    ],
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
    response: { kind: "json", status: 200, schema: ok },
    errors: [400, 404],
    idempotent: false,
    assumed: ["the signal goes to the whole process group"],
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
    response: { kind: "json", status: 200, schema: ok },
    errors: [400, 404],
    idempotent: false,
  }),
  operation({
    id: "process.output",
    area: "process",
    method: "GET",
    path: "/browsers/{id}/process/{process_id}/stdout/stream",
    summary: "Print what a process writes",
    source: "contract 2.7, 3.7",
    params: processId,
    response: {
      kind: "sse",
      status: 200,
      schema: Type.Union([
        Type.Object({ stream: Type.Enum(["stdout", "stderr"]), data_b64: Type.String() }),
        Type.Object({ event: Type.Literal("exit"), exit_code: Type.Integer() }),
      ]),
    },
    errors: [404],
    idempotent: true,
    assumed: [
      "a late reader gets what is still kept (the last 8 MiB) after an item {event: `gap`, dropped_bytes} when some is not",
      "every reader gets everything; two do not split the output",
    ],
  }),
] as const;
