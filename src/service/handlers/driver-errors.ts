import { errorCodes } from "../../contract/errors.ts";
import { ApiError, type ApiErrorOptions, type ErrorDetail } from "../api-error.ts";
import { ChaosError } from "../chaos.ts";
import { BrowserError, type BrowserErrorKind, NetworkError } from "../chromium/browser-error.ts";
import { CdpClosedError } from "../chromium/cdp.ts";
import { DiskFullError } from "../disk-full.ts";
import { type Answer, AnsweredError, type Answers, type DriverError } from "../driver-error.ts";
import { FileError, type FileErrorKind } from "../files/file-errors.ts";
import { InputError, type InputErrorKind } from "../input/input-error.ts";
import { ProcessError, type ProcessErrorKind } from "../processes/process-errors.ts";
import { DisplayError, type DisplayErrorKind } from "../screen/display-error.ts";

/** assumed: all codes and statuses except the first; the specification has none (spec 7). */
const browserAnswers: Answers<BrowserErrorKind> = {
  invalid: { code: "bad_request" },
  "clipboard-not-responding": { code: "clipboard_not_responding" },
  "dialog-open": { code: "dialog_open", retry: false },
  "input-not-answered": { code: "page_not_responding", retry: false },
  network: { code: "network_error", retry: false },
  "page-closed": { code: "page_closed", retry: false },
  "page-crashed": { code: "page_crashed", retry: false },
  "page-not-responding": { code: "page_not_responding" },
  "picker-open": { code: "picker_open", retry: false },
  "response-too-large": { code: "response_too_large", retry: false },
};

const inputAnswers: Answers<InputErrorKind> = {
  invalid: { code: "bad_request" },
  "input-busy": { code: "input_busy" },
};

const unsupported: Answer = { code: "not_supported_locally", detail: "not_supported_locally", retry: false };

/** assumed: the API has no limit of watches, and no status for a destination that exists. */
const fileAnswers: Answers<FileErrorKind> = {
  invalid: { code: "bad_request" },
  exists: { code: "conflict", detail: "conflict", retry: false },
  "not-found": { code: "not_found" },
  "too-many-watches": { code: "too_many_watches", retry: false },
  unsupported,
};

/** assumed: the codes; the API has no limit of processes. */
const processAnswers: Answers<ProcessErrorKind> = {
  invalid: { code: "bad_request" },
  "command-not-executable": { code: "command_not_executable" },
  "command-not-found": { code: "command_not_found" },
  "command-too-long": { code: "command_too_long" },
  "container-failed": { code: "container_failed", retry: false },
  "directory-not-found": { code: "cwd_not_found" },
  ended: { code: "process_not_running" },
  "executor-not-found": { code: "not_found" },
  "executor-stopped": { code: "internal_error", retry: false },
  "no-terminal": { code: "no_terminal" },
  "not-found": { code: "process_not_found" },
  "stdin-closed": { code: "stdin_closed", retry: false },
  "stdin-stalled": { code: "stdin_stalled", retry: false },
  "too-many-executors": { code: "too_many_executors", retry: false },
  "too-many-processes": { code: "too_many_processes", retry: false },
  unsupported,
};

const displayAnswers: Answers<DisplayErrorKind> = {
  ended: { code: "browser_deleted" },
  "not-responding": { code: "page_not_responding", retry: false },
  "not-started": { code: "browser_start_failed", retry: false },
  "size-refused": { code: "bad_request" },
};

/** Maps a driver error to the API's error; undefined for any other error. */
export function driverAnswer(error: unknown): ApiError | undefined {
  if (error instanceof CdpClosedError) {
    return new ApiError(404, "browser_deleted", "the session ended during the request");
  }
  // assumed: status 500, which every operation can answer. Not retryable: a retry does not free disk space.
  if (error instanceof DiskFullError) return answered(error, { code: "disk_full", retry: false });
  if (error instanceof AnsweredError) return answered(error, error.answer);
  if (error instanceof ChaosError) return answered(error, { code: "chaos_error" });
  if (error instanceof NetworkError) {
    const { number, name } = error.netError;
    return answered(error, browserAnswers.network, { extra: { net_error: number, net_error_name: name } });
  }
  if (error instanceof BrowserError) return answered(error, browserAnswers[error.kind]);
  if (error instanceof InputError) return answered(error, inputAnswers[error.kind]);
  if (error instanceof FileError) return answered(error, fileAnswers[error.kind]);
  if (error instanceof ProcessError) return processAnswer(error);
  if (error instanceof DisplayError) return answered(error, displayAnswers[error.kind]);
  return undefined;
}

function processAnswer(error: ProcessError): ApiError {
  const { exitCode, writtenBytes } = error;
  const facts: ErrorDetail[] = [
    ...(exitCode === undefined ? [] : [{ code: "exit_code" as const, message: `exit code ${exitCode}` }]),
    ...(writtenBytes === undefined ? [] : [{ code: "written_bytes" as const, message: String(writtenBytes) }]),
  ];
  return answered(error, processAnswers[error.kind], facts.length > 0 ? { details: facts } : {});
}

function answered(error: DriverError, answer: Answer, options: ApiErrorOptions = {}): ApiError {
  const { code, detail, retry, retryAfterSeconds } = answer;
  const details = error.problems.map(({ path, message }): ErrorDetail => {
    return { code: detail ?? "invalid_input", message: `${path}: ${message}` };
  });
  return new ApiError(errorCodes[code].status, code, error.message, {
    details,
    headers: {
      ...(retry === false && { "x-should-retry": "false" }),
      ...(retryAfterSeconds !== undefined && { "retry-after": String(retryAfterSeconds) }),
    },
    withMachine: error.withMachine,
    cause: error.cause,
    ...options,
  });
}
