import { expect, test } from "vitest";
import { sanitize, sanitizeLine } from "../../src/core/sanitize.ts";

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

test("in one line, tab and newline are shown too", () => {
  expect(sanitizeLine("a\tb\nc\r\nd")).toBe("a␉b␊c\nd".replace("\n", "␍␊"));
  expect(sanitizeLine("\u001b[2J")).toBe("␛[2J");
});

test("nothing below 0x20 but tab and newline, and no C1, ever passes", () => {
  for (let code = 0; code < 0xa0; code += 1) {
    const character = String.fromCharCode(code);
    const passes = (code >= 0x20 && code < 0x7f) || character === "\n" || character === "\t";
    expect(sanitize(character) === character, `0x${code.toString(16)}`).toBe(passes);
    expect(/[\u0000-\u001f\u007f-\u009f]/.test(sanitizeLine(character)), `0x${code.toString(16)}`).toBe(false);
  }
});
