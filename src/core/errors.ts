import type { ClientCode, EndCode, ServiceCode } from "./client-code.ts";
import { type ExitName, exitCode } from "./exit-codes.ts";
import { table } from "./table.ts";

/** Kind of a problem, for decisions in code; its message is only for people. */
export type ProblemKind = "missing" | "out-of-range" | "unknown-flag";

/** One problem with the input: `path` is a flag, an argument or a field, `message` is its rule and the way out. */
export interface Problem {
  path: string;
  message: string;
  kind?: ProblemKind;
  /** Complete text, if path and message do not form a sentence. */
  sentence?: string;
}

/** A value, as far as it could be read, and the problems with it. */
export interface Found<T> {
  readonly value: T;
  readonly problems: readonly Problem[];
}

/** Text of a problem: `--port: must be 0 to 65535, not 70000`. */
export function problemText({ path, message, sentence }: Problem): string {
  return sentence ?? `${path}: ${message}`;
}

/** Problem of a flag, a field or an argument without its value. */
export function missing(path: string): Problem & { kind: "missing" } {
  return { path, message: "is missing", kind: "missing" };
}

/** Problem of an argument that was not typed. */
export function missingArgument(name: string): Problem {
  return { ...missing(`<${name}>`), sentence: `missing argument <${name}>` };
}

export interface CliErrorOptions {
  /** Machine-readable code; the exit's name by default. */
  code?: ClientCode | EndCode | ServiceCode | undefined;
  problems?: readonly Problem[] | undefined;
  /** The API's `details`, as they came. */
  details?: readonly { code?: string; message?: string }[] | undefined;
  innerError?: { code?: string; message?: string } | undefined;
  httpStatus?: number | undefined;
  /** Milliseconds after which the service allows a retry; at most a minute. */
  retryAfterMs?: number | undefined;
  /** A command to copy. */
  hint?: string | undefined;
  /** Text form in typed words, when the service's own text names fields of the API. */
  typed?: { readonly message: string; readonly details: readonly string[]; readonly hint?: string } | undefined;
  /** Exit with this number instead of the named one (a child's own code, 143). */
  exitNumber?: number | undefined;
  /** Further members of the JSON form, such as `net_error`. */
  extra?: Record<string, unknown> | undefined;
  cause?: unknown;
}

/** Any failure a command reports. One boundary turns it into text or JSON on stderr and into an exit code. */
export class CliError extends Error {
  override readonly name = "CliError";
  readonly exit: ExitName;
  readonly options: CliErrorOptions;
  constructor(exit: ExitName, message: string, options: CliErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.exit = exit;
    this.options = options;
  }

  get exitNumber(): number {
    return this.options.exitNumber ?? exitCode(this.exit);
  }

  get code(): string {
    return this.options.code ?? this.exit.replaceAll("-", "_");
  }
}

/** Exit 2 with every problem at once; a single one is the message itself. */
export function usageError(problems: readonly Problem[], hint?: string): CliError {
  const [first] = problems;
  const message = problems.length === 1 && first ? problemText(first) : `${problems.length} problems with the input`;
  return new CliError("usage", message, { problems, hint });
}

/** The command was interrupted by a signal; everything was cleaned up. */
export class InterruptedError extends CliError {
  readonly signal: "SIGINT" | "SIGTERM" | "SIGHUP";
  constructor(signal: "SIGINT" | "SIGTERM" | "SIGHUP") {
    super("interrupted", "interrupted", { exitNumber: signal === "SIGINT" ? 130 : signal === "SIGTERM" ? 143 : 129 });
    this.signal = signal;
  }
}

const fileReasons = table<string>({
  ENOENT: "no such file or directory",
  EACCES: "permission denied",
  EPERM: "permission denied",
  EISDIR: "is a directory",
  ENOTDIR: "a part of the path is not a directory",
  ENOSPC: "no space left on the device",
  EDQUOT: "the disk quota is used up",
  EROFS: "the file system is read-only",
  EEXIST: "already exists",
  EMFILE: "too many open files",
  ENAMETOOLONG: "the name is too long",
});

/** Exit 10 for a failed file operation here, naming the file and the reason. */
export function fileError(action: string, path: string, cause: unknown): CliError {
  const code = (cause as NodeJS.ErrnoException | undefined)?.code ?? "";
  const reason = fileReasons.get(code) ?? (cause instanceof Error ? cause.message : String(cause));
  return new CliError("local-file", `cannot ${action} "${path}": ${reason}`, { cause });
}
