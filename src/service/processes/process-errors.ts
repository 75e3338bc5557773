import { ApiError, badRequest, type ErrorDetail } from "../api-error.ts";
import type { LaunchWord } from "./launcher.ts";

const doNotRepeat = { "x-should-retry": "false" };

/** 400 for a command that cannot be run; a shell says 127 and 126 for it. assumed: the codes are ours. */
export function commandRefused(
  word: Exclude<LaunchWord, "ok">,
  { command, cwd }: { command: string; cwd: string },
): ApiError {
  const problems = {
    no_command: ["command_not_found", "command", `there is no program ${JSON.stringify(command)}`],
    not_executable: ["command_not_executable", "command", `${JSON.stringify(command)} cannot be executed`],
    no_folder: ["cwd_not_found", "cwd", `there is no folder ${JSON.stringify(cwd)} that can be entered`],
  } as const;
  const [code, field, text] = problems[word];
  return new ApiError(400, code, text, { details: [{ code: "invalid_input", message: `${field}: ${text}` }] });
}

/** 400 for arguments and environment that the system does not take. */
export function tooLong(): ApiError {
  const text = "command, arguments and environment together are longer than the system takes";
  return new ApiError(400, "command_too_long", text, {
    details: [{ code: "invalid_input", message: `args: ${text}` }],
  });
}

/** 400 for text with a NUL, which no argument, path or variable can hold. */
export function hasNul(path: string): ApiError {
  return badRequest("the request is not valid", [{ path, message: "must not contain a NUL character" }]);
}

/** 500 when the container itself fails. */
export function containerFailed(reason: string): ApiError {
  return new ApiError(500, "container_failed", `the session's container could not run the command: ${reason}`, {
    headers: doNotRepeat,
  });
}

/** 429 for one process too many. assumed: 256 of a session run at the same time; the API names no limit. */
export function tooManyProcesses(limit: number): ApiError {
  return new ApiError(429, "too_many_processes", `${limit} processes of the session run already; end one first`, {
    headers: doNotRepeat,
  });
}

/** 404 for an id that no process of the session has. */
export function noProcess(id: string): ApiError {
  return new ApiError(404, "process_not_found", `there is no process ${JSON.stringify(id)} in the session`);
}

/** 404 for a process that has ended, with its exit code (contract 1.5, 1.6). */
export function notRunning(id: string, exitCode: number, written?: number): ApiError {
  const details: ErrorDetail[] = [
    { code: "exit_code", message: `exit code ${exitCode}` },
    ...(written === undefined ? [] : [{ code: "written_bytes" as const, message: String(written) }]),
  ];
  return new ApiError(404, "process_not_running", `process "${id}" has ended with exit code ${exitCode}`, { details });
}

/** 504 for input that nobody reads. */
export function stdinStalled(written: number, seconds: number): ApiError {
  const text = `the process has read none of its input for ${seconds} s; ${written} bytes were written`;
  return new ApiError(504, "stdin_stalled", text, {
    details: [{ code: "written_bytes", message: String(written) }],
    headers: doNotRepeat,
  });
}

/** 409 for input that was ended by us or that the process has closed. assumed: the code is ours. */
export function stdinClosed(written: number): ApiError {
  return new ApiError(409, "stdin_closed", "the standard input of the process is closed", {
    details: [{ code: "written_bytes", message: String(written) }],
    headers: doNotRepeat,
  });
}

/** 400 for a size of something that has none (contract 2.7). */
export function noTerminal(id: string): ApiError {
  return new ApiError(400, "no_terminal", `process "${id}" has no terminal; spawn it with allocate_tty`);
}

/** 408 after the time limit of an exec; everything it started is dead. */
export function execTimeout(seconds: number): ApiError {
  return new ApiError(408, "timeout", `the command did not end within ${seconds} s (timeout_sec); it was killed`, {
    headers: doNotRepeat,
  });
}

/** 413 for an exec that prints more than is kept. */
export function outputTooLarge(stream: string, limit: number): ApiError {
  const text = `the command wrote more than ${limit / 2 ** 20} MiB to ${stream} and was killed; spawn it and read its output`;
  return new ApiError(413, "output_too_large", text, { headers: doNotRepeat });
}
