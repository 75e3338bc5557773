import { MAX_LINES_AHEAD } from "./limits.ts";

export interface LineQueueOptions<Line, Result> {
  /** Never rejects. */
  readonly run: (line: Line) => Promise<Result>;
  /** Lines that run at the same time. */
  readonly concurrency: number;
  /** Gives results as they arrive instead of in the order of the lines. */
  readonly unordered: boolean;
  /** True when no further line may start after this result. */
  readonly stops: (result: Result) => boolean;
  /** Once aborted, no further line starts. */
  readonly signal: AbortSignal;
}

/**
 * Runs lines as they arrive and gives their results. A line is read when it can start: at most `concurrency` lines run,
 * and at most {@link MAX_LINES_AHEAD} times as many results wait for an older one or for the consumer. After an abort,
 * running lines still give their results. Throws the error of the input after them.
 */
export async function* runLines<Line, Result>(
  input: AsyncIterator<Line>,
  { run, concurrency, unordered, stops, signal }: LineQueueOptions<Line, Result>,
): AsyncGenerator<Result, void> {
  const slots: { result?: Result }[] = [];
  const most = concurrency * MAX_LINES_AHEAD;
  let running = 0;
  let reading = false;
  let open = true;
  let failure: { readonly error: unknown } | undefined;
  let change = Promise.withResolvers<void>();
  const start = async (line: Line): Promise<void> => {
    const slot: { result?: Result } = {};
    slots.push(slot);
    running += 1;
    slot.result = await run(line);
    running -= 1;
    if (stops(slot.result)) open = false;
    change.resolve();
  };
  const read = async (): Promise<void> => {
    reading = true;
    try {
      const { done, value } = await input.next();
      if (done) open = false;
      else if (open) void start(value);
    } catch (error) {
      if (open) failure = { error };
      open = false;
    }
    reading = false;
    change.resolve();
  };
  const close = (): void => {
    open = false;
    change.resolve();
  };
  signal.addEventListener("abort", close, { once: true });
  if (signal.aborted) close();
  try {
    for (;;) {
      const ready = slots.findIndex(({ result }) => result !== undefined);
      const slot = ready === 0 || (unordered && ready > 0) ? slots.splice(ready, 1)[0] : undefined;
      if (slot) {
        yield slot.result as Result;
        continue;
      }
      if (!open && slots.length === 0) break;
      if (open && !reading && running < concurrency && slots.length < most) void read();
      await change.promise;
      change = Promise.withResolvers();
    }
  } finally {
    signal.removeEventListener("abort", close);
  }
  if (failure) throw failure.error;
}
