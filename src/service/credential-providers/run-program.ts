import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { ProviderError } from "./provider-error.ts";

/** Maximum run time of a provider's program, in milliseconds. */
export const MAX_RUN_MS = 30_000;

/** Maximum size of what a program prints, in bytes. */
export const MAX_OUTPUT_BYTES = 16 * 2 ** 20;

/** Program of a provider. */
export interface ProviderProgram {
  /** Name of the provider, for messages. */
  readonly name: string;
  /** Program and its own arguments. */
  readonly command: readonly [string, ...string[]];
  /** Environment, with the token. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * Runs a provider's program with further arguments, without a shell, and returns what it prints to stdout. It leads a
 * session of its own without a terminal, its stdin is empty, and nobody reads its stderr, which may hold a secret. The
 * program and its group are killed after {@link MAX_RUN_MS} and by the signal. Throws a {@link ProviderError} `failed`
 * whose message has nothing that was printed.
 */
export function runProgram(
  { name, command: [file, ...own], env }: ProviderProgram,
  args: readonly string[],
  signal: AbortSignal,
): Promise<string> {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const child = spawn(file, [...own, ...args], {
      cwd: "/",
      env,
      detached: true,
      stdio: ["ignore", "pipe", "ignore"],
    });
    const chunks: Buffer[] = [];
    let size = 0;
    let isOver = false;
    const end = (finish: () => void): void => {
      if (isOver) return;
      isOver = true;
      clearTimeout(limit);
      signal.removeEventListener("abort", onAbort);
      killGroup(child);
      // A process that has left the group may hold the other end.
      child.stdout?.destroy();
      finish();
    };
    const fail = (what: string): void => end(() => reject(failed(name, file, what)));
    const onAbort = (): void => end(() => reject(signal.reason));
    const limit = setTimeout(
      () => fail(`did not finish within ${MAX_RUN_MS / 1_000} seconds and was ended`),
      MAX_RUN_MS,
    );
    signal.addEventListener("abort", onAbort, { once: true });
    child.on("error", (error: NodeJS.ErrnoException) => fail(startFailure(error)));
    child.stdout?.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size > MAX_OUTPUT_BYTES) fail(`printed more than ${MAX_OUTPUT_BYTES / 2 ** 20} MiB`);
      else chunks.push(chunk);
    });
    child.on("close", (code, killed) => {
      if (killed !== null) return fail(`was ended by ${killed}`);
      if (code !== 0) return fail(`failed with exit code ${code}; run it yourself to see what it says`);
      end(() => resolve(Buffer.concat(chunks).toString("utf8")));
    });
  });
}

/** Runs a program that prints JSON. Throws a {@link ProviderError} `failed`. */
export async function runForJson(
  program: ProviderProgram,
  args: readonly string[],
  signal: AbortSignal,
): Promise<unknown> {
  const printed = await runProgram(program, args, signal);
  try {
    return JSON.parse(printed);
  } catch {
    // The message of the parser has a part of the text.
    throw failed(program.name, program.command[0], "did not print one JSON value");
  }
}

/** Failure of a provider's program, in words that follow its name. */
export function failed(name: string, file: string, what: string): ProviderError {
  return new ProviderError("failed", `the program of the credential provider ${JSON.stringify(name)} ${what}`, {
    withMachine: `the program "${file}" of the credential provider ${JSON.stringify(name)} ${what}`,
  });
}

function startFailure({ code }: NodeJS.ErrnoException): string {
  if (code === "ENOENT") return "was not found: install it, or name another one by command";
  if (code === "EACCES") return "is not executable";
  return `cannot be started (${code ?? "unknown"})`;
}

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // All of its processes have ended.
  }
}
