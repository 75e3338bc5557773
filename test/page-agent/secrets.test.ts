import { describe, expect, test } from "vitest";
import { HIDDEN_VALUE } from "../../src/page-agent/hidden-value.ts";
import { Secrets } from "../../src/page-agent/secrets.ts";

function hidden(value: string, text: string): string {
  const secrets = new Secrets();
  secrets.addValue(value);
  return secrets.hide(text);
}

describe("a value that is not printed is found", () => {
  test.each([
    ["as it is", "correct horse", "it is correct horse", `it is ${HIDDEN_VALUE}`],
    ["in groups", "4111111111111111", "card 4111 1111 1111 1111.", `card ${HIDDEN_VALUE}.`],
    ["in groups, entered with spaces", "4111 1111 1111 1111", "card 4111-1111-1111-1111", `card ${HIDDEN_VALUE}`],
    ["as a phone number", "5551234567", "(555) 123-4567 is yours", `(${HIDDEN_VALUE} is yours`],
    ["in capital letters", "secretword", "SECRETWORD", HIDDEN_VALUE],
    [
      "in an address",
      "p&ss wörd",
      "/?a=p%26ss%20w%C3%B6rd&b=p%26ss+w%C3%B6rd",
      `/?a=${HIDDEN_VALUE}&b=${HIDDEN_VALUE}`,
    ],
    ["in a document", 'a<b>&"c"', "<p>a&lt;b&gt;&amp;&quot;c&quot;</p>", `<p>${HIDDEN_VALUE}</p>`],
    ["in JSON", 'x"y\\z', '{"v":"x\\"y\\\\z"}', `{"v":"${HIDDEN_VALUE}"}`],
    ["in base64", "pässword", "Basic cMOkc3N3b3Jk", `Basic ${HIDDEN_VALUE}`],
  ])("%s", (_how, value, text, expected) => {
    expect(hidden(value, text)).toBe(expected);
  });
});

test.each([
  ["too short to be looked for", "ab", "ab and ab"],
  ["of few letters, in another form", "ab-cd", "abcd"],
  ["on two lines", "4111111111111111", "4111 1111\n1111 1111"],
  ["with other characters in it", "4111111111111111", "4111 1x111 1111 1111"],
])("a text %s stays as it is", (_why, value, text) => {
  expect(hidden(value, text)).toBe(text);
});

test("a value of a million characters is found", () => {
  const value = "0123456789".repeat(100_000);
  expect(hidden(value, `<${value}>`)).toBe(`<${HIDDEN_VALUE}>`);
});

test("a value of many characters costs no more than reading the text", () => {
  const text = `${"4111 ".repeat(100_000)}x`;
  expect(hidden("41114111411141114112", text)).toBe(text);
});
