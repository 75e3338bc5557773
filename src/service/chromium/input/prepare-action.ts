import { pause } from "../../../core/pause.ts";
import {
  type ActionName,
  type ActionParams,
  actionMs,
  actionRefusal,
  DRAG_DEFAULTS,
} from "../../../input-rules/action-rules.ts";
import { parseHeldKeys, parseKeys } from "../../../input-rules/parse-keys.ts";
import type { BrowserConnection } from "../browser-connection.ts";
import { BrowserError } from "../browser-error.ts";
import { InputPage } from "./input-page.ts";
import type { Mouse, Point } from "./mouse.ts";
import { clickMouse, dragMouse, moveMouse, scrollAt } from "./mouse-actions.ts";
import { pressKeys } from "./press-keys.ts";
import { typeText } from "./type-text.ts";

export interface ActionContext {
  connection: BrowserConnection;
  mouse: Mouse;
  signal: AbortSignal;
}

export interface PreparedAction {
  /** Minimum duration that follows from the request, in milliseconds. */
  ms: number;
  run(context: ActionContext): Promise<void>;
}

/**
 * Checks an action without the page: keys, fields that exclude each other, and the duration.
 * Throws a {@link BrowserError} `invalid` with the fields.
 */
export function prepareAction<Name extends ActionName>(name: Name, params: ActionParams[Name]): PreparedAction {
  const refusal = actionRefusal(name, params);
  if (refusal) throw BrowserError.invalid(refusal.message, refusal.problems);
  return { ms: actionMs(name, params), run: preparations[name](params) };
}

type Run = PreparedAction["run"];
type Preparations = { [Name in ActionName]: (params: ActionParams[Name]) => Run };

const preparations: Preparations = {
  click_mouse: ({ x, y, button = "left", click_type = "click", num_clicks = 1, hold_keys }) => {
    const options = { at: { x, y }, button, type: click_type, clicks: num_clicks, held: parseHeldKeys(hold_keys).keys };
    return onPage((page, { mouse }) => clickMouse(page, mouse, options));
  },
  move_mouse: ({ x, y, smooth = true, duration_ms, hold_keys }) => {
    const options = { to: { x, y }, smooth, durationMs: duration_ms, held: parseHeldKeys(hold_keys).keys };
    return onPage((page, { mouse }) => moveMouse(page, mouse, options));
  },
  type_text: ({ text, delay: delayMs = 0 }) => onPage((page) => typeText(page, text, delayMs)),
  press_key: ({ keys, duration: durationMs = 0, hold_keys }) => {
    const { chords } = parseKeys(keys, "keys");
    const { keys: held } = parseHeldKeys(hold_keys);
    return onPage((page) => pressKeys(page, chords, held, durationMs));
  },
  scroll: ({ x, y, delta_x = 0, delta_y = 0, hold_keys }) => {
    const options = { at: { x, y }, deltaX: delta_x, deltaY: delta_y, held: parseHeldKeys(hold_keys).keys };
    return onPage((page, { mouse }) => scrollAt(page, mouse, options));
  },
  drag_mouse: (params) => {
    const { button = "left", delay: delayMs = 0, smooth = true, duration_ms, hold_keys } = params;
    const { steps_per_segment: stepsPerSegment = DRAG_DEFAULTS.stepsPerSegment } = params;
    const { step_delay_ms: stepDelayMs = DRAG_DEFAULTS.stepDelayMs } = params;
    const path = params.path.map(([x = 0, y = 0]): Point => ({ x, y }));
    const options = { path, button, delayMs, smooth, durationMs: duration_ms, stepsPerSegment, stepDelayMs };
    const { keys: held } = parseHeldKeys(hold_keys);
    return onPage((page, { mouse }) => dragMouse(page, mouse, { ...options, held }));
  },
  set_cursor:
    ({ hidden }) =>
    ({ connection }) =>
      connection.cursor.set(hidden),
  sleep:
    ({ duration_ms }) =>
    ({ signal }) =>
      pause(duration_ms, signal),
};

function onPage(work: (page: InputPage, context: ActionContext) => Promise<void>): Run {
  return (context) => InputPage.use(context.connection, context.signal, (page) => work(page, context));
}
