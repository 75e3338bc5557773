import type { ChildProcess } from "node:child_process";
import { readlink, rmdir, unlink } from "node:fs/promises";
import { constants } from "node:os";
import { basename, dirname, join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { within } from "../../core/pause.ts";
import { hasEnded } from "../../core/process-ended.ts";
import { background } from "../error-owner.ts";
import { BrowserConnection } from "./browser-connection.ts";
import type { BrowserHost } from "./browser-host.ts";

/** Exit of a Chromium. `reason` is text for the user; `expected` is true after `close` or `kill`. */
export interface ChromiumExit {
  code: number | null;
  signal: NodeJS.Signals | null;
  reason: string;
  expected: boolean;
  /** True when the browser closed in order, so that its profile is complete. */
  clean: boolean;
}

/** Running Chromium. */
export interface Chromium {
  readonly pid: number;
  readonly connection: BrowserConnection;
  readonly version: { product: string; userAgent: string; protocol: string };
  /** False for root, where Chromium does not start with its sandbox. */
  readonly sandboxed: boolean;
  /** True when it runs in a container and sees only its session and the machine's system directories. */
  readonly confined: boolean;
  /** Resolves once, when the process has ended; never rejects. */
  readonly exited: Promise<ChromiumExit>;
  /** True once it has ended. */
  readonly ended: boolean;
  /** Converts a path of the machine to the path that the browser sees. */
  inside(path: string): string;
  /**
   * Closes Chromium in order, with its profile written; kills it after `boundMs` (default 10 000). Resolves at its
   * exit.
   */
  close(boundMs?: number): Promise<void>;
  /** Kills Chromium and its children. Idempotent. */
  kill(): void;
}

export type StartFailure =
  | "missing"
  | "not_executable"
  | "profile_in_use"
  | "missing_library"
  | "no_sandbox"
  | "ended"
  | "timeout";

/** Error for a failed start. `message` contains the end of stderr, `stderr` up to 4 000 characters of it. */
export class ChromiumStartError extends Error {
  override readonly name = "ChromiumStartError";
  readonly failure: StartFailure;
  readonly exitCode: number | null;
  readonly stderr: string;
  constructor(failure: StartFailure, message: string, exitCode: number | null = null, stderr = "") {
    super(message);
    this.failure = failure;
    this.exitCode = exitCode;
    this.stderr = stderr;
  }
}

const CLOSE_BOUND_MS = 10_000;
/** Time for a launcher to report the browser's process id, in milliseconds. */
const PID_BOUND_MS = 2_000;
const PROFILE_IN_USE_CODE = 21;
/** Maximum wait for the end of stderr, which a remaining child of Chromium may hold open. */
const STDERR_BOUND_MS = 500;
/** Harmless messages: Chromium's without a D-Bus, and those of Debian's wrapper script on machines with much memory. */
const NOISE = /:ERROR:dbus\/|: unexpected operator$/;
const MAX_LINE = 2_000;
const MAX_TAIL = 4_000;

export interface ChromiumProcessOptions {
  child: ChildProcess;
  /** Chromium's process id, when the child is its launcher. */
  pid: Promise<number | undefined>;
  host: BrowserHost;
  sandboxed: boolean;
  log?: (line: string) => void;
}

export interface ReadyOptions {
  startTimeoutMs?: number;
  signal?: AbortSignal;
}

/** Spawned Chromium: fd 3 for commands, fd 4 for answers, leader of its own process group. */
export class ChromiumProcess implements Chromium {
  readonly connection: BrowserConnection;
  readonly sandboxed: boolean;
  readonly exited: Promise<ChromiumExit>;
  version = { product: "", userAgent: "", protocol: "" };
  readonly #child: ChildProcess;
  readonly #spawnFailed: Promise<NodeJS.ErrnoException>;
  readonly #drained: Promise<void>;
  #tail = "";
  #ended = false;
  readonly #host: BrowserHost;
  readonly #ownPid: Promise<number | undefined>;
  #pid: number | undefined;
  #stopRequest: "closed" | "killed" | undefined;

  constructor({ child, pid, host, sandboxed, log }: ChromiumProcessOptions) {
    this.#child = child;
    this.#ownPid = pid;
    this.sandboxed = sandboxed;
    this.#host = host;
    this.connection = new BrowserConnection(child.stdio[3] as Writable, child.stdio[4] as Readable);
    background(
      pid.then((own) => {
        this.#pid = own;
      }),
    );
    this.#spawnFailed = new Promise((resolve) => child.on("error", resolve));
    this.#drained = this.#drain(child.stderr as Readable, log);
    this.exited = new Promise((resolve) => {
      child.once("exit", (exitCode, exitSignal) => {
        this.#ended = true;
        const { code, signal } = host.confined
          ? passedOn(exitCode, exitSignal)
          : { code: exitCode, signal: exitSignal };
        const expected = this.#stopRequest !== undefined;
        const ended = { code, signal, reason: this.#reason(code, signal), expected, clean: code === 0 };
        // In a container its temporary directory is removed with the session.
        const removed = host.confined ? Promise.resolve() : removeSingletonDirectory(host.profileDir);
        removed.then(
          () => resolve(ended),
          () => resolve(ended),
        );
      });
    });
  }

  get ended(): boolean {
    return this.#ended;
  }

  get confined(): boolean {
    return this.#host.confined;
  }

  inside(path: string): string {
    return this.#host.inside(path);
  }

  get pid(): number {
    return this.#pid ?? this.#child.pid ?? 0;
  }

  /**
   * Waits for the first CDP answer. Throws {@link ChromiumStartError} or the signal's reason; the process is killed
   * then.
   */
  async ready(executable: string, { startTimeoutMs = 30_000, signal }: ReadyOptions): Promise<void> {
    const stopped = Promise.withResolvers<never>();
    const timer = setTimeout(() => stopped.reject(this.#timeout(startTimeoutMs)), startTimeoutMs);
    const abort = () => stopped.reject(signal?.reason);
    signal?.addEventListener("abort", abort, { once: true });
    try {
      await Promise.race([this.#firstAnswer(), this.#failure(executable), stopped.promise]);
    } catch (error) {
      this.kill();
      if (this.#child.pid !== undefined) await this.exited;
      throw error;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
    }
  }

  async close(boundMs = CLOSE_BOUND_MS): Promise<void> {
    if (this.#ended) return;
    this.#stopRequest ??= "closed";
    this.connection.send("Browser.close").catch(() => {});
    const timer = setTimeout(() => this.kill(), boundMs);
    await this.exited;
    clearTimeout(timer);
  }

  kill(): void {
    if (this.#ended || this.#child.pid === undefined) return;
    this.#stopRequest ??= "killed";
    // The process id of a browser in a container is known shortly after its launcher has started.
    if (this.#pid === undefined) background(within(this.#ownPid, PID_BOUND_MS).then(() => this.#killGroup()));
    else this.#killGroup();
  }

  /**
   * Kills the browser with its processes. In a container the launcher must outlive the browser: the container ends only
   * when the browser's exit code is collected, and nothing may collect that of an orphan.
   */
  #killGroup(): void {
    const { pid } = this.#child;
    if (this.#ended || pid === undefined) return;
    const own = this.#pid ?? pid;
    // A browser that was just started is not a group leader yet.
    const isKilled = process.platform !== "win32" && [-own, own, -pid].some(kills);
    if (!isKilled) this.#child.kill("SIGKILL");
  }

  async #firstAnswer(): Promise<void> {
    const answer = await this.connection.send("Browser.getVersion").catch(() => undefined);
    // The exit follows a closed pipe, and has the reason.
    if (!answer) return new Promise(() => {});
    await this.#ownPid;
    this.version = { product: answer.product, userAgent: answer.userAgent, protocol: answer.protocolVersion };
  }

  /** Rejects when the process could not be created, or when it has ended. */
  async #failure(executable: string): Promise<never> {
    const failed = await Promise.race([this.#spawnFailed, this.exited]);
    if (failed instanceof Error) throw spawnFailure(executable, failed);
    await within(this.#drained, STDERR_BOUND_MS);
    const tail = this.#tail.trim();
    const details = tail === "" ? "" : `: ${tail.slice(-1_000)}`;
    const { code, signal } = failed;
    if (code === PROFILE_IN_USE_CODE)
      throw new ChromiumStartError("profile_in_use", "another Chromium uses this profile directory", code, tail);
    if (/error while loading shared libraries/.test(tail))
      throw new ChromiumStartError("missing_library", `Chromium lacks a system library${details}`, code, tail);
    if (/No usable sandbox/i.test(tail))
      throw new ChromiumStartError(
        "no_sandbox",
        `Chromium's sandbox does not work on this machine${details}`,
        code,
        tail,
      );
    const how = signal ? `was ended by ${signal}` : `ended with exit code ${code}`;
    throw new ChromiumStartError("ended", `Chromium ${how} before it was ready${details}`, code, tail);
  }

  #timeout(ms: number): ChromiumStartError {
    const tail = this.#tail.trim();
    const details = tail === "" ? "" : `; it said: ${tail.slice(-1_000)}`;
    return new ChromiumStartError("timeout", `Chromium was not ready within ${ms / 1000} s${details}`, null, tail);
  }

  #reason(code: number | null, signal: NodeJS.Signals | null): string {
    if (this.#stopRequest === "closed" && code === 0) return "Chromium was closed";
    if (this.#stopRequest === "killed") return "Chromium was killed";
    if (signal) return `Chromium was ended by ${signal}`;
    return code === 0 ? "Chromium ended by itself" : `Chromium ended with exit code ${code}`;
  }

  /** Drains stderr, so that Chromium never blocks, and keeps its end. */
  #drain(stderr: Readable, log: ((line: string) => void) | undefined): Promise<void> {
    let partial = "";
    const take = (line: string) => {
      const short = line.slice(0, MAX_LINE);
      if (!NOISE.test(short)) this.#tail = `${this.#tail}${short}\n`.slice(-MAX_TAIL);
      log?.(short);
    };
    stderr.setEncoding("utf8");
    stderr.on("data", (text: string) => {
      const lines = (partial + text).split("\n");
      partial = lines.pop()?.slice(0, MAX_LINE) ?? "";
      for (const line of lines) take(line);
    });
    stderr.on("error", () => {});
    return new Promise((resolve) => {
      stderr.once("close", () => {
        if (partial !== "") take(partial);
        resolve();
      });
    });
  }
}

/** Kills a process, or a process group for a negative id. Returns false when it does not exist. */
function kills(id: number): boolean {
  try {
    return process.kill(id, "SIGKILL");
  } catch {
    return false;
  }
}

/** Decodes the exit of a browser in a container, which the launcher reports as 128 plus the signal's number. */
function passedOn(
  code: number | null,
  signal: NodeJS.Signals | null,
): { code: number | null; signal: NodeJS.Signals | null } {
  const names = Object.entries(constants.signals) as [NodeJS.Signals, number][];
  const own = names.find(([, number]) => code === 128 + number)?.[0];
  return own === undefined ? { code, signal } : { code: null, signal: own };
}

/**
 * Removes the directory of the lock socket that a killed Chromium leaves outside its profile; the profile links to it.
 * Removes only Chromium's two files and their directory, and nothing while another Chromium has the lock. Never fails.
 */
async function removeSingletonDirectory(userDataDir: string): Promise<void> {
  const lock = await readlink(join(userDataDir, "SingletonLock")).catch(() => "");
  const owner = Number(/-(\d+)$/.exec(lock)?.[1]);
  if (owner > 0 && !(await hasEnded(owner))) return;
  const socket = await readlink(join(userDataDir, "SingletonSocket")).catch(() => "");
  const directory = dirname(socket);
  if (basename(socket) !== "SingletonSocket" || !/^\.?(org|com)\.[\w.]+\.\w{6}$/.test(basename(directory))) return;
  for (const name of ["SingletonSocket", "SingletonCookie"]) await unlink(join(directory, name)).catch(() => {});
  await rmdir(directory).catch(() => {});
}

/** Error for a process that the system could not create. */
export function spawnFailure(executable: string, error: NodeJS.ErrnoException): ChromiumStartError {
  if (error.code === "ENOENT")
    return new ChromiumStartError("missing", `"${executable}" does not exist, or the interpreter it names does not`);
  if (error.code === "EACCES")
    return new ChromiumStartError("not_executable", `"${executable}" cannot be executed (permission denied)`);
  return new ChromiumStartError("ended", `"${executable}" cannot be started: ${error.message}`);
}
