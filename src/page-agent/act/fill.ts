import { quoted } from "../page-text.ts";
import { described } from "../references.ts";
import { Refusal } from "../requests.ts";
import type { AgentPage } from "../target.ts";
import { wait } from "../waiting.ts";
import type { CheckedElement } from "./check-element.ts";
import { pressKeys, typeKeys } from "./keyboard.ts";
import { unlessBlocked } from "./mouse.ts";

/** Time for the page to react to an input before it is read back, in milliseconds. */
const REACTION_MS = 120;

/**
 * Replaces what a field holds, and reads it back. Returns what the field shows when the page has formatted it; throws
 * {@link Refusal} `not_kept` when it holds something else.
 */
export async function fillElement(page: AgentPage, checked: CheckedElement, text: string): Promise<string | undefined> {
  const { element } = checked;
  if (await element.run("isSet")) {
    await element.run("setValue", text);
    return readBack(checked, text, (held) => held === text);
  }
  await focus(checked);
  await element.run("selectAll");
  await unlessBlocked(page, async () => {
    // One event for the whole text, so that a field which is drawn anew at each input keeps all of it.
    if (text !== "") await page.session.send("Input.insertText", { text });
    else if ((await element.run("value")) !== "") await pressKeys(page.session, ["Delete"]);
  });
  return readBack(checked, text, (held) => isShownAs(held, text));
}

/** Types at the end of what a field holds, key by key. */
export async function typeInto(page: AgentPage, checked: CheckedElement, text: string): Promise<string | undefined> {
  const { element } = checked;
  await focus(checked);
  await element.run("toEnd");
  await unlessBlocked(page, () => typeKeys(page.session, text));
  // Enter and Tab leave the field, or send what it holds.
  if (/[\n\t]/.test(text)) return undefined;
  return readBack(checked, text, (held) => plain(held).includes(plain(text)));
}

async function focus({ element, reference }: CheckedElement): Promise<void> {
  if (await element.run("focus")) return;
  throw new Refusal("wrong_kind", `${described(reference)} does not take the focus`, "click it first");
}

async function readBack(
  { element, reference, state }: CheckedElement,
  text: string,
  isKept: (held: string) => boolean,
): Promise<string | undefined> {
  await wait(REACTION_MS);
  const held = (await element.run("value")).replace(/\n$/, "");
  if (held === text) return undefined;
  const isSecret = state.type === "password";
  if (isKept(held)) return isSecret ? undefined : held;
  const shown = isSecret ? "something else" : quoted(held, 100);
  const limit = state.maxLength >= 0 && text.length > state.maxLength ? `; it takes ${state.maxLength} characters` : "";
  const words = `${described(reference)} holds ${shown} after it was filled${limit}`;
  throw new Refusal("not_kept", words, "look at the page: it may want another format");
}

/** The page has only added or taken away what is neither letter nor digit: "(555) 1234". */
function isShownAs(held: string, text: string): boolean {
  return plain(held) === plain(text) && plain(text) !== "";
}

function plain(text: string): string {
  return text.replace(/[^\p{L}\p{N}]/gu, "").toLowerCase();
}
