import { mkdirSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { type Home, runHere, temporaryHome } from "../../support/cli/run-cli.ts";

let home: Home;
let bound: string;

beforeEach(() => {
  home = temporaryHome();
  bound = join(realpathSync(home.dir), "work");
  mkdirSync(bound);
  mkdirSync(home.configDir, { mode: 0o700 });
  const contexts = {
    foo: { kind: "hosted", base_url: "https://foo.example.com" },
    bar: { kind: "hosted", base_url: "https://bar.example.com", project: "it's", token: "t-1" },
  };
  const settings = { version: 1, current: "bar", contexts, directories: { [bound]: "bar" }, values: {} };
  writeFileSync(join(home.configDir, "settings.json"), JSON.stringify(settings), { mode: 0o600 });
});

/** Without `cwd` in the home, which is bound to nothing. */
async function use(env: Record<string, string> = {}, cwd = realpathSync(home.dir)): Promise<[string, unknown]> {
  const text = await runHere(["context", "use", "foo"], { home, env, cwd });
  const json = await runHere(["context", "use", "foo", "-o", "json"], { home, env, cwd });
  expect([text.code, text.stdout, json.code]).toEqual([0, "", 0]);
  return [text.stderr, JSON.parse(json.stdout)];
}

test("context use says that commands use it", async () => {
  expect(await use()).toEqual(['Commands now use context "foo".\n', { context: "foo", in_use: true }]);
});

test("context use says when a bound directory wins here, and how to change that", async () => {
  expect(await use({}, join(bound))).toEqual([
    `Context "foo" is now the default, but commands here still use context "bar": the directory ${bound} is bound to it. To change that: browserctl context use foo --here\n`,
    { context: "foo", in_use: false, overridden_by: bound },
  ]);
});

test("context use says when a variable wins", async () => {
  expect((await use({ BROWSERCTL_CONTEXT: "bar" }))[0]).toBe(
    'Context "foo" is now the default, but commands here still use context "bar": BROWSERCTL_CONTEXT is set. To change that: unset BROWSERCTL_CONTEXT\n',
  );
  const other = { BROWSERCTL_BASE_URL: "https://other.example.com", BROWSERCTL_TOKEN: "t" };
  expect(await use(other)).toEqual([
    'Context "foo" is now the default, but commands here still use https://other.example.com: BROWSERCTL_BASE_URL is set. To change that: unset BROWSERCTL_BASE_URL\n',
    { context: "foo", in_use: false, overridden_by: "BROWSERCTL_BASE_URL" },
  ]);
  // It leads to the same service.
  expect((await use({ BROWSERCTL_BASE_URL: "https://foo.example.com", BROWSERCTL_TOKEN: "t" }))[1]).toMatchObject({
    in_use: true,
  });
});

test("context use --here wins over a bound directory above it", async () => {
  const below = join(bound, "below");
  mkdirSync(below);
  const { stderr } = await runHere(["context", "use", "foo", "--here"], { home, cwd: below });
  expect(stderr).toBe(`Commands in ${below} and below it now use context "foo".\n`);
});

test("context show -o env prints variables that commands read, and no line for a missing one", async () => {
  const show = async (...args: string[]): Promise<string> =>
    (await runHere(["context", "show", ...args, "-o", "env"], { home })).stdout;
  expect(await show("foo")).toBe(
    "export BROWSERCTL_CONTEXT='foo'\nexport BROWSERCTL_BASE_URL='https://foo.example.com'\n",
  );
  const bar =
    "export BROWSERCTL_CONTEXT='bar'\nexport BROWSERCTL_BASE_URL='https://bar.example.com'\nexport BROWSERCTL_PROJECT='it'\\''s'\n";
  expect(await show("bar")).toBe(bar);
  expect(await show("bar", "--show-token")).toBe(`${bar}export BROWSERCTL_TOKEN='t-1'\n`);
  expect(await show("foo", "--show-token")).not.toContain("TOKEN");
});
