import { pause } from "../core/pause.ts";

/** Injection points of faults. */
const faultPoints = [
  "latency",
  "answer-error",
  "before-handler",
  "disk-full",
  "chromium-start",
  "drop-stream",
  "cut-download",
  "extension-live",
  "profile-save",
] as const;
export type FaultPoint = (typeof faultPoints)[number];

/** Decision of one draw: whether the fault strikes, and where it cuts, from 0 (the beginning) to below 1 (the end). */
export interface Draw {
  strikes: boolean;
  at: number;
}

export interface Fault {
  /** Milliseconds to wait first. */
  delayMs?: number | ((draw: Draw) => number);
  /** Error to throw, if any. */
  error?: () => Error;
  /** Number of times it strikes; unlimited when omitted. */
  times?: number;
  /**
   * Draws each time; when omitted, the fault always strikes, in the middle. `stream` is the stream of the draw, if any.
   */
  chance?: (stream?: object) => Draw;
}

/** A fault that strikes now. */
export interface Strike {
  delayMs: number;
  error: (() => Error) | undefined;
  /** Position of the cut: from 0 to below 1 of the sent data. */
  at: number;
}

const always: Draw = { strikes: true, at: 0.5 };

/**
 * Fault injection. Inactive until {@link Faults.inject} adds a fault. assumed: faults belong to the local service only,
 * not to the API.
 */
export class Faults {
  readonly #armed = new Map<FaultPoint, { fault: Fault; left: number }>();

  /** Sets the fault of a point. Returns a function that removes it. */
  inject(point: FaultPoint, fault: Fault): () => void {
    const armed = { fault, left: fault.times ?? Number.POSITIVE_INFINITY };
    this.#armed.set(point, armed);
    return () => {
      if (this.#armed.get(point) === armed) this.#armed.delete(point);
    };
  }

  /** True for a point that has a fault. */
  isArmed(point: FaultPoint): boolean {
    return this.#armed.has(point);
  }

  clear(): void {
    this.#armed.clear();
  }

  /** The fault that strikes at a point this time, if any. */
  strike(point: FaultPoint, stream?: object): Strike | undefined {
    const armed = this.#armed.get(point);
    if (!armed) return undefined;
    const { delayMs = 0, error, chance } = armed.fault;
    const draw = chance?.(stream) ?? always;
    if (!draw.strikes) return undefined;
    armed.left -= 1;
    if (armed.left <= 0) this.#armed.delete(point);
    return { delayMs: typeof delayMs === "number" ? delayMs : delayMs(draw), error, at: draw.at };
  }

  /** Applies the fault of a point: waits (an abort ends the wait), then throws its error. */
  async pass(point: FaultPoint, signal?: AbortSignal): Promise<void> {
    const struck = this.strike(point);
    if (struck && struck.delayMs > 0) await pause(struck.delayMs, signal);
    if (struck?.error) throw struck.error();
  }

  /** Synchronous {@link Faults.pass}: applies only the error. */
  passNow(point: FaultPoint): void {
    const error = this.strike(point)?.error;
    if (error) throw error();
  }
}
