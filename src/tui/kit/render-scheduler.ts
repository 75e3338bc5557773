import { useSyncExternalStore } from "react";

/** Milliseconds between two frames while events arrive. */
const FRAME_INTERVAL_MS = 50;

/**
 * Throttles the frames of a view whose state lives outside of React. However many changes are scheduled, one frame is
 * drawn per interval; `draw` answers a key at once.
 */
export class RenderScheduler {
  readonly #intervalMs: number;
  readonly #listeners = new Set<() => void>();
  #frame = 0;
  #timer: NodeJS.Timeout | undefined;
  #drawing = false;
  #stopped = false;

  constructor(intervalMs: number = FRAME_INTERVAL_MS) {
    this.#intervalMs = intervalMs;
  }

  /** Schedules a frame within one interval. */
  schedule(): void {
    if (this.#stopped) return;
    this.#timer ??= setTimeout(() => this.draw(), this.#intervalMs);
  }

  /** Draws a frame as soon as the running function is done; several calls before that draw one. */
  draw(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#drawing || this.#stopped) return;
    this.#drawing = true;
    queueMicrotask(() => {
      this.#drawing = false;
      if (this.#stopped) return;
      this.#frame += 1;
      for (const listener of this.#listeners) listener();
    });
  }

  /** Draws no more frames. */
  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  };

  readonly frame = (): number => this.#frame;
}

/** Renders the calling component again with every frame of the scheduler. */
export function useFrames(scheduler: RenderScheduler): void {
  useSyncExternalStore(scheduler.subscribe, scheduler.frame);
}
