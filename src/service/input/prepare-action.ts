import { pause } from "../../core/pause.ts";
import {
  type ActionName,
  type ActionParams,
  actionMs,
  actionRefusal,
  DRAG_DEFAULTS,
} from "../../input-rules/action-rules.ts";
import type { Key } from "../../input-rules/keyboard-layout.ts";
import { type Chord, parseHeldKeys, parseKeys } from "../../input-rules/parse-keys.ts";
import type { InputDevice, InputDriver, Point } from "./device.ts";
import { InputError } from "./input-error.ts";
import { clickMouse, dragMouse, moveMouse, scrollAt } from "./mouse-actions.ts";

export interface ActionContext {
  driver: InputDriver;
  signal: AbortSignal;
}

export interface PreparedAction {
  /** Minimum duration that follows from the request, in milliseconds. */
  ms: number;
  run(context: ActionContext): Promise<void>;
}

/**
 * Checks an action without the device: keys, fields that exclude each other, and the duration.
 * Throws an {@link InputError} `invalid` with the fields.
 */
export function prepareAction<Name extends ActionName>(name: Name, params: ActionParams[Name]): PreparedAction {
  const refusal = actionRefusal(name, params);
  if (refusal) throw InputError.invalid(refusal.message, refusal.problems);
  return { ms: actionMs(name, params), run: preparations[name](params) };
}

type Run = PreparedAction["run"];
type Preparations = { [Name in ActionName]: (params: ActionParams[Name]) => Run };

const preparations: Preparations = {
  click_mouse: ({ x, y, button = "left", click_type = "click", num_clicks = 1, hold_keys }) => {
    const options = { at: { x, y }, button, type: click_type, clicks: num_clicks, held: parseHeldKeys(hold_keys).keys };
    return onDevice((device) => clickMouse(device, options));
  },
  move_mouse: ({ x, y, smooth = true, duration_ms, hold_keys }) => {
    const options = { to: { x, y }, smooth, durationMs: duration_ms, held: parseHeldKeys(hold_keys).keys };
    return onDevice((device) => moveMouse(device, options));
  },
  type_text: ({ text, delay: delayMs = 0 }) => onDevice((device) => device.typeText(text, delayMs)),
  press_key: ({ keys, duration: durationMs = 0, hold_keys }) => {
    const { chords } = parseKeys(keys, "keys");
    const { keys: held } = parseHeldKeys(hold_keys);
    return onDevice((device) => pressKeys(device, chords, held, durationMs));
  },
  scroll: ({ x, y, delta_x = 0, delta_y = 0, hold_keys }) => {
    const options = { at: { x, y }, deltaX: delta_x, deltaY: delta_y, held: parseHeldKeys(hold_keys).keys };
    return onDevice((device) => scrollAt(device, options));
  },
  drag_mouse: (params) => {
    const { button = "left", delay: delayMs = 0, smooth = true, duration_ms, hold_keys } = params;
    const { steps_per_segment: stepsPerSegment = DRAG_DEFAULTS.stepsPerSegment } = params;
    const { step_delay_ms: stepDelayMs = DRAG_DEFAULTS.stepDelayMs } = params;
    const path = params.path.map(([x = 0, y = 0]): Point => ({ x, y }));
    const options = { path, button, delayMs, smooth, durationMs: duration_ms, stepsPerSegment, stepDelayMs };
    const { keys: held } = parseHeldKeys(hold_keys);
    return onDevice((device) => dragMouse(device, { ...options, held }));
  },
  set_cursor:
    ({ hidden }) =>
    ({ driver }) =>
      driver.setCursorHidden(hidden),
  sleep:
    ({ duration_ms }) =>
    ({ signal }) =>
      pause(duration_ms, signal),
};

function onDevice(work: (device: InputDevice) => Promise<void>): Run {
  return ({ driver, signal }) => driver.use(signal, work);
}

/**
 * Presses keys and combinations one after the other, each for `durationMs` milliseconds, while others are held
 * (contract 2.4).
 */
async function pressKeys(
  device: InputDevice,
  chords: readonly Chord[],
  held: readonly Key[],
  durationMs: number,
): Promise<void> {
  await device.holding(held, async () => {
    for (const chord of chords) await device.pressChord(chord, durationMs);
  });
  await device.settled();
}
