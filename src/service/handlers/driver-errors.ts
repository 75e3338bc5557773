import { type DetailCode, type ErrorCode, errorCodes } from "../../contract/errors.ts";
import { ApiKeyError, type ApiKeyErrorKind } from "../access/api-key-error.ts";
import { ApiError, type ApiErrorOptions, type ErrorDetail } from "../api-error.ts";
import { AppError, type AppErrorKind } from "../apps/app-errors.ts";
import { ChaosError } from "../chaos.ts";
import { BrowserError, type BrowserErrorKind, NetworkError } from "../chromium/browser-error.ts";
import { CdpClosedError } from "../chromium/cdp.ts";
import { DiskFullError } from "../disk-full.ts";
import type { DriverError } from "../driver-error.ts";
import { ExtensionError, type ExtensionErrorKind } from "../extensions/extension-errors.ts";
import { FileError, type FileErrorKind } from "../files/file-errors.ts";
import { JobError, type JobErrorKind } from "../jobs/job-error.ts";
import { ProcessError, type ProcessErrorKind } from "../processes/process-errors.ts";
import { ProfileError, type ProfileErrorKind } from "../profiles/profile-errors.ts";
import { ProjectError, type ProjectErrorKind } from "../projects/project-errors.ts";
import { ProxyError, type ProxyErrorKind } from "../proxies/proxy-errors.ts";
import { SessionError, type SessionErrorKind } from "../sessions/session-errors.ts";
import { InactiveProjectError } from "../store/inactive-project-error.ts";
import { UniqueError } from "../store/unique-error.ts";

/** API error for one kind of driver error; the status follows from the code. */
interface Answer {
  readonly code: ErrorCode;
  /** Code of the detail of each field problem; `invalid_input` when omitted. */
  readonly detail?: DetailCode;
  /** False for an error that is not retryable: a repeated request would fail again or act twice (contract 0.13). */
  readonly retry?: false;
  /** Seconds before a retry makes sense (`Retry-After`). */
  readonly retryAfterSeconds?: number;
}

type Answers<Kind extends string> = Readonly<Record<Kind, Answer>>;

/** assumed: all codes and statuses except the first; the specification has none (spec 7). */
const browserAnswers: Answers<BrowserErrorKind> = {
  invalid: { code: "bad_request" },
  "clipboard-not-responding": { code: "clipboard_not_responding" },
  "dialog-open": { code: "dialog_open", retry: false },
  "input-busy": { code: "input_busy" },
  "input-not-answered": { code: "page_not_responding", retry: false },
  network: { code: "network_error", retry: false },
  "page-closed": { code: "page_closed", retry: false },
  "page-crashed": { code: "page_crashed", retry: false },
  "page-not-responding": { code: "page_not_responding" },
  "response-too-large": { code: "response_too_large", retry: false },
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
  "no-terminal": { code: "no_terminal" },
  "not-found": { code: "process_not_found" },
  "stdin-closed": { code: "stdin_closed", retry: false },
  "stdin-stalled": { code: "stdin_stalled", retry: false },
  "too-many-processes": { code: "too_many_processes", retry: false },
  unsupported,
};

const nameTaken: Answer = { code: "conflict", detail: "conflict", retry: false };

/** assumed: the API has no limit of memory. Requests that may be partly done are not retryable. */
const sessionAnswers: Answers<SessionErrorKind> = {
  "browser-not-started": { code: "browser_start_failed", retry: false },
  "browser-restarted": { code: "browser_restarted", retry: false },
  ended: { code: "browser_deleted" },
  "name-taken": nameTaken,
  "not-enough-memory": { code: "not_enough_memory", retry: false },
  "not-found": { code: "not_found" },
  "shutting-down": { code: "shutting_down" },
  "wrong-token": { code: "unauthorized" },
};

/** assumed: the API has no limit of queued invocations. */
const appAnswers: Answers<AppErrorKind> = {
  ended: { code: "conflict", retry: false },
  invalid: { code: "bad_request" },
  "not-found": { code: "not_found" },
  "shutting-down": { code: "shutting_down" },
  "too-many-invocations": { code: "too_many_invocations", retryAfterSeconds: 10 },
};

const jobAnswers: Answers<JobErrorKind> = { invalid: { code: "bad_request" } };

const extensionAnswers: Answers<ExtensionErrorKind> = {
  invalid: { code: "bad_request" },
  "not-found": { code: "not_found" },
  unsupported,
};

const profileAnswers: Answers<ProfileErrorKind> = {
  claimed: { code: "conflict", detail: "conflict", retry: false },
  damaged: { code: "profile_damaged", retry: false },
  "in-use": { code: "resource_in_use", retry: false },
  invalid: { code: "bad_request" },
  loaded: { code: "conflict", detail: "conflict", retry: false },
  "not-found": { code: "not_found" },
  "not-saved": { code: "profile_not_saved", retry: false },
  "too-large": { code: "payload_too_large" },
};

const apiKeyAnswers: Answers<ApiKeyErrorKind> = {
  current: { code: "cannot_delete_current_key" },
  forbidden: { code: "forbidden" },
  invalid: { code: "bad_request" },
  "not-found": { code: "not_found" },
  replaced: { code: "conflict", retry: false },
  "start-up": { code: "conflict", retry: false },
};

/** assumed: all but `disabled`, `last-active` and `not-empty`; repeating a request frees no place (contract 2.18). */
const projectAnswers: Answers<ProjectErrorKind> = {
  default: { code: "conflict", retry: false },
  disabled: { code: "projects_disabled" },
  "in-use": { code: "resource_in_use", retry: false },
  "last-active": { code: "last_active_project", retry: false },
  "limit-reached": { code: "project_limit_reached", retry: false },
  "not-empty": { code: "project_not_empty", retry: false },
  "not-found": { code: "not_found" },
};

const proxyAnswers: Answers<ProxyErrorKind> = {
  "authorities-not-stored": { code: "browser_start_failed", retry: false },
  invalid: { code: "bad_request" },
  "not-found": { code: "not_found" },
  unsupported,
};

/** Maps a driver error to the API's error; undefined for any other error. */
export function driverAnswer(error: unknown): ApiError | undefined {
  if (error instanceof CdpClosedError) {
    return new ApiError(404, "browser_deleted", "the session ended during the request");
  }
  // assumed: status 500, which every operation can answer. Not retryable: a retry does not free disk space.
  if (error instanceof DiskFullError) return answered(error, { code: "disk_full", retry: false });
  if (error instanceof UniqueError) return answered(error, nameTaken);
  if (error instanceof ChaosError) return answered(error, { code: "chaos_error" });
  if (error instanceof NetworkError) {
    const { number, name } = error.netError;
    return answered(error, browserAnswers.network, { extra: { net_error: number, net_error_name: name } });
  }
  if (error instanceof ApiKeyError) return answered(error, apiKeyAnswers[error.kind]);
  if (error instanceof BrowserError) return answered(error, browserAnswers[error.kind]);
  if (error instanceof FileError) return answered(error, fileAnswers[error.kind]);
  if (error instanceof ProcessError) return processAnswer(error);
  if (error instanceof SessionError) return answered(error, sessionAnswers[error.kind]);
  if (error instanceof AppError) return answered(error, appAnswers[error.kind]);
  if (error instanceof JobError) return answered(error, jobAnswers[error.kind]);
  if (error instanceof ExtensionError) return answered(error, extensionAnswers[error.kind]);
  if (error instanceof ProjectError) return answered(error, projectAnswers[error.kind]);
  if (error instanceof InactiveProjectError) return answered(error, { code: "project_not_found" });
  if (error instanceof ProfileError) return answered(error, profileAnswers[error.kind]);
  if (error instanceof ProxyError) return answered(error, proxyAnswers[error.kind]);
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
    cause: error.cause,
    ...options,
  });
}
