import type { CodeText } from "./code-text.ts";
import type { OperationSpec } from "./operation.ts";

/** HTTP status of an error code, with its text. */
interface ErrorCodeFacts extends CodeText {
  readonly status: number;
}

/**
 * Error codes of the API with status and meaning. The service throws only these, and each operation lists its own
 * ({@link errorCodesOf}). assumed: all codes but `bad_request`, `cannot_delete_current_key`, `project_not_found`,
 * `resource_in_use` and `network_error`, because public material shows no others that a local service can reach (spec 7,
 * contract 0.6).
 */
export const errorCodes = {
  bad_request: {
    status: 400,
    meaning: "The request is not valid; details name each field and its rule.",
    advice: "Correct the fields that the message names; browserctl help COMMAND lists flags and their limits.",
  },
  cannot_delete_current_key: {
    status: 400,
    meaning: "The API key of the request cannot delete itself.",
    advice: "Delete it with another key: browserctl api-keys delete ID --context OTHER",
  },
  command_not_found: {
    status: 400,
    meaning: "There is no program with the name of the command.",
    advice:
      "Look for the program in the session: browserctl browsers process exec SESSION -- sh -c 'command -v PROGRAM'",
  },
  command_not_executable: {
    status: 400,
    meaning: "The file of the command cannot be executed.",
    advice: "Make the file executable: browserctl browsers fs chmod SESSION 0755 PATH",
  },
  command_too_long: {
    status: 400,
    meaning: "Command, arguments and environment are together longer than the system takes.",
    advice: "Pass the data by a file or stdin: browserctl browsers fs write, browserctl browsers process stdin",
  },
  cwd_not_found: {
    status: 400,
    meaning: "The working directory does not exist or cannot be entered.",
    advice: "Create the directory: browserctl browsers fs mkdir SESSION PATH",
  },
  no_terminal: {
    status: 400,
    meaning: "The process has no terminal that could be resized.",
    advice: "Start the process with a terminal: browserctl browsers process spawn SESSION --tty -- COMMAND",
  },
  unauthorized: {
    status: 401,
    meaning: "The token is missing or not valid.",
    advice: "Check the token: browserctl auth status; to store another one: browserctl login",
  },
  forbidden: {
    status: 403,
    meaning: "The token does not allow this, or is for another project.",
    advice:
      "Look at what the token is for: browserctl auth context; use a token of that project or of the organization.",
  },
  forbidden_host: {
    status: 403,
    meaning: "The request is addressed to a host that is not this service.",
    advice: "Use the address that browserctl local status shows; other host names are refused.",
  },
  forbidden_origin: {
    status: 403,
    meaning: "The request comes from a web page.",
    advice: "Call the service from a program; a web page may not.",
  },
  not_found: {
    status: 404,
    meaning: "There is no such resource.",
    advice: "Check the id or name with the list command of the same noun, and the project: browserctl auth context",
  },
  browser_deleted: {
    status: 404,
    meaning: "The session has ended; the message says when and why.",
    advice:
      "Create another session: browserctl browsers create; browserctl browsers list --status deleted shows ended ones.",
  },
  process_not_found: {
    status: 404,
    meaning: "The session has no such process.",
    advice: "List the processes of the session: browserctl browsers process list SESSION",
  },
  process_not_running: {
    status: 404,
    meaning: "The process has ended; details have its exit code.",
    advice: "Read its end: browserctl browsers process status SESSION PROCESS",
  },
  tool_not_found: {
    status: 404,
    meaning: "No open document offers the tool; a reference ends with its document.",
    advice: "List the tools again: browserctl browsers webmcp list SESSION",
  },
  projects_disabled: {
    status: 404,
    meaning: "The organization has no projects but its default one.",
    advice: "Leave the project out; a local service has projects with: browserctl local start --projects enabled",
  },
  project_not_found: {
    status: 404,
    meaning: "The project of the request does not exist or is not active.",
    advice:
      "List the projects: browserctl projects list; leave --project, BROWSERCTL_PROJECT and the context's project out.",
  },
  method_not_allowed: {
    status: 405,
    meaning: "The path does not take this method; the Allow header lists those it takes.",
    advice: "Look the operation up: browserctl openapi",
  },
  request_timeout: {
    status: 408,
    meaning: "The request was not complete in time.",
    advice: "Send it again; a slow upload needs a better connection.",
  },
  timeout: {
    status: 408,
    meaning: "The command did not end within its time limit and was killed.",
    advice: "Allow the command more time: browserctl browsers process exec SESSION --timeout-sec N -- COMMAND",
  },
  conflict: {
    status: 409,
    meaning: "The name or the place is taken, or the state of the resource does not allow this.",
    advice: "Read the message: use another name, or end or change what holds the place.",
  },
  browser_restarted: {
    status: 409,
    meaning: "The browser restarted during the request, which may be done in part.",
    advice: "Look at the page first, then repeat what is missing: browserctl browsers computer screenshot SESSION",
  },
  dialog_open: {
    status: 409,
    meaning: "The page shows a dialog that nobody has answered.",
    advice: "Answer the dialog: browserctl browsers computer press SESSION Return, or by playwright execute.",
  },
  last_active_project: {
    status: 409,
    meaning: "The organization must keep at least one active project.",
    advice: "Create or unarchive another project first: browserctl projects create NAME",
  },
  input_busy: {
    status: 409,
    meaning: "Other input of the session did not end in time; nothing was done.",
    advice: "Repeat it: nothing was done.",
  },
  page_closed: {
    status: 409,
    meaning: "The page was closed before all of the input had reached it.",
    advice: "Look at what is open, then repeat the input: browserctl browsers computer screenshot SESSION",
  },
  page_crashed: {
    status: 409,
    meaning: "The page has crashed.",
    advice: "Load the page again, or create another session: browserctl browsers create",
  },
  picker_open: {
    status: 409,
    meaning: "A list of options or another picker covers the page, and the click would go through it.",
    advice: "Choose an option or close the picker by keys: browserctl browsers computer press SESSION Escape",
  },
  project_not_empty: {
    status: 409,
    meaning: "The project has resources; the message counts them.",
    advice: "Delete what the message counts, or archive the project: browserctl projects archive PROJECT",
  },
  resource_in_use: {
    status: 409,
    meaning: "Something that still runs uses the resource.",
    advice: "End what uses it, such as a session: browserctl browsers delete SESSION",
  },
  stdin_closed: {
    status: 409,
    meaning: "The standard input of the process is closed.",
    advice: "Start another process; this one takes no more input.",
  },
  too_many_executors: {
    status: 409,
    meaning: "The session has as many Playwright executors as it may; `executors` has them.",
    advice: "Delete one: browserctl browsers playwright executors delete SESSION NAME",
  },
  gone: {
    status: 410,
    meaning: "The operation was removed; the message names its replacement.",
    advice: "Use the replacement in the message: browserctl deprecations",
  },
  output_too_large: {
    status: 413,
    meaning: "The command printed more than is kept, and was killed.",
    advice: "Write the output to a file and download it: browserctl browsers fs download SESSION PATH",
  },
  payload_too_large: {
    status: 413,
    meaning: "The body, a file or a payload is larger than the operation takes.",
    advice: "Send less, or pass the data as a file of the session: browserctl browsers fs upload",
  },
  uri_too_long: {
    status: 414,
    meaning: "The path and the query are longer than the service takes.",
    advice: "Use fewer or shorter filters.",
  },
  range_not_satisfiable: {
    status: 416,
    meaning: "The requested range lies outside of the file.",
    advice: "Download the file again from its start.",
  },
  project_limit_reached: {
    status: 429,
    meaning: "The project runs as many sessions or invocations as its limit allows.",
    advice: "End a session (browserctl browsers delete ID) or raise the limit: browserctl projects limits set",
  },
  too_many_invocations: {
    status: 429,
    meaning: "The project has as many waiting invocations as it may.",
    advice: "Wait until some end, or cancel them: browserctl invocations list --status queued",
  },
  too_many_processes: {
    status: 429,
    meaning: "The session runs as many processes as it may.",
    advice: "End a process: browserctl browsers process kill SESSION PROCESS",
  },
  too_many_watches: {
    status: 429,
    meaning: "The session has as many watches as it may, or they have too many files and directories.",
    advice: "End a watch of the session, or watch fewer files and directories.",
  },
  headers_too_large: {
    status: 431,
    meaning: "The headers of the request are larger than the service takes.",
    advice: "Send fewer or shorter headers; a long token is the usual reason.",
  },
  client_gone: {
    status: 499,
    meaning: "The client closed the connection before the answer; only the log shows it.",
    advice: "Nothing to do: nobody waited for the answer.",
  },
  container_failed: {
    status: 500,
    meaning: "The session's container could not run the command.",
    advice:
      "Check the containers of this machine: browserctl doctor; the service's log says more: browserctl local logs",
  },
  disk_full: {
    status: 500,
    meaning: "There is no space left on the device of the state directory.",
    advice: "Free some space on the disk of the state directory: browserctl doctor shows which.",
  },
  internal_error: {
    status: 500,
    meaning: "The service failed; its log says why.",
    advice: "Read the service's log: browserctl local logs --level error; repeat it only if that is safe.",
  },
  profile_damaged: {
    status: 500,
    meaning: "The stored profile cannot be restored.",
    advice: "Import the profile again, or create a new one: browserctl profiles import",
  },
  profile_not_saved: {
    status: 500,
    meaning: "The session ended, but its profile was not saved.",
    advice: "Log in again in a session that saves its profile; browserctl local logs has the reason.",
  },
  not_supported_locally: {
    status: 501,
    meaning: "The local service does not have this operation or field.",
    advice: "Leave the field out, or use a hosted service; browserctl local support lists what works here.",
  },
  network_error: {
    status: 502,
    meaning: "The request of the browser failed; net_error names the reason.",
    advice: "Look the network error up: browserctl explain ERR_NAME",
  },
  credential_provider_failed: {
    status: 502,
    meaning: "The program of a credential provider failed, or did not have the item.",
    advice: "Test the provider: browserctl credential-providers test NAME; list its items: credential-providers items",
  },
  chrome_store_failed: {
    status: 502,
    meaning: "The Chrome Web Store could not be reached, or what it sent is not the extension.",
    advice:
      "Check the network of the machine, then repeat it; or download the extension elsewhere and upload it: browserctl extensions upload",
  },
  response_too_large: {
    status: 502,
    meaning: "The response to the browser is larger than the service takes.",
    advice: "Ask for less, or download it within the session by a command of its own.",
  },
  browser_start_failed: {
    status: 503,
    meaning: "The browser did not start, or ended at once.",
    advice: "Check the browser: browserctl doctor; the service's log has its output: browserctl local logs",
  },
  chaos_error: {
    status: 503,
    meaning: "Fault injection is on (`local chaos`); nothing was done.",
    advice: "Repeat it, or turn fault injection off: browserctl local chaos off",
  },
  not_enough_memory: {
    status: 503,
    meaning: "The machine has not enough memory for another browser.",
    advice: "End sessions (browserctl browsers list), or give the machine more memory.",
  },
  shutting_down: {
    status: 503,
    meaning: "The service is stopping.",
    advice: "Wait until it has stopped, then start it: browserctl local start",
  },
  clipboard_not_responding: {
    status: 504,
    meaning: "The browser did not answer about its clipboard in time.",
    advice: "Look at the page for a dialog or a question, then repeat it.",
  },
  outcome_unknown: {
    status: 504,
    meaning: "The tool was called, and its document went away or the time was over before it answered.",
    advice: "Look at the page to see what it has done; do not simply call it again.",
  },
  page_not_responding: {
    status: 504,
    meaning: "The page did not respond in time.",
    advice: "Wait for the page, or load it again; browserctl browsers computer screenshot SESSION shows it.",
  },
  stdin_stalled: {
    status: 504,
    meaning: "The process did not read its input in time; details have the bytes written.",
    advice: "Send the rest later: the details say how much was written.",
  },
} as const satisfies Record<string, ErrorCodeFacts>;

/** Error code of the table. */
export type ErrorCode = keyof typeof errorCodes;

/** HTTP status of a code. */
export type StatusOf<Code extends ErrorCode> = (typeof errorCodes)[Code]["status"];

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
  const ofSession = /^(?:\/_local)?\/browsers\/\{id(_or_name)?\}/.test(spec.path);
  return [
    ...commonCodes,
    ...(spec.params ? (["not_found"] as const) : []),
    ...(ofSession ? (["browser_deleted", "browser_restarted"] as const) : []),
    ...(changes ? (["payload_too_large", "disk_full"] as const) : []),
    ...(spec.response.kind === "file" ? (["range_not_satisfiable"] as const) : []),
    ...(spec.deprecated ? (["gone"] as const) : []),
    ...(spec.localOnly ? [] : (["chaos_error"] as const)),
    ...(isPartlyUnserved(spec) ? (["not_supported_locally"] as const) : []),
  ];
}

function isPartlyUnserved({ local }: OperationSpec): boolean {
  return (
    local?.unserved !== undefined || Object.values(local?.fields ?? {}).some(({ support }) => support === "unsupported")
  );
}

/** Codes of an operation, sorted by status and name: its own and those that follow from its form. */
export function errorCodesOf(spec: OperationSpec): ErrorCode[] {
  const codes = [...new Set([...impliedCodes(spec), ...spec.errors])];
  return codes.sort((a, b) => errorCodes[a].status - errorCodes[b].status || a.localeCompare(b));
}
