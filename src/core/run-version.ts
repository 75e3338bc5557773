import { spawn } from "node:child_process";

/** Result of a program that prints its version. */
export interface VersionRun {
  /** Failure of the program; undefined when it exited with 0. */
  failed: { code?: string | number | null; killed?: boolean } | undefined;
  stdout: string;
  stderr: string;
}

const MAX_OUTPUT = 65_536;

/**
 * Runs a program such as `openbox --version` in its own process group, so that a wrapper script that hangs is killed with
 * its children after `timeoutMs`. Reads at most 64 Ki characters of each stream.
 */
export function runVersion(
  [executable, ...args]: readonly [string, ...string[]],
  env: NodeJS.ProcessEnv,
  timeoutMs: number,
): Promise<VersionRun> {
  return new Promise((resolve) => {
    const child = spawn(executable, args, { env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
    let stdout = "";
    let stderr = "";
    let killed = false;
    const timer = setTimeout(() => {
      killed = true;
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, "SIGKILL");
      // A process that has left the group may still hold the other ends.
      child.stdout.destroy();
      child.stderr.destroy();
    }, timeoutMs);
    const done = (failed: VersionRun["failed"]) => {
      clearTimeout(timer);
      resolve({ failed, stdout, stderr });
    };
    child.on("error", (error: NodeJS.ErrnoException) => done({ code: error.code ?? null }));
    child.stdout?.setEncoding("utf8").on("data", (text: string) => (stdout = (stdout + text).slice(0, MAX_OUTPUT)));
    child.stderr?.setEncoding("utf8").on("data", (text: string) => (stderr = (stderr + text).slice(-MAX_OUTPUT)));
    child.on("close", (code) => done(code === 0 ? undefined : { code, killed }));
  });
}

/** Last line of an output, at most 300 characters. */
export function lastLine(text: string): string {
  return text.trim().split("\n").at(-1)?.trim().slice(0, 300) ?? "";
}
