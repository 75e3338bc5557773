import { setTimeout as delay } from "node:timers/promises";

/** Where a fault can be put into the service. */
export const faultPoints = [
  "before-handler",
  "disk-full",
  "chromium-start",
  "drop-stream",
  "cut-download",
  "extension-live",
  "profile-save",
] as const;
export type FaultPoint = (typeof faultPoints)[number];

export interface Fault {
  /** Milliseconds to wait first. */
  delayMs?: number;
  /** What to throw; nothing is thrown without it. */
  error?: () => Error;
  /** How often it strikes; for ever when omitted. */
  times?: number;
}

/**
 * The one seam for injected faults. Nothing strikes until {@link Faults.inject} puts something there.
 * assumed: faults are the local service's own, no part of the API.
 */
export class Faults {
  readonly #armed = new Map<FaultPoint, { fault: Fault; left: number }>();

  /** Puts a fault at a point in place of the one that was there. Returns the way to take it away. */
  inject(point: FaultPoint, fault: Fault): () => void {
    const armed = { fault, left: fault.times ?? Number.POSITIVE_INFINITY };
    this.#armed.set(point, armed);
    return () => {
      if (this.#armed.get(point) === armed) this.#armed.delete(point);
    };
  }

  /** Whether a fault waits at a point. */
  isArmed(point: FaultPoint): boolean {
    return this.#armed.has(point);
  }

  clear(): void {
    this.#armed.clear();
  }

  /** The fault that strikes at a point this time, if any. */
  strike(point: FaultPoint): Fault | undefined {
    const armed = this.#armed.get(point);
    if (!armed) return undefined;
    armed.left -= 1;
    if (armed.left <= 0) this.#armed.delete(point);
    return armed.fault;
  }

  /** Waits and throws as the fault at a point says. */
  async pass(point: FaultPoint): Promise<void> {
    const fault = this.strike(point);
    if (fault?.delayMs) await delay(fault.delayMs);
    if (fault?.error) throw fault.error();
  }

  /** {@link Faults.pass} where nothing can wait: only the error counts. */
  passNow(point: FaultPoint): void {
    const error = this.strike(point)?.error;
    if (error) throw error();
  }
}
