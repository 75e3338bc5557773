import { type AnyElement, boxOf } from "../../login-reader/page/dom.ts";

/** Time between two turns, in milliseconds; timers of the page that are due run in between. */
const TURN_MS = 5;
/** Number of frames that a page draws meanwhile, and the time in which one that is seen does so, in milliseconds. */
const MIN_FRAMES = 2;
const FRAMES_BOUND_MS = 200;
/**
 * Number of looks for each turn of the time: on a busy machine a page has few turns in it, and what jumps to and fro may be
 * back at each of them.
 */
const LOOKS_PER_TURN = 0.75;
/** How much longer an element that has moved must stay: what jumps to and fro stands still for moments. */
const AFTER_MOTION = 3;

/**
 * Resolves when the page has had its timers and frames of `ms` milliseconds: on a busy machine a page may stand still while
 * time passes outside of it. Ends with false once a turn gives false.
 */
export async function turns(ms: number, turn: () => boolean = () => true): Promise<boolean> {
  const start = performance.now();
  let frames = 0;
  let frame = 0;
  const draw = (): void => {
    frames += 1;
    frame = requestAnimationFrame(draw);
  };
  frame = requestAnimationFrame(draw);
  try {
    for (let past = 0; past < ms || (frames < MIN_FRAMES && past < FRAMES_BOUND_MS); past = performance.now() - start) {
      await new Promise((resolve) => setTimeout(resolve, TURN_MS));
      if (!turn()) return false;
    }
    return true;
  } finally {
    cancelAnimationFrame(frame);
  }
}

/** Resolves when an element stays in its place for `ms` milliseconds; false when it still moves after `boundMs`. */
export async function comesToRest(element: AnyElement, ms: number, boundMs: number): Promise<boolean> {
  const end = performance.now() + boundMs;
  for (let still = ms; ; still = ms * AFTER_MOTION) {
    if (await staysFor(element, still)) return true;
    if (performance.now() > end) return false;
  }
}

async function staysFor(element: AnyElement, ms: number): Promise<boolean> {
  const before = boxOf(element);
  let looks = 0;
  const isThere = (): boolean => {
    looks += 1;
    return isSamePlace(boxOf(element), before);
  };
  while (looks < (ms / TURN_MS) * LOOKS_PER_TURN) if (!(await turns(ms, isThere))) return false;
  return true;
}

function isSamePlace(now: DOMRect, before: DOMRect): boolean {
  return (["x", "y", "width", "height"] as const).every((side) => Math.abs(now[side] - before[side]) < 1);
}
