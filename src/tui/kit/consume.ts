import { setImmediate as yieldToEventLoop } from "node:timers/promises";

/** Milliseconds for which items are consumed without a pause; a key waits no longer than this. */
const SLICE_MS = 10;

/** Items between two looks at the clock, which cost more than one item. */
const ITEMS_PER_CLOCK_READING = 64;

/**
 * Calls `take` with each item of the batches in order, and yields to the event loop every 10 ms, so that keys are read
 * under a flood. Ends with the batches, or when `isStopped` returns true. Throws the error of `batches`.
 */
export async function consumeYielding<Item>(
  batches: AsyncIterable<readonly Item[]>,
  take: (item: Item) => void,
  isStopped: () => boolean,
): Promise<void> {
  let sliceStart = performance.now();
  let itemsSinceReading = 0;
  for await (const batch of batches) {
    if (isStopped()) return;
    for (const item of batch) {
      take(item);
      itemsSinceReading += 1;
      if (itemsSinceReading < ITEMS_PER_CLOCK_READING) continue;
      itemsSinceReading = 0;
      if (performance.now() - sliceStart < SLICE_MS) continue;
      await yieldToEventLoop();
      if (isStopped()) return;
      sliceStart = performance.now();
    }
  }
}
