import { quoted } from "../page-text.ts";
import { described } from "../references.ts";
import { Refusal } from "../requests.ts";
import type { AgentPage, TargetSession } from "../target.ts";
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
  const isBox = (await element.run("boxes")).length > 1;
  await focus(checked);
  const before = await element.run("surfaceText");
  // An editor whose model is not its document knows what is selected by the keys, not by the selection of the page.
  if (before !== undefined || !(await element.run("hasValue"))) await pressKeys(page.session, ["Control+a"]);
  if (before === undefined && !(await element.run("isAllSelected"))) await element.run("selectAll");
  await unlessBlocked(page, async () => {
    if (text !== "") await insertText(page.session, text);
    else if (before !== undefined || (await element.run("value")) !== "") await pressKeys(page.session, ["Delete"]);
  });
  if (before !== undefined) return readSurface(checked, text, before);
  const kept = (): Promise<string | undefined> => readBack(checked, text, (held) => isShownAs(held, text));
  return isBox ? orInBoxes(checked, text, kept, () => retypeInBoxes(page, checked, text)) : kept();
}

/** Key of a keyboard on a screen, which says no more than that there was one. */
const SCREEN_KEY = { key: "Unidentified", windowsVirtualKeyCode: 229 } as const;

/**
 * Inserts a text by one event, so that a field which is drawn anew at each input keeps all of it. A key goes down before and
 * up after it, as with the keyboard of a telephone: many pages search or check when a key comes up.
 */
async function insertText(session: TargetSession, text: string): Promise<void> {
  await session.send("Input.dispatchKeyEvent", { type: "rawKeyDown", ...SCREEN_KEY });
  await session.send("Input.insertText", { text });
  await session.send("Input.dispatchKeyEvent", { type: "keyUp", ...SCREEN_KEY });
}

/** Types at the end of what a field holds, key by key. */
export async function typeInto(page: AgentPage, checked: CheckedElement, text: string): Promise<string | undefined> {
  const { element } = checked;
  const isBox = (await element.run("boxes")).length > 1;
  await focus(checked);
  const before = await element.run("surfaceText");
  if (before === undefined) await element.run("toEnd");
  else await pressKeys(page.session, ["Control+End"]);
  await unlessBlocked(page, () => typeKeys(page.session, text));
  // Enter and Tab leave the field, or send what it holds.
  if (/[\n\t]/.test(text)) return undefined;
  if (before !== undefined) return readSurface(checked, text, "");
  const kept = (): Promise<string | undefined> => readBack(checked, text, (held) => plain(held).includes(plain(text)));
  return isBox ? orInBoxes(checked, text, kept) : kept();
}

/**
 * Reads back a field that may be a box for one character, beside which the page has put the others. `retype` enters them anew
 * where it has not. Throws the {@link Refusal} of the field when the boxes do not hold the text either.
 */
async function orInBoxes(
  { element }: CheckedElement,
  text: string,
  readField: () => Promise<string | undefined>,
  retype?: () => Promise<void>,
): Promise<string | undefined> {
  // A page that is left once the code is complete has no boxes any more.
  const areKept = (): Promise<boolean> =>
    element.run("boxes").then(
      (held) => held.join("").startsWith(text),
      () => true,
    );
  try {
    return await readField();
  } catch (error) {
    if (await areKept()) return undefined;
    if (!(error instanceof Refusal) || !retype || (await element.run("boxes")).length < 2) throw error;
    await retype();
    await element.react(REACTION_MS);
    if (await areKept()) return undefined;
    throw error;
  }
}

/** Types a code into boxes, each of which keeps no more than one character: the page leads from one to the next. */
async function retypeInBoxes(page: AgentPage, checked: CheckedElement, text: string): Promise<void> {
  await focus(checked);
  await unlessBlocked(page, async () => {
    for (const character of text) {
      await pressKeys(page.session, ["Control+a"]);
      await typeKeys(page.session, character);
    }
  });
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
  await element.react(REACTION_MS);
  const held = (await element.run("value")).replace(/\n$/, "");
  if (held === text) return undefined;
  const isSecret = state.type === "password";
  if (isKept(held) || (text !== "" && (await element.run("isCompleted", text)))) return isSecret ? undefined : held;
  const shown = isSecret ? "something else" : quoted(held, 100);
  const limit = state.maxLength >= 0 && text.length > state.maxLength ? `; it takes ${state.maxLength} characters` : "";
  const words = `${described(reference)} holds ${shown} after it was filled${limit}`;
  throw new Refusal("not_kept", words, "look at the page: it may want another format");
}

/**
 * Checks what draws a field without a place, such as the page of an editor: it shows the last line of the text, and no line
 * of what was there before.
 */
async function readSurface({ element, reference }: CheckedElement, text: string, before: string): Promise<undefined> {
  await element.react(REACTION_MS);
  const shown = (await element.run("surfaceText")) ?? (await element.run("value"));
  const linesOf = (all: string): string[] => all.split("\n").map(plain).filter(isWords);
  const [wanted, now] = [linesOf(text), plain(shown)];
  const stale = linesOf(before).filter((line) => !plain(text).includes(line) && now.includes(line));
  if (now.includes(wanted.at(-1) ?? "") && stale.length === 0) return undefined;
  const words = `${described(reference)} shows ${quoted(shown.trim(), 100)} after it was filled`;
  throw new Refusal("not_kept", words, "look at the page");
}

/** False for the number of a line. */
function isWords(line: string): boolean {
  return line !== "" && !/^\d+$/.test(line);
}

/** The page has only added or taken away what is neither letter nor digit: "(555) 1234". */
function isShownAs(held: string, text: string): boolean {
  return plain(held) === plain(text) && plain(text) !== "";
}

function plain(text: string): string {
  return text.replace(/[^\p{L}\p{N}]/gu, "").toLowerCase();
}
