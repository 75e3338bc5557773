/** Waits `ms` milliseconds. Own, because the program for hosted services must not need a Node module. */
export function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Result of a promise, or undefined when it takes longer than `ms` milliseconds. The promise goes on. */
export async function within<T>(promise: Promise<T>, ms: number): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Time that a computation takes between two turns of others, in milliseconds. */
const SLICE_MS = 20;

/** Computation that stops now and then, so that others get their turn: see {@link inTurns}. */
export type Paced<T> = Generator<undefined, T>;

/**
 * Runs a computation in slices, with a turn of the event loop between them. A page decides how many elements a reading has;
 * the calls of other sessions must not wait for all of them. Rejects with the reason of the signal.
 */
export async function inTurns<T>(work: Paced<T>, signal: AbortSignal | undefined): Promise<T> {
  let end = performance.now() + SLICE_MS;
  for (let step = work.next(); ; step = work.next()) {
    if (step.done) return step.value;
    if (performance.now() < end) continue;
    await wait(0);
    signal?.throwIfAborted();
    end = performance.now() + SLICE_MS;
  }
}

/** Number of elements after which a computation in turns stops. */
export const PIECE = 100;

/** Visits elements in a computation in turns; stops after each {@link PIECE} of them. */
export function* paced<T>(elements: Iterable<T>, visit: (element: T, at: number) => void): Paced<void> {
  let at = 0;
  for (const element of elements) {
    if (at % PIECE === PIECE - 1) yield;
    visit(element, at);
    at += 1;
  }
}
