import type { OperationSpec } from "./operation.ts";

/** HTTP status of an error code and its meaning, in one sentence. */
interface ErrorCodeFacts {
  readonly status: number;
  readonly meaning: string;
}

/**
 * Error codes of the API with status and meaning. The service throws only these, and each operation lists its own
 * ({@link errorCodesOf}). assumed: all codes but `bad_request`, `cannot_delete_current_key`, `project_not_found`,
 * `resource_in_use` and `network_error`, because public material shows no others that a local service can reach (spec 7,
 * contract 0.6).
 */
export const errorCodes = {
  bad_request: { status: 400, meaning: "The request is not valid; details name each field and its rule." },
  cannot_delete_current_key: { status: 400, meaning: "The API key of the request cannot delete itself." },
  command_not_found: { status: 400, meaning: "There is no program with the name of the command." },
  command_not_executable: { status: 400, meaning: "The file of the command cannot be executed." },
  command_too_long: {
    status: 400,
    meaning: "Command, arguments and environment are together longer than the system takes.",
  },
  cwd_not_found: { status: 400, meaning: "The working directory does not exist or cannot be entered." },
  no_terminal: { status: 400, meaning: "The process has no terminal that could be resized." },
  unauthorized: { status: 401, meaning: "The token is missing or not valid." },
  forbidden: { status: 403, meaning: "The token does not allow this, or is for another project." },
  forbidden_host: { status: 403, meaning: "The request is addressed to a host that is not this service." },
  forbidden_origin: { status: 403, meaning: "The request comes from a web page." },
  not_found: { status: 404, meaning: "There is no such resource." },
  browser_deleted: { status: 404, meaning: "The session has ended; the message says when and why." },
  process_not_found: { status: 404, meaning: "The session has no such process." },
  process_not_running: { status: 404, meaning: "The process has ended; details have its exit code." },
  projects_disabled: { status: 404, meaning: "The organization has no projects but its default one." },
  project_not_found: { status: 404, meaning: "The project of the request does not exist or is not active." },
  method_not_allowed: {
    status: 405,
    meaning: "The path does not take this method; the Allow header lists those it takes.",
  },
  request_timeout: { status: 408, meaning: "The request was not complete in time." },
  timeout: { status: 408, meaning: "The command did not end within its time limit and was killed." },
  conflict: {
    status: 409,
    meaning: "The name or the place is taken, or the state of the resource does not allow this.",
  },
  browser_restarted: {
    status: 409,
    meaning: "The browser restarted during the request, which may be done in part.",
  },
  dialog_open: { status: 409, meaning: "The page shows a dialog that nobody has answered." },
  last_active_project: { status: 409, meaning: "The organization must keep at least one active project." },
  input_busy: { status: 409, meaning: "Other input of the session did not end in time; nothing was done." },
  page_closed: { status: 409, meaning: "The page was closed before all of the input had reached it." },
  page_crashed: { status: 409, meaning: "The page has crashed." },
  picker_open: {
    status: 409,
    meaning: "A list of options or another picker covers the page, and the click would go through it.",
  },
  project_not_empty: { status: 409, meaning: "The project has resources; the message counts them." },
  resource_in_use: { status: 409, meaning: "Something that still runs uses the resource." },
  stdin_closed: { status: 409, meaning: "The standard input of the process is closed." },
  gone: { status: 410, meaning: "The operation was removed; the message names its replacement." },
  output_too_large: { status: 413, meaning: "The command printed more than is kept, and was killed." },
  payload_too_large: { status: 413, meaning: "The body, a file or a payload is larger than the operation takes." },
  uri_too_long: { status: 414, meaning: "The path and the query are longer than the service takes." },
  range_not_satisfiable: { status: 416, meaning: "The requested range lies outside of the file." },
  project_limit_reached: {
    status: 429,
    meaning: "The project runs as many sessions or invocations as its limit allows.",
  },
  too_many_invocations: { status: 429, meaning: "The project has as many waiting invocations as it may." },
  too_many_processes: { status: 429, meaning: "The session runs as many processes as it may." },
  too_many_watches: {
    status: 429,
    meaning: "The session has as many watches as it may, or one has too many directories.",
  },
  headers_too_large: { status: 431, meaning: "The headers of the request are larger than the service takes." },
  client_gone: { status: 499, meaning: "The client closed the connection before the answer; only the log shows it." },
  container_failed: { status: 500, meaning: "The session's container could not run the command." },
  disk_full: { status: 500, meaning: "There is no space left on the device of the state directory." },
  internal_error: { status: 500, meaning: "The service failed; its log says why." },
  profile_damaged: { status: 500, meaning: "The stored profile cannot be restored." },
  profile_not_saved: { status: 500, meaning: "The session ended, but its profile was not saved." },
  not_supported_locally: { status: 501, meaning: "The local service does not have this operation or field." },
  network_error: { status: 502, meaning: "The request of the browser failed; net_error names the reason." },
  response_too_large: { status: 502, meaning: "The response to the browser is larger than the service takes." },
  browser_start_failed: { status: 503, meaning: "The browser did not start, or ended at once." },
  chaos_error: { status: 503, meaning: "Fault injection is on (`local chaos`); nothing was done." },
  not_enough_memory: { status: 503, meaning: "The machine has not enough memory for another browser." },
  shutting_down: { status: 503, meaning: "The service is stopping." },
  clipboard_not_responding: { status: 504, meaning: "The browser did not answer about its clipboard in time." },
  page_not_responding: { status: 504, meaning: "The page did not respond in time." },
  stdin_stalled: {
    status: 504,
    meaning: "The process did not read its input in time; details have the bytes written.",
  },
} as const satisfies Record<string, ErrorCodeFacts>;

/** Error code of the table. */
export type ErrorCode = keyof typeof errorCodes;

/** HTTP status of a code. */
export type StatusOf<Code extends ErrorCode> = (typeof errorCodes)[Code]["status"];

/** Codes of `details` and `inner_error`, with their meaning. */
export const detailCodes = {
  invalid_input: "A field of the request is not valid; the message begins with its path.",
  conflict: "A field of the request conflicts with something that exists; the message begins with its path.",
  not_supported_locally: "A field of the request has no effect here; the message begins with its path.",
  exit_code: "Exit code of the process that has ended.",
  written_bytes: "Bytes of the input that were written before the failure.",
} as const;

export type DetailCode = keyof typeof detailCodes;

/** Codes of the event `error` in a stream (contract 3), with their meaning. */
export const streamErrorCodes = {
  log_unreadable: "The rest of the log cannot be read.",
} as const;

export type StreamErrorCode = keyof typeof streamErrorCodes;

/** Codes outside of operations: for a path or method that belongs to none, or an answer that nobody reads. */
export const outsideOperations: readonly ErrorCode[] = ["method_not_allowed", "client_gone"];

/** Codes of every operation: for requests refused before their operation runs, and failures of the service. */
export const commonCodes: readonly ErrorCode[] = [
  "bad_request",
  "unauthorized",
  "forbidden",
  "forbidden_host",
  "forbidden_origin",
  "project_not_found",
  "request_timeout",
  "uri_too_long",
  "headers_too_large",
  "internal_error",
];

/** Codes that follow from the form of an operation: method, path, body, kind of answer, unsupported fields. */
function impliedCodes(spec: OperationSpec): ErrorCode[] {
  const changes = spec.method !== "GET" && spec.method !== "HEAD";
  const ofSession = /^\/browsers\/\{id(_or_name)?\}/.test(spec.path);
  return [
    ...commonCodes,
    ...(spec.params ? (["not_found"] as const) : []),
    ...(ofSession ? (["browser_deleted", "browser_restarted"] as const) : []),
    ...(changes ? (["payload_too_large", "disk_full"] as const) : []),
    ...(spec.response.kind === "file" ? (["range_not_satisfiable"] as const) : []),
    ...(spec.deprecated ? (["gone"] as const) : []),
    ...(spec.localOnly ? [] : (["chaos_error"] as const)),
    ...(hasUnsupportedField(spec) ? (["not_supported_locally"] as const) : []),
  ];
}

function hasUnsupportedField({ local }: OperationSpec): boolean {
  return Object.values(local?.fields ?? {}).some(({ support }) => support === "unsupported");
}

/** Codes of an operation, sorted by status and name: its own and those that follow from its form. */
export function errorCodesOf(spec: OperationSpec): ErrorCode[] {
  const codes = [...new Set([...impliedCodes(spec), ...spec.errors])];
  return codes.sort((a, b) => errorCodes[a].status - errorCodes[b].status || a.localeCompare(b));
}
