import type { RestLimits } from "./operations.ts";

declare global {
  var browserctlRest: { readonly watch: typeof watch; readonly rest: typeof rest };
}

/** Time in milliseconds after which a watch that nobody asks about ends. */
const WATCH_MS = 60_000;
const INPUTS = [
  "mousedown",
  "mousemove",
  "mouseup",
  "wheel",
  "keydown",
  "keyup",
  "beforeinput",
  "input",
  "change",
  "drop",
];

let change = Number.NEGATIVE_INFINITY;
let input: number | undefined;
let stop: (() => void) | undefined;

/** Notes from now on when the document changes, and when it is operated. */
function watch(): void {
  stop?.();
  input = undefined;
  change = Number.NEGATIVE_INFINITY;
  const noteInput = (): void => {
    input = performance.now();
  };
  const observer = new MutationObserver(() => {
    change = performance.now();
  });
  observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  for (const name of INPUTS) addEventListener(name, noteInput, { capture: true, passive: true });
  const timer = setTimeout(() => stop?.(), WATCH_MS);
  stop = () => {
    observer.disconnect();
    for (const name of INPUTS) removeEventListener(name, noteInput, { capture: true });
    clearTimeout(timer);
    stop = undefined;
  };
}

/**
 * Resolves when the document is at rest, and ends the watch. Without a watch, such as in a new document, both times count
 * from the call.
 */
async function rest({ bound, quiet, start }: RestLimits): Promise<void> {
  const called = performance.now();
  if (!stop) {
    watch();
    change = called;
  }
  input ??= called;
  for (;;) {
    const now = performance.now();
    const left = Math.min(Math.max(input + start, change + quiet), called + bound) - now;
    if (left <= 0) break;
    await new Promise((resolve) => setTimeout(resolve, left));
  }
  stop?.();
}

// The script is evaluated again for each call; the first keeps its times.
globalThis.browserctlRest ??= { watch, rest };
