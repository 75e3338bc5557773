import { described } from "../references.ts";
import { Refusal } from "../requests.ts";
import type { AgentPage } from "../target.ts";
import type { CheckedElement } from "./check-element.ts";
import { pressKeys } from "./keyboard.ts";
import { unlessBlocked } from "./mouse.ts";

/** Roles of controls that take no text, whose value the arrow keys change. */
export const steppedRoles: ReadonlySet<string> = new Set(["slider", "spinbutton"]);

/** Time for the page to react to a key before the value is read, in milliseconds. */
const REACTION_MS = 60;
/** Maximum number of keys that are pressed. */
const MAX_STEPS = 500;

/**
 * Brings a slider of the page to a value by the arrow keys, as a person without a mouse does. Throws {@link Refusal}
 * `wrong_kind` for a control without a number, and `not_kept` where the keys do not lead to the value.
 */
export async function stepTo(page: AgentPage, { element, reference }: CheckedElement, text: string): Promise<void> {
  const label = described(reference);
  const wanted = Number(text);
  const read = async (): Promise<number | undefined> => (await element.run("numbers"))[0];
  const press = (key: string, times: number): Promise<void> =>
    unlessBlocked(page, () => pressKeys(page.session, Array<string>(times).fill(key)));
  const start = await read();
  if (text.trim() === "" || !Number.isFinite(wanted) || start === undefined) {
    throw new Refusal("wrong_kind", `${label} takes a number by its arrow keys`, "press it, or drag it");
  }
  if (start === wanted) return;
  if (!(await element.run("focus"))) throw new Refusal("wrong_kind", `${label} does not take the focus`, "drag it");
  let [up, down] = ["ArrowRight", "ArrowLeft"];
  await press(wanted > start ? up : down, 1);
  await element.react(REACTION_MS);
  const first = (await read()) ?? start;
  const step = Math.abs(first - start);
  if (step === 0)
    throw new Refusal("not_kept", `${label} stays at ${start} when its arrow keys are pressed`, "drag it");
  if (first > start !== wanted > start) [up, down] = [down, up];
  const steps = Math.round(Math.abs(wanted - first) / step);
  if (steps > MAX_STEPS) {
    throw new Refusal("not_kept", `${label} is ${steps} steps away from ${wanted}, at ${first}`, "drag it");
  }
  if (steps > 0) await press(wanted > first ? up : down, steps);
  await element.react(REACTION_MS);
  const last = await read();
  if (last !== undefined && Math.abs(last - wanted) < step / 1_000) return;
  throw new Refusal("not_kept", `${label} is at ${last} and takes steps of ${step}`, "fill a value that it can have");
}
