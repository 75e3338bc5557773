import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import type { FollowItem } from "../../core/follow-item.ts";

/** Milliseconds for which items are taken without a look at anything else: keys wait no longer than this. */
const SLICE_MS = 10;

/** Gives every item to `take` until there is no more or `stopped` says so; throws what `items` throws. */
export async function consumeYielding(
  items: AsyncIterable<readonly FollowItem[]>,
  take: (item: FollowItem) => void,
  stopped: () => boolean,
): Promise<void> {
  let begin = performance.now();
  let since = 0;
  for await (const batch of items) {
    if (stopped()) return;
    for (const item of batch) {
      take(item);
      since += 1;
      // A look at the clock costs more than taking a line.
      if (since < 64) continue;
      since = 0;
      if (performance.now() - begin < SLICE_MS) continue;
      await yieldToEventLoop();
      if (stopped()) return;
      begin = performance.now();
    }
  }
}
