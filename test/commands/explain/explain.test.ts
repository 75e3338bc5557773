import { expect, test } from "vitest";
import { commandFlags } from "../../../src/cli/declare/field-flags.ts";
import { allGlobalFlags } from "../../../src/cli/declare/global-flags.ts";
import { type Entry, families, findEntries } from "../../../src/commands/explain/lib/catalogue.ts";
import { namedNetErrors } from "../../../src/contract/net-error-texts.ts";
import { commandHeads } from "../../../src/generated/commands.ts";
import { operationLoaders } from "../../../src/generated/index.ts";
import { jsonError, runHere, startCli, temporaryHome } from "../../support/cli/run-cli.ts";

const all = families().flatMap(({ entries }) => entries);

async function explained(...words: string[]): Promise<Entry[]> {
  const result = await runHere(["explain", ...words, "-o", "json"], { home: temporaryHome() });
  expect([result.code, result.stderr]).toEqual([0, ""]);
  return JSON.parse(result.stdout) as Entry[];
}

test("a word is found in every family that has it, in any case", async () => {
  expect(await explained("CONFLICT")).toMatchObject([{ family: "api-error", number: 409 }, { family: "error-detail" }]);
  expect((await explained("running")).map(({ family }) => family)).toEqual([
    "process-state",
    "invocation-state",
    "deployment-state",
  ]);
  expect(await explained("has_credential", "needs_auth")).toHaveLength(2);
});

test.each([
  ["9", "exit-code", "outcome-unknown"],
  ["outcome-unknown", "exit-code", "outcome-unknown"],
  ["143", "exit-code", "interrupted"],
])("explain %s finds an exit code", async (word, family, name) => {
  expect(await explained(word)).toMatchObject([{ family, name }]);
});

test.each(["ERR_CERT_DATE_INVALID", "net::ERR_CERT_DATE_INVALID", "cert_date_invalid", "-201"])(
  "explain %s finds a network error",
  async (word) => {
    const [entry, ...others] = await explained(word);
    expect(others).toEqual([]);
    expect(entry).toMatchObject({ family: "network-error", code: "ERR_CERT_DATE_INVALID", number: -201 });
  },
);

test("an HTTP status names the error codes that have it", async () => {
  expect((await explained("410")).map(({ code }) => code)).toEqual(["gone"]);
});

test.each([
  ["no_token", "client-error", "no_token"],
  ["batch_failed", "client-error", "batch_failed"],
  ["invocation_failed", "invocation-state", "failed"],
  ["login_canceled", "login-status", "CANCELED"],
  ["http_410", "api-error", "gone"],
])("explain finds error code %s", async (word, family, code) => {
  expect(await explained(word)).toMatchObject([{ family, code }]);
});

test("a code that an exit and the API share has both texts", async () => {
  expect((await explained("outcome_unknown")).map(({ family, code }) => [family, code])).toEqual([
    ["exit-code", "9"],
    ["api-error", "outcome_unknown"],
  ]);
});

test("explain of unknown words is exit 2, with suggestions for all", async () => {
  const home = temporaryHome();
  const result = await runHere(["explain", "ERR_CONECTION_REFUSED", "9", "forbiden", "zzzzzzzz", "-o", "json"], {
    home,
  });
  expect(jsonError(result)).toMatchObject({
    exit_code: 2,
    details: [
      { message: 'nothing is known about "ERR_CONECTION_REFUSED"; did you mean ERR_CONNECTION_REFUSED?' },
      { message: 'nothing is known about "forbiden"; did you mean forbidden?' },
      { message: 'nothing is known about "zzzzzzzz"' },
    ],
  });
  const part = await runHere(["explain", "revocation"], { home });
  expect(part.stderr).toContain(
    "did you mean one of ERR_CERT_NO_REVOCATION_MECHANISM, ERR_CERT_UNABLE_TO_CHECK_REVOCATION?",
  );
  expect(jsonError(await runHere(["explain", "9", "--all", "-o", "json"], { home }))).toMatchObject({
    exit_code: 2,
    message: "--all takes no code",
  });
});

test("explain without a word counts the families, and --all lists every code", async () => {
  const home = temporaryHome();
  const { stdout } = await runHere(["explain"], { home });
  expect(stdout).toMatch(/^exit-code\t15\t9\tExit codes/);
  expect(stdout.trim().split("\n")).toHaveLength(families().length);
  const list = await runHere(["explain", "--all"], { home });
  expect(list.stdout.trim().split("\n")).toHaveLength(all.length);
  expect(await explained()).toHaveLength(all.length);
});

test("explain at a terminal fits its width", async () => {
  const cli = startCli(["explain", "ERR_CERT_DATE_INVALID"], { home: temporaryHome(), tty: true, columns: 60 });
  const { stdout } = await cli.done;
  expect(stdout).toContain("network error ERR_CERT_DATE_INVALID (-201)");
  for (const line of stdout.split("\n")) expect(line.length).toBeLessThanOrEqual(60);
});

test("explain at a terminal of 20 columns breaks no word", async () => {
  const tty = { stdout: true };
  const env = { NO_COLOR: "1" };
  const { stdout } = await runHere(["explain", "--all"], { home: temporaryHome(), tty, width: 20, env });
  const lines = stdout.split("\n");
  for (const line of lines)
    if (line.length > 20) expect(line).toMatch(/^((FAMILY|CODE|NAME|NUMBER|MEANING|ADVICE) )?\S+$/);
  const [entry = ""] = stdout.split("\n\n").slice(1);
  expect(entry.replaceAll("\n", " ")).toContain("MEANING The service refused or failed: any status not below. ADVICE ");
  expect(entry.split("\n")[3]).toBe("MEANING The service");
  const families = await runHere(["explain"], { home: temporaryHome(), tty, width: 20, env });
  expect(families.stdout).toContain("\nABOUT Exit codes of\nthis program\n");
});

test("every code has a meaning of one sentence and a next step, and is found by its own word", () => {
  for (const entry of all) {
    expect(entry.meaning, entry.code).toMatch(/^[A-Z`].*\.$/);
    expect(entry.advice, entry.code).toMatch(/^[A-Z]/);
    expect(findEntries(entry.code), entry.code).toContainEqual(entry);
  }
  const names = all.filter(({ family }) => family === "network-error").map(({ code }) => code);
  expect(namedNetErrors.filter((name) => !names.includes(name))).toEqual([]);
});

test("commands and flags in a next step exist", async () => {
  for (const { code, advice } of all) {
    for (const [, line = ""] of advice.matchAll(/browserctl ((?:(?!browserctl)[^:;])+)/g)) {
      const words = line.split(/[ ,.)]+/);
      const head = longestCommand(words);
      expect(head !== undefined || words[0] === "help", `${code}: ${line}`).toBe(true);
      const spec = await head?.load();
      if (!spec) continue;
      const operation = spec.operation && (await operationLoaders[spec.operation]()).operation;
      const flags = [...commandFlags(spec, operation), ...allGlobalFlags].map(({ name }) => `--${name}`);
      for (const word of words.filter((each) => /^--\w/.test(each))) expect(flags, `${code}: ${line}`).toContain(word);
    }
  }
});

/** The command that the first words name, as many of them as there is one for. */
function longestCommand(words: readonly string[]) {
  const names = words.map((_, at) => words.slice(0, at + 1).join(" ")).reverse();
  return commandHeads.find(
    (each) => each.words === names.find((name) => commandHeads.some((head) => head.words === name)),
  );
}
