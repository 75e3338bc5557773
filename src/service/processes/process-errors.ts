import { DriverError, type DriverErrorOptions } from "../driver-error.ts";
import type { LaunchWord } from "./launcher.ts";

/** Kinds of failures of a session's process. */
export type ProcessErrorKind =
  | "command-not-executable"
  | "command-not-found"
  | "command-too-long"
  | "container-failed"
  | "directory-not-found"
  | "ended"
  | "executor-not-found"
  | "executor-stopped"
  | "invalid"
  | "no-terminal"
  | "not-found"
  | "stdin-closed"
  | "stdin-stalled"
  | "too-many-executors"
  | "too-many-processes"
  | "unsupported";

export interface ProcessErrorOptions extends DriverErrorOptions {
  exitCode?: number | undefined;
  writtenBytes?: number | undefined;
}

/** Error of a process of a session, or of its start. */
export class ProcessError extends DriverError<ProcessErrorKind> {
  override readonly name = "ProcessError";
  /** Exit code of a process that has ended. */
  readonly exitCode: number | undefined;
  /** Bytes that were written to the process's input before the failure. */
  readonly writtenBytes: number | undefined;
  constructor(kind: ProcessErrorKind, message: string, options: ProcessErrorOptions = {}) {
    super(kind, message, options);
    this.exitCode = options.exitCode;
    this.writtenBytes = options.writtenBytes;
  }
}

/** Error for a command that cannot be run; a shell exits with 127 or 126. */
export function commandRefused(
  word: Exclude<LaunchWord, "ok">,
  { command, cwd }: { command: string; cwd: string },
): ProcessError {
  const problems = {
    no_command: ["command-not-found", "command", `there is no program ${JSON.stringify(command)}`],
    not_executable: ["command-not-executable", "command", `${JSON.stringify(command)} cannot be executed`],
    no_directory: ["directory-not-found", "cwd", `there is no directory ${JSON.stringify(cwd)} that can be entered`],
  } as const;
  const [kind, path, message] = problems[word];
  return new ProcessError(kind, message, { problems: [{ path, message }] });
}

/** Error for arguments and environment that are too long for the system. */
export function tooLong(): ProcessError {
  const message = "command, arguments and environment together are longer than the system allows";
  return new ProcessError("command-too-long", message, { problems: [{ path: "args", message }] });
}

/** Error for text with a NUL character, which no argument, path or variable can contain. */
export function hasNul(path: string): ProcessError {
  const problems = [{ path, message: "must not contain a NUL character" }];
  return new ProcessError("invalid", "the request is not valid", { problems });
}

/** Error for a container failure. */
export function containerFailed(reason: string): ProcessError {
  const message = "the session's container could not run the command";
  return new ProcessError("container-failed", message, { withMachine: `${message}: ${reason}` });
}

/** Error for too many running processes. */
export function tooManyProcesses(limit: number): ProcessError {
  return new ProcessError("too-many-processes", `${limit} processes of the session are already running; end one first`);
}

/** Error for too many named executors. */
export function tooManyExecutors(limit: number): ProcessError {
  return new ProcessError("too-many-executors", `the session has ${limit} named executors already; delete one first`);
}

/** Error for an unknown executor. */
export function noExecutor(name: string): ProcessError {
  return new ProcessError("executor-not-found", `there is no executor ${JSON.stringify(name)} in the session`);
}

/** Error for a call whose executor was deleted, or restarted. */
export function executorStopped(name: string, how: "deleted" | "restarted"): ProcessError {
  return new ProcessError("executor-stopped", `the executor ${JSON.stringify(name)} was ${how} during the call`);
}

/** Error for an unknown process id. */
export function noProcess(id: string): ProcessError {
  return new ProcessError("not-found", `there is no process ${JSON.stringify(id)} in the session`);
}

/** Error for a process that has ended, with its exit code (contract 1.5, 1.6). */
export function notRunning(id: string, exitCode: number, writtenBytes?: number): ProcessError {
  return new ProcessError("ended", `process "${id}" has ended with exit code ${exitCode}`, { exitCode, writtenBytes });
}

/** Error for input that the process does not read. */
export function stdinStalled(writtenBytes: number, seconds: number): ProcessError {
  const message = `the process has read none of its input for ${seconds} s; ${writtenBytes} bytes were written`;
  return new ProcessError("stdin-stalled", message, { writtenBytes });
}

/** Error for input that was ended by the client or closed by the process. */
export function stdinClosed(writtenBytes: number): ProcessError {
  return new ProcessError("stdin-closed", "the standard input of the process is closed", { writtenBytes });
}

/** Error for a resize of a process without a terminal (contract 2.7). */
export function noTerminal(id: string): ProcessError {
  return new ProcessError("no-terminal", `process "${id}" has no terminal; spawn it with allocate_tty`);
}
