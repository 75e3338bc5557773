import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, fstatSync, openSync } from "node:fs";
import { join, resolve } from "node:path";
import { untilAborted, withTimeLimit } from "../../core/abort.ts";
import type { ClientCode } from "../../core/client-code.ts";
import { commandLine } from "../../core/command-line.ts";
import { CliError, fileError } from "../../core/errors.ts";
import { type ExitName, exitNumbers } from "../../core/exit-codes.ts";
import { withFileLock } from "../../core/file-lock.ts";
import type { WrittenState } from "../../settings/local-state.ts";
import { logFile } from "../../settings/log-files.ts";
import { lastLines, rotateLog } from "../machine/log-files.ts";
import { prepareStateDir } from "../machine/state-dir.ts";
import { type AnsweringState, runningState } from "./running-state.ts";
import { START_CHANNEL, type StartMessage } from "./serve-options.ts";

export interface StartDetachedOptions {
  stateDir: string;
  /** Version of this program; a service of another major version is not reused. */
  version: string;
  /** Command line that runs `serve` on the same directory. */
  command: readonly [file: string, ...args: string[]];
  /** Environment of the service. */
  env: Readonly<Record<string, string | undefined>>;
  /** Requested port; a running service on another port is an error. */
  port?: number | undefined;
  /** Maximum time until the service is ready; 60 000 when omitted. */
  readyTimeoutMs?: number | undefined;
  /** Maximum time until a running service answers; 15 000 when omitted. */
  answerTimeoutMs?: number | undefined;
  signal?: AbortSignal | undefined;
}

/** Ready service. */
export interface StartedService {
  base_url: string;
  pid: number;
  port: number;
  state_dir: string;
  token: string;
  version: string;
  log_file: string;
  /** Address of the demo site, where it is served. */
  demo_site?: string | undefined;
  /** True when the service was already running. */
  already_running: boolean;
}

const READY_TIMEOUT_MS = 60_000;
const ANSWER_TIMEOUT_MS = 15_000;
/** Maximum wait for another start or stop on the same directory. */
const OTHERS_BOUND_MS = 75_000;
const LOG_LINES = 20;

/**
 * Starts the service in the background and returns it once it is ready; returns a running service. Idempotent:
 * concurrent starts return the same service. Exit 1: it did not start (with the end of its log), or a running service
 * does not answer or has another major version; exit 10: the state directory cannot be used. An error or an abort
 * leaves no new process running.
 */
export async function startDetached(options: StartDetachedOptions): Promise<StartedService> {
  const { stateDir, signal, answerTimeoutMs = ANSWER_TIMEOUT_MS } = options;
  await prepareStateDir(stateDir);
  return await withFileLock(join(stateDir, "start.lock"), { timeoutMs: OTHERS_BOUND_MS, signal }, async () => {
    const running = await runningState(stateDir, answerTimeoutMs, signal);
    if (running) {
      checkRunning(running, options);
      return started(running, true);
    }
    return started(await spawnService(options), false);
  });
}

function started(state: AnsweringState | WrittenState, alreadyRunning: boolean): StartedService {
  const { base_url, demo_site, pid, port, state_dir, token, version } = state;
  return {
    base_url,
    pid,
    port,
    state_dir,
    token,
    version,
    log_file: logFile(state_dir),
    demo_site,
    already_running: alreadyRunning,
  };
}

function checkRunning(state: AnsweringState, { version, port }: StartDetachedOptions): void {
  const hint = "browserctl local stop && browserctl local start";
  if (major(state.version) !== major(version)) {
    throw new CliError("failed", `a local service of version ${state.version} is running; this is ${version}`, {
      code: "other_version",
      hint,
    });
  }
  if (port !== undefined && port !== 0 && port !== state.port) {
    throw new CliError("failed", `the local service is already running, on port ${state.port}`, {
      code: "already_running",
      hint: `browserctl local stop && ${commandLine`local start --port ${port}`}`,
    });
  }
}

/** Major version. assumed: before 1.0 every minor version may be incompatible, as in semantic versioning. */
function major(version: string): string {
  const [first = "", second = ""] = version.split(".");
  return first === "0" ? `0.${second}` : first;
}

async function spawnService(options: StartDetachedOptions): Promise<WrittenState> {
  const { stateDir, signal, readyTimeoutMs = READY_TIMEOUT_MS } = options;
  const path = logFile(stateDir);
  rotateLog(path);
  const log = openLog(path);
  const logStart = fstatSync(log).size;
  let child: ChildProcess;
  try {
    const [file, ...args] = options.command;
    child = spawn(file, args, {
      cwd: stateDir,
      detached: true,
      env: { ...absolutePaths(options.env), [START_CHANNEL]: "1" },
      stdio: ["ignore", log, log, "ipc"],
      windowsHide: true,
    });
  } finally {
    closeSync(log);
  }
  try {
    const message = await withTimeLimit(
      { ms: readyTimeoutMs, late: () => notReady(readyTimeoutMs, path), signals: [signal] },
      (either) => untilAborted(firstMessage(child), either),
    );
    if (message?.type === "ready") return message.state;
    throw message ? failed(message, path) : await endedEarly(child, path, logStart);
  } catch (error) {
    child.kill("SIGKILL");
    throw error;
  } finally {
    if (child.connected) child.disconnect();
    child.unref();
  }
}

/** Makes relative paths absolute, because the service runs in another directory. A bare program name is looked up. */
function absolutePaths(env: StartDetachedOptions["env"]): Record<string, string | undefined> {
  const paths = ["BROWSERCTL_CHROMIUM", "CHROME_PATH"].flatMap((name) => {
    const path = env[name];
    return path !== undefined && /[\\/]/.test(path) ? [[name, resolve(path)] as const] : [];
  });
  return { ...env, ...Object.fromEntries(paths) };
}

/** First message of the service; undefined when it ends without one. Rejects when the process could not be created. */
function firstMessage(child: ChildProcess): Promise<StartMessage | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<StartMessage | undefined>();
  child.once("message", (message) => resolve(message as StartMessage));
  child.once("exit", () => resolve(undefined));
  child.once("error", (error) => {
    reject(new CliError("failed", `the local service could not be started: ${error.message}`, { cause: error }));
  });
  return promise;
}

function openLog(path: string): number {
  try {
    return openSync(path, "a", 0o600);
  } catch (error) {
    throw fileError("write", path, error);
  }
}

function failed(message: StartMessage & { type: "failed" }, path: string): CliError {
  const exit = message.exit in exitNumbers ? (message.exit as ExitName) : "failed";
  const code = message.code as ClientCode;
  return new CliError(exit, message.message, { code, hint: message.hint, extra: { log_file: path } });
}

async function endedEarly(child: ChildProcess, path: string, logStart: number): Promise<CliError> {
  const how = child.signalCode ? `was ended by ${child.signalCode}` : `ended with exit code ${child.exitCode}`;
  const lines = await lastLines(path, LOG_LINES, logStart);
  const details = lines === "" ? "" : `; the end of its log:\n${lines}`;
  return new CliError("failed", `the local service ${how} before it was ready${details}`, {
    code: "start_failed",
    hint: "browserctl local logs",
    extra: { log_file: path },
  });
}

function notReady(ms: number, path: string): CliError {
  return new CliError("failed", `the local service was not ready within ${ms / 1_000} s`, {
    code: "start_failed",
    hint: "browserctl local logs",
    extra: { log_file: path },
  });
}
