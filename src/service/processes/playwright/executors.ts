import { MAX_EXECUTORS } from "../../../contract/limits.ts";
import type { Clock } from "../../clock.ts";
import { executorStopped, noExecutor, tooManyExecutors } from "../process-errors.ts";
import { Turns } from "../turns.ts";

/** Executor of the calls that name none. It always exists, has no tab, and does not count towards the limit. */
export const DEFAULT_EXECUTOR = "default";

/** Lane for Playwright code: one call at a time. */
export interface ExecutorFacts {
  readonly name: string;
  readonly busy: boolean;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly lastUsedAt: number;
  /** Target id of its tab, from its first call on. */
  readonly targetId: string | undefined;
}

interface Executor extends ExecutorFacts {
  busy: boolean;
  lastUsedAt: number;
  targetId: string | undefined;
  readonly turns: Turns;
  /** Aborted with the reason when it is deleted or restarted. */
  stop: AbortController;
}

/** Call on an executor. */
export interface ExecutorCall {
  readonly name: string;
  /** Target id of the executor's tab; undefined before it has one. */
  readonly targetId: string | undefined;
  /** Records its tab, which outlives the call. */
  readonly keepTab: (targetId: string) => void;
  /** Aborted when the executor is deleted or restarted, or the caller is gone. */
  readonly signal: AbortSignal;
}

/** The Playwright executors of one session (contract 2.5). */
export class Executors {
  readonly #clock: Clock;
  readonly #all = new Map<string, Executor>();

  /** @param since creation time of the default executor */
  constructor(clock: Clock, since: number) {
    this.#clock = clock;
    this.#all.set(DEFAULT_EXECUTOR, newExecutor(DEFAULT_EXECUTOR, since));
  }

  /** The default one, then the others in the order of their creation. */
  list(): readonly ExecutorFacts[] {
    return [...this.#all.values()];
  }

  /**
   * Runs a call when those before it on the same executor have ended; creates the executor for a new name. Throws
   * {@link tooManyExecutors}, {@link executorStopped}, and the signal's reason.
   */
  async run<T>(name: string, work: (call: ExecutorCall) => Promise<T>, signal: AbortSignal): Promise<T> {
    const executor = this.#find(name);
    const { signal: deleted } = executor.stop;
    // A restart of the default executor ends the running call only.
    const waits = name === DEFAULT_EXECUTOR ? signal : AbortSignal.any([signal, deleted]);
    try {
      return await executor.turns.run(() => this.#turn(executor, work, signal), waits);
    } finally {
      // A first call that got no tab leaves nothing that the next one could use.
      if (executor.turns.size === 0 && executor.targetId === undefined) this.#forget(executor);
    }
  }

  /**
   * Deletes an executor and ends its calls; resolves with the target id of its tab when they have ended. The default one
   * is restarted. Throws {@link noExecutor}.
   */
  async delete(name: string): Promise<string | undefined> {
    const executor = this.#all.get(name);
    if (!executor) throw noExecutor(name);
    const { stop } = executor;
    if (name === DEFAULT_EXECUTOR) {
      executor.stop = new AbortController();
      stop.abort(executorStopped(name, "restarted"));
      return undefined;
    }
    this.#all.delete(name);
    stop.abort(executorStopped(name, "deleted"));
    await executor.turns.idle;
    return executor.targetId;
  }

  /** Runs a call whose turn it is. */
  async #turn<T>(executor: Executor, work: (call: ExecutorCall) => Promise<T>, signal: AbortSignal): Promise<T> {
    const { name, targetId } = executor;
    executor.busy = true;
    executor.lastUsedAt = this.#clock.now();
    const keepTab = (opened: string): void => {
      executor.targetId = opened;
    };
    try {
      return await work({ name, targetId, keepTab, signal: AbortSignal.any([signal, executor.stop.signal]) });
    } finally {
      executor.busy = false;
    }
  }

  #find(name: string): Executor {
    const known = this.#all.get(name);
    if (known) return known;
    // The default one does not count.
    if (this.#all.size > MAX_EXECUTORS) throw tooManyExecutors(MAX_EXECUTORS);
    const executor = newExecutor(name, this.#clock.now());
    this.#all.set(name, executor);
    return executor;
  }

  #forget(executor: Executor): void {
    if (executor.name !== DEFAULT_EXECUTOR && this.#all.get(executor.name) === executor)
      this.#all.delete(executor.name);
  }
}

function newExecutor(name: string, createdAt: number): Executor {
  return {
    name,
    busy: false,
    createdAt,
    lastUsedAt: createdAt,
    targetId: undefined,
    turns: new Turns(),
    stop: new AbortController(),
  };
}
