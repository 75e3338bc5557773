import type { OperationById } from "../../../contract/index.ts";
import type { BodyOf } from "../../../contract/operation.ts";
import type { InputProblem } from "../../../contract/problems.ts";
import { badRequest } from "../../api-error.ts";
import type { CdpConnection } from "../cdp.ts";
import { Cursor } from "./cursor.ts";
import { InputPage } from "./input-page.ts";
import { pause } from "./input-queue.ts";
import type { Mouse, Point } from "./mouse.ts";
import { assertTurned, clickMouse, dragMouse, moveMouse, scrollAt } from "./mouse-actions.ts";
import { parseHeldKeys, parseKeys } from "./parse-keys.ts";
import { pressKeys } from "./press-keys.ts";
import { typeText } from "./type-text.ts";

/** What an operation, and an action of a batch, can do; by the names that actions have (contract 2.4). */
export interface ActionParams {
  click_mouse: BodyOf<OperationById<"computer.click">>;
  move_mouse: BodyOf<OperationById<"computer.move">>;
  type_text: BodyOf<OperationById<"computer.type">>;
  press_key: BodyOf<OperationById<"computer.press">>;
  scroll: BodyOf<OperationById<"computer.scroll">>;
  drag_mouse: BodyOf<OperationById<"computer.drag">>;
  set_cursor: BodyOf<OperationById<"computer.cursor">>;
  sleep: { duration_ms: number };
}

export interface ActionContext {
  connection: CdpConnection;
  mouse: Mouse;
  signal: AbortSignal;
}

export interface PreparedAction {
  /** Milliseconds it is asked to take at the least. */
  ms: number;
  run(context: ActionContext): Promise<void>;
}

/** The longest that one request may ask for, milliseconds. assumed: 10 minutes; the API names no limit. */
export const LONGEST_MS = 10 * 60_000;
/** Movements of one drag. assumed: 20 000; a page takes about 60 in a second. */
const MOST_MOVES = 20_000;

/**
 * Checks what can be checked without the page: keys, numbers that exclude each other, and how long it would take.
 * Throws 400 with the fields.
 */
export function prepareAction<Name extends keyof ActionParams>(name: Name, params: ActionParams[Name]): PreparedAction {
  return preparations[name](params);
}

type Preparations = { [Name in keyof ActionParams]: (params: ActionParams[Name]) => PreparedAction };

const preparations: Preparations = {
  click_mouse: ({ x, y, button = "left", click_type = "click", num_clicks = 1, hold_keys }) => {
    const options = { at: { x, y }, button, type: click_type, clicks: num_clicks, held: parseHeldKeys(hold_keys) };
    return onPage(0, (page, { mouse }) => clickMouse(page, mouse, options));
  },
  move_mouse: ({ x, y, smooth = true, duration_ms, hold_keys }) => {
    const options = { to: { x, y }, smooth, duration: duration_ms, held: parseHeldKeys(hold_keys) };
    return onPage(smooth ? (duration_ms ?? 0) : 0, (page, { mouse }) => moveMouse(page, mouse, options));
  },
  type_text: ({ text, delay = 0 }) => {
    if (!text.isWellFormed()) refuse([{ path: "text", message: "is not valid Unicode: half of a surrogate pair" }]);
    const ms = text.length * delay;
    bound(ms, { text: `has ${text.length} characters`, delay: `is ${delay} ms` });
    return onPage(ms, (page) => typeText(page, text, delay));
  },
  press_key: ({ keys, duration = 0, hold_keys }) => {
    const chords = parseKeys(keys, "keys");
    const held = parseHeldKeys(hold_keys);
    const ms = keys.length * duration;
    bound(ms, { keys: `are ${keys.length}`, duration: `is ${duration} ms` });
    return onPage(ms, (page) => pressKeys(page, chords, held, duration));
  },
  scroll: ({ x, y, delta_x = 0, delta_y = 0, hold_keys }) => {
    assertTurned(delta_x, delta_y);
    const options = { at: { x, y }, deltaX: delta_x, deltaY: delta_y, held: parseHeldKeys(hold_keys) };
    return onPage(0, (page, { mouse }) => scrollAt(page, mouse, options));
  },
  drag_mouse: (params) => {
    const { button = "left", delay = 0, smooth = true, duration_ms, hold_keys } = params;
    const { steps_per_segment: stepsPerSegment = 10, step_delay_ms: stepDelay = 50 } = params;
    const path = params.path.map(([x = 0, y = 0]): Point => ({ x, y }));
    const moves = (path.length - 1) * (smooth ? 1 : stepsPerSegment);
    if (moves > MOST_MOVES) {
      refuse([{ path: "steps_per_segment", message: `makes ${moves} movements; at most ${MOST_MOVES} are allowed` }]);
    }
    const ms = delay + (smooth ? (duration_ms ?? 0) : moves * stepDelay);
    bound(ms, { path: `and steps_per_segment make ${moves} movements`, step_delay_ms: `is ${stepDelay} ms` });
    const options = { path, button, delay, smooth, duration: duration_ms, stepsPerSegment, stepDelay };
    const held = parseHeldKeys(hold_keys);
    return onPage(ms, (page, { mouse }) => dragMouse(page, mouse, { ...options, held }));
  },
  set_cursor: ({ hidden }) => ({ ms: 0, run: ({ connection }) => connection.part(Cursor).set(hidden) }),
  sleep: ({ duration_ms }) => ({ ms: duration_ms, run: ({ signal }) => pause(duration_ms, signal) }),
};

function onPage(ms: number, work: (page: InputPage, context: ActionContext) => Promise<void>): PreparedAction {
  return { ms, run: (context) => InputPage.use(context.connection, context.signal, (page) => work(page, context)) };
}

/** Throws 400 naming the fields that together take too long. */
function bound(ms: number, fields: Readonly<Record<string, string>>): void {
  if (ms <= LONGEST_MS) return;
  const all = `${Object.keys(fields).join(" and ")} together take ${ms / 1_000} s; at most ${LONGEST_MS / 1_000} s are allowed`;
  throw badRequest(
    all,
    Object.entries(fields).map(([path, what]) => ({ path, message: `${what}; ${all}` })),
  );
}

function refuse(problems: readonly InputProblem[]): never {
  const [first] = problems;
  throw badRequest(`${first?.path}: ${first?.message}`, problems);
}
