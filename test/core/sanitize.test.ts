import { expect, test } from "vitest";
import { sanitize, sanitizeKeepingColour, sanitizeLine } from "../../src/core/sanitize.ts";

test.each([
  ["plain ünïcode 日本 👩‍👩‍👧\n\ttext", "plain ünïcode 日本 👩‍👩‍👧\n\ttext"],
  ["\u001b[2J", "␛[2J"],
  ["\u001b]52;c;QQ==\u0007", "␛]52;c;QQ==␇"],
  ["\u009b1m\u0090x\u009c", "\\x9b1m\\x90x\\x9c"],
  ["a\rb", "a␍b"],
  ["a\r\nb", "a\nb"],
  ["\u0000\u0008\u007f", "␀␈␡"],
  ["\u202e\u2066\u2069\u200e\u061c", "\\u202e\\u2066\\u2069\\u200e\\u061c"],
  ["\ufeff\u200b\u2028", "\\ufeff\\u200b\\u2028"],
  ["\u{e0041}", "\\u{e0041}"],
])("%j", (text, wanted) => {
  expect(sanitize(text)).toBe(wanted);
});

test("invisible characters are shown: zero-width, tag, selector, filler and joiner characters", () => {
  const hidden = [
    ...[0xad, 0x34f, 0x115f, 0x1160, 0x17b4, 0x17b5, 0x180e, 0x200b, 0x200c, 0x200d, 0x200e, 0x200f],
    ...[0x2060, 0x2061, 0x2062, 0x2063, 0x2064, 0x206f, 0x3164, 0xfe00, 0xfe0f, 0xfeff, 0xffa0, 0xfff9],
    ...[0x1bca0, 0x1d173, 0xe0001, 0xe0020, 0xe007f, 0xe0100, 0xe01ef],
  ];
  for (const code of hidden) {
    const text = `a${String.fromCodePoint(code)}b`;
    const hex = code.toString(16).padStart(4, "0");
    const wanted = code < 0x100 ? `a\\x${hex.slice(2)}b` : code > 0xffff ? `a\\u{${hex}}b` : `a\\u${hex}b`;
    for (const safe of [sanitize, sanitizeLine, sanitizeKeepingColour]) expect(safe(text)).toBe(wanted);
  }
});

test.each(["👩‍👩‍👧", "❤️", "🏳️‍🌈", "🏴‍☠️", "1️⃣", "👍🏽", "👩🏽‍🚀", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "☎︎", "🇩🇪"])(
  "an emoji stays whole: %s",
  (emoji) => {
    for (const safe of [sanitize, sanitizeLine]) expect(safe(`a${emoji}b`)).toBe(`a${emoji}b`);
    expect(sanitizeKeepingColour(`a${emoji}b`)).toBe(`a${emoji}b`);
  },
);

test.each([
  ["a joiner that joins nothing", "👩\u200d x", "👩\\u200d x"],
  ["two selectors after a picture", "❤\ufe0f\ufe0f", "❤\ufe0f\\ufe0f"],
  ["letters as tags after a flag", "🏴\u{e0068}\u{e0069}\u{e007f}", "🏴\\u{e0068}\\u{e0069}\\u{e007f}"],
  ["a selector after a letter", "a\ufe0f", "a\\ufe0f"],
])("sanitize makes %s visible", (_what, text, wanted) => {
  expect(sanitize(text)).toBe(wanted);
});

test("sanitizeLine makes tab and newline visible too", () => {
  expect(sanitizeLine("a\tb\nc\r\nd")).toBe("a␉b␊c\nd".replace("\n", "␍␊"));
  expect(sanitizeLine("\u001b[2J")).toBe("␛[2J");
});

test("sanitize never keeps C0 except tab and newline, nor C1", () => {
  for (let code = 0; code < 0xa0; code += 1) {
    const character = String.fromCharCode(code);
    const passes = (code >= 0x20 && code < 0x7f) || character === "\n" || character === "\t";
    expect(sanitize(character) === character, `0x${code.toString(16)}`).toBe(passes);
    expect(/[\u0000-\u001f\u007f-\u009f]/.test(sanitizeLine(character)), `0x${code.toString(16)}`).toBe(false);
  }
});

const reset = "\u001b[0m";

test.each([
  ["\u001b[31mred\u001b[0m", `\u001b[31mred\u001b[0m${reset}`],
  ["\u001b[m\u001b[1;4;97mx", `\u001b[m\u001b[1;4;97mx${reset}`],
  ["\u001b[38;5;208m\u001b[48;2;1;2;255mx", `\u001b[38;5;208m\u001b[48;2;1;2;255mx${reset}`],
  ["\u001b[38:5:208m\u001b[48:2::1:2:3m\u001b[4:3mx", `\u001b[38:5:208m\u001b[48:2::1:2:3m\u001b[4:3mx${reset}`],
  ["\u001b[38;2;5;6;8mx", `\u001b[38;2;5;6;8mx${reset}`],
  ["no colour, a\ttab", "no colour, a    tab"],
])("sanitizeKeepingColour keeps colour: %j", (text, wanted) => {
  expect(sanitizeKeepingColour(text)).toBe(wanted);
});

test.each([
  ["\u001b[5m", "␛[5m"],
  ["\u001b[1;6m", "␛[1;6m"],
  ["\u001b[8m", "␛[8m"],
  ["\u001b[08m", "␛[08m"],
  ["\u001b[11m", "␛[11m"],
  ["\u001b[20m\u001b[26m", "␛[20m␛[26m"],
  ["\u001b[38;5;256m", "␛[38;5;256m"],
  ["\u001b[38;5m", "␛[38;5m"],
  ["\u001b[38;2;1;2m", "␛[38;2;1;2m"],
  ["\u001b[38;7;5m", "␛[38;7;5m"],
  ["\u001b[48:2:1:2m", "␛[48:2:1:2m"],
  ["\u001b[5:1m", "␛[5:1m"],
  [`\u001b[${"1;".repeat(16)}1m`, `␛[${"1;".repeat(16)}1m`],
  ["\u001b[?25l\u001b[2J\u001b[H\u001b[>4m", "␛[?25l␛[2J␛[H␛[>4m"],
  ["\u001b]52;c;QQ==\u0007", "␛]52;c;QQ==␇"],
  ["\u001b]8;;http://x\u001b\\x", "␛]8;;http://x␛\\x"],
  ["\u009b31mx", "\\x9b31mx"],
  ["a\nb\rc\u202e", "a␊b␍c\\u202e"],
])("sanitizeKeepingColour makes other sequences visible: %j", (text, wanted) => {
  expect(sanitizeKeepingColour(text)).toBe(wanted);
});

test("sanitizeKeepingColour allows at most 16 numbers in a colour", () => {
  const most = `\u001b[${"1;".repeat(15)}1m`;
  expect(sanitizeKeepingColour(most)).toBe(`${most}${reset}`);
});
