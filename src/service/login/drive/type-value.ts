import type { BrowserConnection } from "../../chromium/browser-connection.ts";
import { InputPage } from "../../chromium/input/input-page.ts";
import { Keyboard } from "../../chromium/input/keyboard.ts";
import { typeText } from "../../chromium/input/type-text.ts";
import type { FieldPart } from "../page/page-controls.ts";
import { isDialogOpen, isReplaced } from "../page/page-session.ts";
import type { DrivenPage } from "./driven-page.ts";
import { PageElement } from "./element.ts";
import { LoginError } from "./login-error.ts";

/** State of a field after a value was typed. `gone`: it is no longer in the document. */
export type TypedState = "kept" | "gone" | "different";

/** Throws a {@link LoginError} `invalid-value` for a value that does not fit into one line. Does not quote it. */
export function assertTypable(value: string, label: string): void {
  const problem = typingProblem(value);
  if (problem !== undefined) throw new LoginError("invalid-value", `the value for ${JSON.stringify(label)} ${problem}`);
}

/**
 * Types a value into a field, or a code into its boxes. Checks the focus before each key: a script of another frame
 * could take it, and with it the rest of the value. Characters that no key writes are set by script.
 */
export async function typeValue(
  connection: BrowserConnection,
  page: DrivenPage,
  parts: readonly FieldPart[],
  value: string,
  signal: AbortSignal,
): Promise<void> {
  const elements = await Promise.all(parts.map((part) => PageElement.of(part)));
  const [first] = elements;
  if (!first || (await first.holds(value, false))) return;
  await first.focus();
  await InputPage.use(
    connection,
    signal,
    async (input) => {
      const keyboard = new Keyboard(input);
      const graphemes = [...new Intl.Segmenter("en", { granularity: "grapheme" }).segment(value)];
      for (const [at, { segment }] of graphemes.entries()) {
        if (elements.length > 1) await focusBox(elements, at);
        if (!(await anyFocused(elements))) return;
        await typeText(input, keyboard, segment, 0);
      }
    },
    page.watched,
  );
}

/** State of a field, without reading its value. */
export async function typedState(parts: readonly FieldPart[], value: string, loose: boolean): Promise<TypedState> {
  try {
    const elements = await Promise.all(parts.map((part) => PageElement.of(part)));
    const values = partsOf(value, elements.length);
    const held = await Promise.all(elements.map((element, at) => element.holds(values[at] ?? "", loose)));
    if (held.includes(undefined)) return "gone";
    return held.every(Boolean) ? "kept" : "different";
  } catch (error) {
    if (isReplaced(error) || isDialogOpen(error)) return "gone";
    throw error;
  }
}

/** Sets a value by script, with the events of an input. */
export async function setValue(parts: readonly FieldPart[], value: string): Promise<void> {
  const values = partsOf(value, parts.length);
  for (const [at, part] of parts.entries()) {
    await (await PageElement.of(part)).set(values[at] ?? "");
  }
}

function partsOf(value: string, count: number): string[] {
  return count === 1 ? [value] : [...value].slice(0, count);
}

async function anyFocused(elements: readonly PageElement[]): Promise<boolean> {
  const focused = await Promise.all(elements.map((element) => element.hasFocus()));
  return focused.includes(true);
}

/** Focuses a box that the page has not focused itself. */
async function focusBox(elements: readonly PageElement[], at: number): Promise<void> {
  const box = elements[at];
  if (box && !(await box.hasFocus())) await box.focus();
}

/** Maximum length of a value that is typed, in UTF-16 units. */
export const MAX_VALUE = 4_096;

/**
 * Reason why a value cannot be typed into a field, as text that follows the field's name; undefined when it can. Does
 * not quote the value.
 */
export function typingProblem(value: string): string | undefined {
  if (!value.isWellFormed()) return "is not valid Unicode: half of a surrogate pair";
  if (/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/.test(value)) {
    return "has a line break or another control character; a field of a login takes one line";
  }
  return value.length > MAX_VALUE ? `has ${value.length} characters; at most ${MAX_VALUE}` : undefined;
}
