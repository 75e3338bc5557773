import { randomUUID } from "node:crypto";
import { SESSION_HOME } from "../../contract/session-home.ts";
import { within } from "../../core/pause.ts";
import type { Clock } from "../clock.ts";
import { background } from "../error-owner.ts";
import { type ExecLimits, type ExecResult, execCommand } from "./exec-command.ts";
import { type Launched, type LaunchRequest, launch } from "./launch.ts";
import { hasNul, noProcess, tooManyProcesses } from "./process-errors.ts";
import { killGroup, killMarked, signalGroup } from "./process-group.ts";
import type { SessionPaths } from "./session-paths.ts";
import { SessionProcess } from "./session-process.ts";

/** Requested command (contract 2.7). */
export interface CommandRequest {
  command: string;
  args?: readonly string[] | undefined;
  cwd?: string | null | undefined;
  env?: Readonly<Record<string, string>> | undefined;
  input: boolean;
  terminal?: { rows: number; cols: number } | undefined;
  result?: boolean | undefined;
}

/** Limits of a session's processes. assumed: the API has none. */
const LIMITS = {
  running: 256,
  /** Ended ones that are kept; the one that ended first is forgotten first. */
  ended: 1_000,
};
/** Maximum length of a command line in a record, in characters. */
const MAX_LINE = 4_096;
/**
 * Memory for the output of all processes of a session, in bytes; the output of the oldest ended one is dropped first.
 */
const OUTPUT_BUDGET = 128 * 2 ** 20;
/** Time between SIGTERM and SIGKILL when the session ends. assumed: 500 ms. */
const END_GRACE_MS = 500;

/** All processes of a session. */
export class SessionProcesses {
  readonly paths: SessionPaths;
  readonly #clock: Clock;
  readonly #limits: typeof LIMITS;
  readonly #spawned = new Map<string, SessionProcess>();
  /** Ids of ended processes, in the order of their end. */
  readonly #endedIds = new Set<string>();
  readonly #running = new Map<Launched, Promise<unknown>>();
  readonly #ended = new AbortController();
  #starting = 0;

  constructor(paths: SessionPaths, clock: Clock, limits: Partial<typeof LIMITS> = {}) {
    this.paths = paths;
    this.#clock = clock;
    this.#limits = { ...LIMITS, ...limits };
  }

  /** Runs a command to its end. Throws the errors of {@link launch}, `too-many-processes`, and the signal's reason. */
  async exec(request: CommandRequest, limits: ExecLimits, signal: AbortSignal): Promise<ExecResult> {
    const launched = await this.start(request, signal);
    return await execCommand(launched, limits, AbortSignal.any([signal, this.#ended.signal]));
  }

  /** Starts a command in the background, with a time limit. Throws as {@link SessionProcesses.exec} does. */
  async spawn(request: CommandRequest, timeoutSec: number | undefined, signal: AbortSignal): Promise<SessionProcess> {
    const begun = performance.now();
    const launched = await this.start(request, signal);
    const facts = {
      id: randomUUID(),
      commandLine: commandLine(request),
      startedAt: this.#clock.now(),
      begun,
      timeoutSec,
    };
    const process = new SessionProcess(facts, launched);
    this.#spawned.set(facts.id, process);
    background(process.finished.then(() => this.#keepNewest(facts.id)));
    return process;
  }

  /** Spawned process with an id. Throws a {@link ProcessError} `not-found`. */
  require(id: string): SessionProcess {
    const process = this.#spawned.get(id);
    if (!process) throw noProcess(id);
    return process;
  }

  /** Spawned processes in order. */
  list(): SessionProcess[] {
    return [...this.#spawned.values()];
  }

  /**
   * Starts a process that counts towards the limit and ends with the session; kills it after an abort. Throws as
   * {@link SessionProcesses.exec} does.
   */
  async start(request: CommandRequest, signal: AbortSignal): Promise<Launched> {
    const either = AbortSignal.any([signal, this.#ended.signal]);
    either.throwIfAborted();
    const { running } = this.#limits;
    if (this.#running.size + this.#starting >= running) throw tooManyProcesses(running);
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
    background(launched.exited.then(() => this.#running.delete(launched)));
    if (either.aborted) {
      await killGroup(launched.pid);
      throw either.reason;
    }
    return launched;
  }

  /**
   * Ends all processes: SIGTERM, then SIGKILL after 500 ms. Waiting calls fail with `reason`. Processes that have left
   * their group run until {@link SessionProcesses.endStrays} or {@link SessionProcesses.closeContainer}.
   */
  async close(reason: Error): Promise<void> {
    // Running exec calls are killed without a grace period.
    this.#ended.abort(reason);
    const running = [...this.#running.keys()];
    for (const { pid } of running) signalGroup(pid, "TERM");
    const all = Promise.allSettled(this.#running.values());
    if (running.length > 0) await within(all, END_GRACE_MS);
    for (const { pid } of this.#running.keys()) signalGroup(pid, "KILL");
    await Promise.allSettled(this.#running.values());
  }

  /** Kills the processes that have left their group, in a container that goes on. False when some are left. */
  async endStrays(): Promise<boolean> {
    return (await this.paths.container?.endStrays()) ?? true;
  }

  /** Kills the remaining processes: all in the container, or without one those found by their environment. */
  async closeContainer(): Promise<void> {
    if (this.paths.container) await this.paths.container.close();
    else await killMarked(this.paths.layout.root);
    await Promise.allSettled(this.#running.values());
  }

  #resolve({ command, args = [], cwd, env = {}, input, terminal, result }: CommandRequest): LaunchRequest {
    // Arguments are passed to the container NUL-separated.
    if (command.includes("\0")) throw hasNul("command");
    if (args.some((arg) => arg.includes("\0"))) throw hasNul("args");
    if (cwd?.includes("\0")) throw hasNul("cwd");
    const bad = Object.entries(env).find((pair) => pair.join("").includes("\0"));
    if (bad) throw hasNul(`env.${bad[0].replaceAll("\0", "")}`);
    return {
      command,
      args,
      cwd: cwd ?? SESSION_HOME,
      env: this.paths.environment(env, terminal !== undefined),
      input,
      terminal,
      result,
    };
  }

  #keepNewest(id: string): void {
    this.#endedIds.add(id);
    for (const oldest of this.#endedIds) {
      if (this.#endedIds.size <= this.#limits.ended) break;
      this.#endedIds.delete(oldest);
      this.#spawned.delete(oldest);
    }
    this.#saveMemory();
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

/** Beginning of a command and its arguments, as a text of its own: a part of a long text would keep all of it. */
function commandLine({ command, args = [] }: CommandRequest): string {
  let line = command.slice(0, MAX_LINE);
  for (const arg of args) {
    if (line.length >= MAX_LINE) break;
    line = `${line} ${arg.slice(0, MAX_LINE)}`;
  }
  return Buffer.from(line.slice(0, MAX_LINE)).toString();
}
