import type { FramePoint } from "../page/operations.ts";
import { described } from "../references.ts";
import { Refusal } from "../requests.ts";
import type { AgentPage } from "../target.ts";
import { wait } from "../waiting.ts";
import { aimAt, inPageOf } from "./aim.ts";
import type { CheckedElement } from "./check-element.ts";
import { button, unlessBlocked } from "./mouse.ts";

/** Time for the page to follow the mouse, in milliseconds. */
const FOLLOW_MS = 30;
/** Number of looks at a number that has not changed yet. */
const MAX_LOOKS = 3;
/** Maximum number of moves of a handle, and of attempts for all of them. */
const MAX_MOVES = 24;
const MAX_ATTEMPTS = 2;
/** Length of a small move, in CSS pixels, and the number of such moves that bring a handle no nearer before it is left. */
const NEAR = 2;
const MAX_VAIN = 4;
/** Part of the track that the first move goes. */
const FIRST_MOVE = 0.1;

/** Place of a handle, in CSS pixels across the frame, and the number that it is at there. */
interface Place {
  readonly x: number;
  readonly value: number;
}

/**
 * Brings the handles of a slider to numbers by dragging each, with a look at the number after each move. Throws
 * {@link Refusal} `wrong_kind` for a slider with other handles, and `not_kept` where a number is not reached.
 */
export async function dragHandles(
  page: AgentPage,
  checked: CheckedElement,
  text: string,
  force: boolean,
): Promise<void> {
  const { element, reference } = checked;
  const wanted = text.split(/[;,]/).map((part) => (part.trim() === "" ? Number.NaN : Number(part)));
  const held = await element.run("numbers");
  const { length } = await element.run("handles");
  if (!wanted.every(Number.isFinite) || length !== wanted.length || length !== held.length) {
    const count = held.length === 1 ? "one number" : `${held.length} numbers`;
    throw new Refusal("wrong_kind", `${described(reference)} takes ${count}`, `fill it like "${held.join(";")}"`);
  }
  await aimAt(page.session, checked, force);
  const order = wanted.map((_number, at) => at);
  // A handle stops at the next one: the one that is moved out of the way goes first.
  if ((wanted[0] ?? 0) > (held[0] ?? 0)) order.reverse();
  let now = held;
  for (let attempt = 0; attempt < MAX_ATTEMPTS && !isAt(now, wanted); attempt += 1) {
    const before = now;
    for (const at of order) await unlessBlocked(page, () => dragHandle(page, checked, at, wanted[at] ?? 0));
    await wait(FOLLOW_MS);
    now = await element.run("numbers");
    if (isAt(now, before)) break;
  }
  if (isAt(now, wanted)) return;
  const words = `${described(reference)} is at ${now.join(";")} after it was dragged`;
  throw new Refusal("not_kept", words, "fill a value that it can have, or press its arrow keys");
}

function isAt(now: readonly number[], wanted: readonly number[]): boolean {
  return now.every((number, at) => number === wanted[at]);
}

async function dragHandle(page: AgentPage, checked: CheckedElement, at: number, wanted: number): Promise<void> {
  const { element } = checked;
  const handle = (await element.run("handles"))[at];
  const read = async (): Promise<number> => (await element.run("numbers"))[at] ?? Number.NaN;
  const start = await read();
  if (!handle || start === wanted) return;
  const { box } = await element.run("state");
  const pointAt = async (x: number): Promise<FramePoint> => (await inPageOf(checked, { x, y: handle.y })).point;
  const move = async (x: number): Promise<Place> => {
    const to = Math.min(Math.max(x, box.x), box.x + box.width);
    const event = { type: "mouseMoved", ...(await pointAt(to)), button: "left", buttons: 1 } as const;
    await page.session.send("Input.dispatchMouseEvent", event);
    const before = await read();
    let value = before;
    for (let look = 0; look < MAX_LOOKS && value === before; look += 1) {
      await wait(FOLLOW_MS);
      value = await read();
    }
    return { x: to, value };
  };
  const from = await pointAt(handle.x);
  let last = from;
  await button(page, "mousePressed", from, 1);
  try {
    const best = await search({ x: handle.x, value: start }, wanted, box.width, move);
    // The last place need not be the best one.
    if (best.value !== wanted) await move(best.x);
    last = await pointAt(best.x);
  } finally {
    // The button would stay down for the next page.
    await button(page, "mouseReleased", last, 1);
  }
}

/** Moves a handle to where its number is the wanted one, or as near as it gets. Returns the nearest place. */
async function search(
  start: Place,
  wanted: number,
  width: number,
  move: (x: number) => Promise<Place>,
): Promise<Place> {
  const distance = ({ value }: Place): number => Math.abs(value - wanted);
  const direction = wanted > start.value ? 1 : -1;
  let best = start;
  let last = start;
  // Pixels for one of the numbers; what the first move shows.
  let scale = 0;
  let vain = 0;
  let next = start.x + direction * width * FIRST_MOVE;
  for (let moves = 0; moves < MAX_MOVES && best.value !== wanted; moves += 1) {
    const now = await move(next);
    if (distance(now) < distance(best)) best = now;
    if (now.value !== last.value && now.x !== last.x) scale = (now.x - last.x) / (now.value - last.value);
    const isNear = Math.abs(now.x - last.x) <= NEAR;
    vain = isNear && now !== best ? vain + 1 : 0;
    const isOver = now.x === last.x || vain >= MAX_VAIN;
    last = now;
    if (isOver) break;
    if (scale === 0) next = start.x - (next - start.x) * 1.5;
    else {
      const step = (wanted - now.value) * scale;
      next = now.x + Math.sign(step) * Math.max(1, Math.abs(step));
    }
  }
  return best;
}
