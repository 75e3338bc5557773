import { type Key, MODIFIERS } from "../../input-rules/keyboard-layout.ts";
import { type Chord, parseKeys } from "../../input-rules/parse-keys.ts";
import { Refusal } from "../requests.ts";
import type { TargetSession } from "../target.ts";

/** Presses keys, named as for `browsers computer press`: `Enter`, `Control+a`. Throws {@link Refusal} for an unknown one. */
export async function pressKeys(session: TargetSession, names: readonly string[]): Promise<void> {
  const { chords, problems } = parseKeys(names, "value");
  const [problem] = problems;
  if (problem)
    throw new Refusal("wrong_kind", problem.message, "name a key such as Enter, Tab, ArrowDown or Control+a");
  for (const chord of chords) await pressChord(session, chord);
}

/** Types a text into what has the focus, key by key; characters that are on no key are inserted. */
export async function typeKeys(session: TargetSession, text: string): Promise<void> {
  for (const character of text.replace(/\r\n?/g, "\n")) {
    const { chords, problems } = parseKeys(
      [character === "\n" ? "Enter" : character === "\t" ? "Tab" : character],
      "value",
    );
    const [chord] = chords;
    if (problems.length > 0 || !chord) await session.send("Input.insertText", { text: character });
    else await pressChord(session, chord);
  }
}

async function pressChord(session: TargetSession, chord: Chord): Promise<void> {
  if ("insert" in chord) {
    await session.send("Input.insertText", { text: chord.insert });
    return;
  }
  let modifiers = 0;
  for (const key of chord.keys) {
    modifiers |= key.modifier ?? 0;
    await session.send("Input.dispatchKeyEvent", { ...downEvent(key, modifiers), ...common(key, modifiers) });
  }
  for (const key of [...chord.keys].reverse()) {
    modifiers &= ~(key.modifier ?? 0);
    await session.send("Input.dispatchKeyEvent", { type: "keyUp", ...common(key, modifiers) });
  }
}

function downEvent(key: Key, modifiers: number): { type: "keyDown" | "rawKeyDown"; text?: string } {
  const isShifted = (modifiers & MODIFIERS.shift) !== 0 && key.shiftText !== undefined;
  // With Ctrl, Alt or Meta a key inserts no text.
  const text = modifiers & ~MODIFIERS.shift ? undefined : isShifted ? key.shiftText : key.text;
  return text === undefined ? { type: "rawKeyDown" } : { type: "keyDown", text };
}

function common(key: Key, modifiers: number): object {
  return {
    key: modifiers & MODIFIERS.shift ? (key.shiftKey ?? key.key) : key.key,
    code: key.code,
    windowsVirtualKeyCode: key.virtualKey,
    modifiers,
    ...(key.location !== undefined && { location: key.location }),
    ...(key.location === 3 && { isKeypad: true }),
  };
}
