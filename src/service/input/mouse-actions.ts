import type { Key } from "../../input-rules/keyboard-layout.ts";
import { assertInArea } from "./area-bounds.ts";
import type { InputDevice, MouseButton, Point } from "./device.ts";

/** Interval of movement events in milliseconds: pages get one event for each painted frame. */
const FRAME_MS = 16;

export interface ClickOptions {
  at: Point;
  button: MouseButton;
  type: "down" | "up" | "click";
  clicks: number;
  held: readonly Key[];
}

/** Moves to a point and presses, releases or clicks a button there (contract 2.4). */
export async function clickMouse(device: InputDevice, options: ClickOptions): Promise<void> {
  const { at, button, type, clicks, held } = options;
  await assertInArea(device, [at]);
  await whileHolding(device, held, async () => {
    await device.moveMouse(at);
    for (let index = 0; index < clicks; index++) {
      // Operating systems count clicks up to three, then start again at one.
      const clickCount = (index % 3) + 1;
      try {
        if (type !== "up") await device.pressButton(button, { clickCount, mayDrag: type === "down" });
      } finally {
        if (type !== "down") await device.releaseButton(button, { clickCount });
      }
    }
  });
}

export interface MoveOptions {
  to: Point;
  smooth: boolean;
  /** Duration of a smooth movement in milliseconds; by default that of a human hand. */
  durationMs: number | undefined;
  held: readonly Key[];
}

/** Moves the mouse to a point, at once or in a smooth movement (contract 2.4). */
export async function moveMouse(device: InputDevice, options: MoveOptions): Promise<void> {
  const { to, smooth, durationMs, held } = options;
  await assertInArea(device, [to]);
  await whileHolding(device, held, async () => {
    if (!smooth) return device.moveMouse(to);
    const from = device.mousePosition;
    const ms = durationMs ?? handTimeMs(distance(from, to));
    await follow(device, arc(from, to, steps(ms)), ms);
  });
}

export interface DragOptions {
  path: readonly Point[];
  button: MouseButton;
  /** Milliseconds between press and movement. */
  delayMs: number;
  smooth: boolean;
  /** Duration of a smooth movement in milliseconds; by default that of a human hand. */
  durationMs: number | undefined;
  stepsPerSegment: number;
  stepDelayMs: number;
  held: readonly Key[];
}

/** Presses a button at the first point, moves through the others and releases it at the last (contract 2.4). */
export async function dragMouse(device: InputDevice, options: DragOptions): Promise<void> {
  const { path, button, delayMs, smooth, held } = options;
  await assertInArea(device, path, (index) => ({ x: `path[${index}][0]`, y: `path[${index}][1]` }));
  const [start, ...rest] = path;
  if (!start) return;
  await whileHolding(device, held, async () => {
    await device.moveMouse(start);
    try {
      await device.pressButton(button, { clickCount: 1, mayDrag: true });
      await device.pause(delayMs);
      if (smooth) {
        const ms = options.durationMs ?? handTimeMs(pathLength(path));
        await follow(device, easedPath(path, steps(ms)), ms);
      } else {
        let from = start;
        for (const to of rest) {
          for (let step = 1; step <= options.stepsPerSegment; step++) {
            await device.moveMouse(between(from, to, step / options.stepsPerSegment));
            await device.pause(options.stepDelayMs);
          }
          from = to;
        }
      }
    } finally {
      await device.releaseButton(button, { clickCount: 1 });
    }
  });
}

export interface ScrollOptions {
  at: Point;
  /** Wheel units; positive values scroll right and down. */
  deltaX: number;
  deltaY: number;
  held: readonly Key[];
}

/** Moves to a point and sends one wheel event there (contract 2.4). */
export async function scrollAt(device: InputDevice, options: ScrollOptions): Promise<void> {
  const { at, deltaX, deltaY, held } = options;
  await assertInArea(device, [at]);
  await whileHolding(device, held, async () => {
    await device.moveMouse(at);
    await device.turnWheel({ x: deltaX, y: deltaY });
  });
}

/** Runs `work` while keys are held; resolves when everything has been handled. */
async function whileHolding(device: InputDevice, keys: readonly Key[], work: () => Promise<void>): Promise<void> {
  await device.holding(keys, async () => {
    await device.settled();
    await work();
  });
  await device.settled();
}

/** Moves through points, spread over `ms` milliseconds. */
async function follow(device: InputDevice, points: readonly Point[], ms: number): Promise<void> {
  const start = performance.now();
  for (const [index, point] of points.entries()) {
    await device.moveMouse(point);
    const due = start + (ms * (index + 1)) / points.length;
    await device.pause(due - performance.now());
  }
}

/**
 * Duration of a human hand's movement over a distance in pixels, in milliseconds. assumed: 100 ms and 0.5 ms per pixel,
 * at most 1 s.
 */
function handTimeMs(pixels: number): number {
  return Math.min(1_000, 100 + pixels / 2);
}

function steps(ms: number): number {
  return Math.max(2, Math.round(ms / FRAME_MS));
}

/** Eases in and out: slow at both ends. */
function eased(part: number): number {
  return part * part * (3 - 2 * part);
}

/** Points from one point to another on a slight curve; the last is exactly `to`. */
function arc(from: Point, to: Point, count: number): Point[] {
  const bend = Math.min(20, distance(from, to) / 20);
  return Array.from({ length: count }, (_, index) => {
    const part = eased((index + 1) / count);
    const { x, y } = between(from, to, part);
    const off = bend * Math.sin(Math.PI * part);
    // The curve stays in the rectangle of its end points, and so in the area.
    return part === 1 ? to : { x: clamp(x, from.x, to.x), y: clamp(y + off, from.y, to.y) };
  });
}

/** Points of a path after its first, with `count` more between them, eased in and out. */
function easedPath(path: readonly Point[], count: number): Point[] {
  const total = pathLength(path);
  const points: Point[] = [];
  let [from] = path;
  let walked = 0;
  let step = 1;
  for (const to of path.slice(1)) {
    if (!from) break;
    const length = distance(from, to);
    for (; step < count && eased(step / count) * total < walked + length; step++) {
      points.push(between(from, to, (eased(step / count) * total - walked) / length));
    }
    points.push(to);
    walked += length;
    from = to;
  }
  return points;
}

function between(from: Point, to: Point, part: number): Point {
  return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
}

function clamp(value: number, a: number, b: number): number {
  return Math.min(Math.max(value, Math.min(a, b)), Math.max(a, b));
}

function distance(from: Point, to: Point): number {
  return Math.hypot(to.x - from.x, to.y - from.y);
}

function pathLength(path: readonly Point[]): number {
  return path.reduce((sum, point, index) => sum + (index === 0 ? 0 : distance(path[index - 1] ?? point, point)), 0);
}
