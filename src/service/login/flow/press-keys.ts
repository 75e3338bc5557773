import { pause } from "../../../core/pause.ts";
import type { ControlShape } from "../../../login-reader/described-control.ts";
import { matchControl, matchKey } from "../decide/match-control.ts";
import type { TaughtStep } from "../decide/taught-plan.ts";
import type { PlannedControl } from "../drive/planned-controls.ts";
import type { KnownValues } from "../values/known-values.ts";
import type { FlowPage } from "./flow-page.ts";
import { StepFailed } from "./step-failed.ts";

/** Time in milliseconds in which a keypad shows other keys. */
const SHIFT_MS = 1_000;
const PAUSE_MS = 50;

type KeysStep = Extract<TaughtStep, { readonly do: "keys" }>;

export interface Keypad {
  readonly page: FlowPage;
  readonly known: KnownValues;
  /** Controls of a shape in the current page. */
  readonly controls: (shape: ControlShape) => Promise<PlannedControl[]>;
}

/**
 * Enters a value by the keys of a page, one for each character. Rejects with {@link StepFailed} when the page has none;
 * a keypad that shows all its keys is asked for all of them before the first one is pressed.
 */
export async function pressKeys(step: KeysStep, value: string, keypad: Keypad): Promise<void> {
  const characters = [...value];
  if (step.shifts === undefined) {
    const all = await keypad.controls(step.keys);
    const isThere = (character: string): boolean => "found" in matchKey(step, all, character, keypad.known);
    if (!characters.every(isThere)) throw noKey();
  }
  for (const [at, character] of characters.entries()) {
    // A keypad may move its keys after each one.
    const key = (await keyOf(step, character, keypad)) ?? (await shownKey(step, character, keypad));
    if (!key) throw at === 0 || step.shifts ? noKey() : replaced();
    if (at === 0) await keypad.page.enteringKeys(key, value);
    await keypad.page.pressControl(key);
  }
}

/** Presses the controls that show other keys, one after the other, until the key of a character is there. */
async function shownKey(step: KeysStep, character: string, keypad: Keypad): Promise<PlannedControl | undefined> {
  const { shifts = [] } = step;
  // One of them may show the next one.
  for (const control of [...shifts, ...shifts]) {
    const match = matchControl({ ...step, control }, await keypad.controls(control), keypad.known);
    if (!("found" in match)) continue;
    await keypad.page.pressControl(match.found);
    const end = performance.now() + SHIFT_MS;
    do {
      const key = await keyOf(step, character, keypad);
      if (key) return key;
      await pause(PAUSE_MS, keypad.page.signal);
    } while (performance.now() < end);
  }
  return undefined;
}

async function keyOf(
  step: KeysStep,
  character: string,
  { controls, known }: Keypad,
): Promise<PlannedControl | undefined> {
  const match = matchKey(step, await controls(step.keys), character, known);
  return "found" in match ? match.found : undefined;
}

function noKey(): StepFailed {
  return new StepFailed("the keypad does not have one key for each character of the value");
}

function replaced(): StepFailed {
  return new StepFailed("the keypad was replaced before all keys were pressed");
}
