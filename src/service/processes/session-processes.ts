import { randomUUID } from "node:crypto";
import { within } from "../../core/pause.ts";
import type { Clock } from "../clock.ts";
import { type ExecLimits, type ExecResult, execCommand } from "./exec-command.ts";
import { type Launched, type LaunchRequest, launch } from "./launch.ts";
import { hasNul, noProcess, tooManyProcesses } from "./process-errors.ts";
import { killGroup, killMarked, signalGroup } from "./process-group.ts";
import type { SessionPaths } from "./session-paths.ts";
import { SessionProcess } from "./session-process.ts";
import { sessionHome } from "./session-root.ts";

/** A command as a client asks for it (contract 2.7). */
export interface CommandRequest {
  command: string;
  args?: readonly string[] | undefined;
  cwd?: string | null | undefined;
  env?: Readonly<Record<string, string>> | undefined;
  input: boolean;
  terminal?: { rows: number; cols: number } | undefined;
  result?: boolean | undefined;
}

/** Processes of a session that run at the same time. assumed: the API names no limit. */
export const RUNNING_LIMIT = 256;
/** Memory for the output of all of a session's processes; what has ended longest goes first. */
const OUTPUT_BUDGET = 128 * 2 ** 20;
/** Time that processes have between TERM and KILL when their session ends. assumed. */
const END_GRACE_MS = 500;

/** All processes of a session, as long as it lives. */
export class SessionProcesses {
  readonly paths: SessionPaths;
  readonly #clock: Clock;
  readonly #runningLimit: number;
  readonly #spawned = new Map<string, SessionProcess>();
  readonly #running = new Map<Launched, Promise<unknown>>();
  readonly #ended = new AbortController();
  #starting = 0;

  constructor(paths: SessionPaths, clock: Clock, runningLimit = RUNNING_LIMIT) {
    this.paths = paths;
    this.#clock = clock;
    this.#runningLimit = runningLimit;
  }

  /** Runs a command to its end. Throws as {@link launch} does, a {@link ProcessError} `too-many-processes`, and the signal's reason. */
  async exec(request: CommandRequest, limits: ExecLimits, signal: AbortSignal): Promise<ExecResult> {
    const launched = await this.#start(request, signal);
    return await execCommand(launched, limits, AbortSignal.any([signal, this.#ended.signal]));
  }

  /** Starts a command and leaves it running, until its time is over. Throws as {@link launch} does, and for spawned process too many. */
  async spawn(request: CommandRequest, timeoutSec: number | undefined, signal: AbortSignal): Promise<SessionProcess> {
    const begun = performance.now();
    const launched = await this.#start(request, signal);
    const facts = {
      id: randomUUID(),
      request: this.#resolve(request),
      startedAt: this.#clock.now(),
      begun,
      timeoutSec,
    };
    const process = new SessionProcess(facts, launched);
    this.#spawned.set(facts.id, process);
    void process.finished.then(() => this.#saveMemory());
    return process;
  }

  /** The spawned process with an id. Throws a {@link ProcessError} `not-found`. */
  require(id: string): SessionProcess {
    const process = this.#spawned.get(id);
    if (!process) throw noProcess(id);
    return process;
  }

  /** Every process that was spawned, in order. */
  list(): SessionProcess[] {
    return [...this.#spawned.values()];
  }

  /** Starts a process that counts as one of the session; after an abort it is killed again. */
  async #start(request: CommandRequest, signal: AbortSignal): Promise<Launched> {
    const either = AbortSignal.any([signal, this.#ended.signal]);
    either.throwIfAborted();
    if (this.#running.size + this.#starting >= this.#runningLimit) throw tooManyProcesses(this.#runningLimit);
    const resolved = this.#resolve(request);
    this.#saveMemory();
    this.#starting += 1;
    let launched: Launched;
    try {
      launched = await launch(this.paths, resolved);
    } catch (error) {
      either.throwIfAborted();
      throw error;
    } finally {
      this.#starting -= 1;
    }
    this.#running.set(launched, launched.exited);
    void launched.exited.then(() => this.#running.delete(launched));
    if (either.aborted) {
      await killGroup(launched.pid);
      throw either.reason;
    }
    return launched;
  }

  /**
   * Ends all processes: TERM to each, after 500 ms KILL. Waiting calls fail with `reason`. What has left its group lives
   * until {@link SessionProcesses.closeContainer}.
   */
  async close(reason: Error): Promise<void> {
    // Commands that somebody waits for are over at once.
    this.#ended.abort(reason);
    const running = [...this.#running.keys()];
    for (const { pid } of running) signalGroup(pid, "TERM");
    const all = Promise.allSettled(this.#running.values());
    if (running.length > 0) await within(all, END_GRACE_MS);
    for (const { pid } of this.#running.keys()) signalGroup(pid, "KILL");
    await Promise.allSettled(this.#running.values());
  }

  /** Ends everything that is left in the container at once; without one, what can be known by its environment. */
  async closeContainer(): Promise<void> {
    if (this.paths.container) await this.paths.container.close();
    else await killMarked(this.paths.layout.root);
    await Promise.allSettled(this.#running.values());
  }

  #resolve({ command, args = [], cwd, env = {}, input, terminal, result }: CommandRequest): LaunchRequest {
    // They are separated by NUL on their way into the container.
    if (command.includes("\0")) throw hasNul("command");
    if (args.some((arg) => arg.includes("\0"))) throw hasNul("args");
    if (cwd?.includes("\0")) throw hasNul("cwd");
    const bad = Object.entries(env).find((pair) => pair.join("").includes("\0"));
    if (bad) throw hasNul(`env.${bad[0].replaceAll("\0", "")}`);
    return {
      command,
      args,
      cwd: cwd ?? sessionHome,
      env: this.paths.environment(env, terminal !== undefined),
      input,
      terminal,
      result,
    };
  }

  #saveMemory(): void {
    const all = this.list();
    let total = all.reduce((sum, { output }) => sum + output.size, 0);
    const order = [
      ...all.filter((spawned) => spawned.state === "exited"),
      ...all.filter((spawned) => spawned.state === "running"),
    ];
    for (const { output } of order) {
      if (total <= OUTPUT_BUDGET) return;
      const before = output.size;
      output.trim(0);
      total -= before - output.size;
    }
  }
}
