/**
 * Characters that are invisible or change the look of others, as the content of a character class: bidirectional
 * controls, zero-width characters, tag characters, variation selectors, fillers, and the rest of Unicode's default
 * ignorable ones. Text can hide in them, or behind them.
 */
export const HIDDEN =
  "\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\u3164" +
  "\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufffb\\u{1bca0}-\\u{1bca3}\\u{1d173}-\\u{1d17a}\\u{e0000}-\\u{e0fff}";

/** {@link HIDDEN} and the controls that no text needs: C0 without tab and newline, DEL, and C1. */
export const UNPRINTABLE = `\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f${HIDDEN}`;

const element = "\\p{Extended_Pictographic}(?:[\\ufe0e\\ufe0f]|\\p{Emoji_Modifier})?";
const flags =
  "\\u{1f3f4}\\u{e0067}\\u{e0062}(?:\\u{e0065}\\u{e006e}\\u{e0067}|\\u{e0073}\\u{e0063}\\u{e0074}|\\u{e0077}\\u{e006c}\\u{e0073})\\u{e007f}";

/**
 * Pattern of an emoji in which some of them have their place: a joiner between two pictures, one selector after a picture
 * or in a keycap, the tags of the flags of England, Scotland and Wales (UTS 51, 1.4.9 and annex C.1).
 */
export const EMOJI = `${flags}|[#*0-9]\\ufe0f\\u20e3|${element}(?:\\u200d${element})*`;

/**
 * True when a text contains a control character (C0, DEL, C1). The expression lists the allowed characters: compiling a
 * Unicode class would cost every command 0.15 ms.
 */
export function hasControl(text: string): boolean {
  return /[^ -~\u00a0-\uffff]/.test(text);
}
