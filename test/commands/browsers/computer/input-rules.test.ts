import { expect, test } from "vitest";
import { runHere } from "../../../support/cli/run-cli.ts";
import { token } from "../../../support/servers/loopback.ts";

/** No service is there: whatever is sent ends with exit 5. */
const env = { BROWSERCTL_BASE_URL: "http://127.0.0.1:9", BROWSERCTL_TOKEN: token };
const computer = (...words: string[]) => runHere(["browsers", "computer", ...words], { env });

test.each<[string[], string[]]>([
  [["press", "s1", "Retrun"], ['error: <key>: there is no key "Retrun"; did you mean "Return"?']],
  [
    ["press", "s1", "a", "Ctrl+Foo", "--hold-key", "é"],
    [
      "error: 2 problems with the input",
      '  <key>: there is no key "Foo" in "Ctrl+Foo"',
      '  --hold-key: "é" is on no key and cannot be held',
    ],
  ],
  [["press", "s1"], ["error: missing argument <key>"]],
  [
    ["press", "s1", ..."abcdefghijk", "--duration", "60000"],
    [
      "error: 2 problems with the input",
      "  <key>: has 11 keys; <key> and --duration together take 660 s; at most 600 s are allowed",
      "  --duration: is 60000 ms; <key> and --duration together take 660 s; at most 600 s are allowed",
    ],
  ],
  [["scroll", "s1", "1", "1"], ["error: --delta-y: must not be 0 when --delta-x is 0"]],
  [["scroll", "s1", "1", "1", "--delta-y", "2", "--hold-key", "Shfit"], ['error: --hold-key: there is no key "Shfit"']],
  [["click", "s1", "1", "1", "--hold-key", "Foo"], ['error: --hold-key: there is no key "Foo"']],
  [["drag", "s1", "1,1", "x"], ['error: <x,y>: must be X,Y, such as 100,200, not "x"']],
  [
    ["batch", "s1", '[{"type":"press_key","press_key":{"keys":["a","Foo"]}},{"type":"sleep","scroll":{"x":0,"y":0}}]'],
    [
      "error: 2 problems with the input",
      '  actions[0].press_key.keys[1]: there is no key "Foo"',
      "  actions[1].sleep: is missing; the parameters of type sleep are the property of the same name, not scroll",
    ],
  ],
])("computer %j is refused before anything is sent, by the names that were typed", async (words, lines) => {
  const { code, stderr } = await computer(...words);
  expect([code, stderr.split("\n").slice(0, lines.length)]).toEqual([2, lines]);
});

test("keys in --input are left to the service, which may know more of them", async () => {
  for (const [words, body] of [
    [["press", "s1"], { keys: ["Hyper_L"] }],
    [["scroll", "s1", "1", "1"], { delta_x: 0, delta_y: 0 }],
  ] as const) {
    const result = await computer(...words, "--input", JSON.stringify(body), "--dry-run", "-o", "json");
    expect([result.code, JSON.parse(result.stdout).body]).toEqual([0, expect.objectContaining(body)]);
  }
});
