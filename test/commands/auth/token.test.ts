import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { type CliResult, type Home, jsonError, runHere, startCli, temporaryHome } from "../../support/cli/run-cli.ts";
import { apiServer, authContext } from "../../support/servers/api-server.ts";

const secret = "sk-token-0987654321";

let home: Home;
beforeEach(() => {
  home = temporaryHome();
  mkdirSync(home.configDir);
  const contexts = { ci: { kind: "hosted", base_url: "https://browsers.example.com", token: secret } };
  writeFileSync(join(home.configDir, "settings.json"), JSON.stringify({ version: 1, current: "ci", contexts }), {
    mode: 0o600,
  });
});

const cli = (args: readonly string[], options: Parameters<typeof runHere>[1] = {}): Promise<CliResult> =>
  runHere(args, { home, ...options });

test("auth token prints the token into a pipe, alone or as JSON", async () => {
  expect(await cli(["auth", "token"])).toMatchObject({ code: 0, stdout: `${secret}\n`, stderr: "" });
  expect(JSON.parse((await cli(["auth", "token", "-o", "json"])).stdout)).toEqual({ token: secret });
  expect((await cli(["auth", "token"], { env: { BROWSERCTL_TOKEN: "sk-env" } })).stdout).toBe("sk-env\n");
});

test("auth token refuses a terminal, unless --reveal is given", async () => {
  const refused = await startCli(["auth", "token"], { home, tty: true }).done;
  expect(refused.code).toBe(2);
  expect(refused.stdout).not.toContain(secret);
  expect(refused.stdout).toContain("hint: pipe it into a program, or add --reveal");
  const shown = await startCli(["auth", "token", "--reveal"], { home, tty: true }).done;
  expect([shown.code, shown.stdout.trim()]).toEqual([0, secret]);
});

test("auth token without a token is exit 3", async () => {
  await cli(["logout"]);
  expect(jsonError(await cli(["auth", "token", "-o", "json"]))).toMatchObject({ exit_code: 3, code: "no_token" });
});

describe("on GitHub Actions", () => {
  const mask = `::add-mask::${secret}\n`;
  const env = { GITHUB_ACTIONS: "true" };
  const tokenFile = (): string => {
    const path = join(home.dir, "token");
    writeFileSync(path, `${secret}\n`);
    return path;
  };

  test.each([
    ["the settings file", {}],
    ["a variable", { BROWSERCTL_TOKEN: secret }],
  ])("a token from %s is masked on stderr before it is printed; stdout is the token alone", async (_from, more) => {
    expect(await cli(["auth", "token"], { env: { ...env, ...more } })).toMatchObject({
      stdout: `${secret}\n`,
      stderr: mask,
    });
  });

  test("a token from a file, a program or stdin is masked once, however many requests use it", async () => {
    const server = await apiServer({ request: "GET /auth/context", answer: { json: authContext }, times: "any" });
    const own = { BROWSERCTL_BASE_URL: server.url, BROWSERCTL_TOKEN_FILE: tokenFile() };
    expect((await cli(["auth", "context"], { env: { ...env, ...own } })).stderr).toBe(mask);
    const words = ["login", "--base-url", server.url, "--context"];
    expect((await cli([...words, "a", "--token-stdin"], { env, stdin: secret })).stderr).toMatch(
      new RegExp(`^${mask}Logged in`),
    );
    expect((await cli([...words, "b", "--", "printf", secret], { env })).stderr).toMatch(
      new RegExp(`^${mask}Logged in`),
    );
    const status = await cli(["auth", "status", "-o", "json"], { env });
    expect(JSON.parse(status.stdout)).toHaveLength(3);
    expect(status.stderr).toBe(mask);
  });

  test("a command that reads no token prints no mask", async () => {
    expect((await cli(["config", "explain"], { env })).stderr).toBe("");
  });

  test("context show --show-token is masked", async () => {
    expect(await cli(["context", "show", "--show-token", "-o", "env"], { env })).toMatchObject({
      stdout: expect.stringContaining(secret),
      stderr: mask,
    });
  });
});
