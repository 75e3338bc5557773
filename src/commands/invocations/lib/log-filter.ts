import { stripVTControlCharacters } from "node:util";
import type { Problem } from "../../../core/errors.ts";
import { textOf } from "../../../core/follow-item.ts";
import type { Interruptible } from "../../../core/interruptible.ts";
import { hasMatch, parsePattern } from "../../../core/pattern.ts";
import type { FollowedItem } from "../../lib/follow/subject.ts";

/** Items whose messages match `--filter`, compared without their colours. A slow expression ends with the command. */
export async function* filtered(
  items: AsyncGenerator<readonly FollowedItem[], number>,
  text: string,
  within: Interruptible,
): AsyncGenerator<readonly FollowedItem[], number> {
  const wanted = parsePattern(text);
  const isKept = (item: FollowedItem): boolean => {
    if (!wanted || item.kind !== "event" || item.value.event !== "log") return true;
    const message = textOf(item.value.message);
    return hasMatch(message.includes("\u001b") ? stripVTControlCharacters(message) : message, wanted);
  };
  try {
    for (;;) {
      const { done, value } = await items.next();
      if (done) return value;
      const kept = await within(() => value.filter(isKept));
      if (kept.length > 0) yield kept;
    }
  } finally {
    await items.return(0);
  }
}

/** Problems with the pattern of `--filter`. */
export function filterProblems(text: string): Problem[] {
  try {
    parsePattern(text);
    return [];
  } catch (error) {
    const message = (error as Error).message.replace(/^Invalid regular expression: .*: /s, "");
    return [{ path: "--filter", message: `"${text}" is not a valid pattern: ${message}` }];
  }
}
