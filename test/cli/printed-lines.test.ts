import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { runHere } from "../support/cli/run-cli.ts";
import {
  answers,
  type Case,
  firstExamples,
  languages,
  ownHome,
  sameAsExample,
  sameRequests,
  usePrintedCode,
  workDirectory,
} from "./support/printed-code.ts";
import { type Recorded, recordingServer } from "./support/recording-server.ts";

usePrintedCode();

// Every example in every language, and with --show-token, in printed-lines.full.ts; what differs is shown below for every
// kind of value.
test.each(firstExamples)("%s and its line printed for %s send the same", async (example, language) => {
  await sameAsExample(example, ["variables"], language);
});

describe("whatever the values are", () => {
  const odd = `it's "quoted" \\ \\n $HOME \`id\` %41 ünï 😀\ttab\r\nnew line\n\n`;
  const at = async (words: readonly string[], more: Partial<Case> = {}): Promise<Recorded[]> =>
    sameRequests({ server: await recordingServer(answers), words, ...more });
  test.each([
    ["text in a body", ["browsers", "computer", "type", "s", odd]],
    ["text of a pipe", ["browsers", "computer", "clipboard", "write", "s", "-"], { stdin: odd }],
    [
      "text of a variable",
      ["invoke", "shop", "import", "--payload", "env:P"],
      { env: { P: JSON.stringify({ a: odd }) } },
    ],
    [
      "variables of a process",
      ["browsers", "process", "spawn", "s", "--env", `A_B=${odd}`, "--env", `a_b=2`, "--", "env"],
      { values: { BROWSERCTL_BODY_ENV_A_B: odd, BROWSERCTL_BODY_ENV_A_B_2: "2" } },
    ],
    [
      "user and password in the address of a page",
      ["browsers", "create", "--start-url", "http://some%22one:p'w%5C@127.0.0.1/"],
    ],
    [
      "user and password in an argument",
      ["browsers", "process", "spawn", "s", "--", "git", "clone", "https://me:it's@example.com/r.git"],
    ],
    [
      "credentials for a target",
      ["browsers", "curl", "s", "https://u:p@example.com", "-H", `Cookie: a="b"; c=\\d`, "-H", "X-A: 1", "-d", odd],
    ],
    ["a body of stdin", ["browsers", "fs", "write", "s", "/x", "-"], { stdin: odd }],
    ["a body of a word", ["browsers", "fs", "write", "s", "/x", odd]],
    ["a body of a file called -", ["browsers", "fs", "write", "s", "/x", "@-"]],
    ["data for a process", ["browsers", "process", "stdin", "s", "p", "-"], { stdin: odd }],
    [
      "declared fields of a raw call",
      ["api", "POST", "/browsers/s/computer/type", "-F", `text=${odd}`, "-F", "delay=5"],
    ],
    [
      "fields that are not declared",
      ["api", "POST", "/browsers", "-F", "headless=true", "-F", "new=secret", "-F", "flag=true", "-F", "deep.er=1"],
      { values: { BROWSERCTL_BODY_FLAG: "true", BROWSERCTL_BODY_DEEP: '{"er":1}' } },
    ],
    [
      "a call that is not declared",
      ["api", "POST", "/x/y", "--input", ` { "a": 12345678901234567890, "b": ${JSON.stringify(odd)} } \n`],
    ],
    [
      "a query that is not declared",
      ["api", "GET", `/x?token=${encodeURIComponent(odd)}&list[a]=1`],
      { values: { BROWSERCTL_QUERY_LIST_A: "1" } },
    ],
    ["an address in a query", ["api", "GET", "/browsers?query=http%3A%2F%2Fme%3Ap%2540w%40h%2F&limit=5"]],
    ["a body that curl would take for a file", ["api", "POST", "/x", "--input", "@@name"]],
    [
      "headers of every kind",
      [
        "api",
        "GET",
        "/browsers",
        "-H",
        "X-Empty:",
        "-H",
        "User-Agent: me/1",
        "-H",
        "X-A: it's",
        "-H",
        "Authorization: Basic bWU6cHc=",
      ],
      { values: { BROWSERCTL_HEADER_AUTHORIZATION: "bWU6cHc=" } },
    ],
    ["a body with DELETE", ["api", "DELETE", "/x", "--input", "{}"]],
    ["a project beyond ASCII", ["browsers", "list", "--project", "日本"]],
  ] satisfies [string, string[], Partial<Case>?][])(
    "%s: the command and its printed line send the same",
    async (_name, words, more: Partial<Case> = {}) => {
      if (words.includes("@-")) {
        const home = ownHome();
        writeFileSync(join(workDirectory(home), "-"), odd);
        await at(words, { ...more, home });
      } else expect(await at(words, more)).toHaveLength(2 * languages.length);
    },
  );
  test("a printed line sends a body larger than an argument may be", async () => {
    const home = ownHome();
    writeFileSync(join(workDirectory(home), "code.js"), `// ${"it's ".repeat(60_000)}`);
    await at(["browsers", "playwright", "execute", "s", "@code.js"], { home });
  });
  test("a printed line shows a header without a credential unchanged", async () => {
    const env = { BROWSERCTL_BASE_URL: "http://127.0.0.1:1", BROWSERCTL_TOKEN: "t-1" };
    const { stdout } = await runHere(
      ["browsers", "curl", "s", "https://example.com", "-H", "X-A: 1", "--print", "curl"],
      { env },
    );
    expect(stdout).toContain(`"headers":{"X-A":"1"}`);
  });
});
