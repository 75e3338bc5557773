import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { sharedHome } from "../../support/cli/local-home.ts";
import { type CliOptions, type CliResult, jsonError, runHere, startCli } from "../../support/cli/run-cli.ts";

const home = sharedHome();
const secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
const nowhere = { BROWSERCTL_BASE_URL: "http://127.0.0.1:1", BROWSERCTL_TOKEN: "sk-x-0123456789" };
let counter = 0;

/** Runs `credentials` with its output as JSON. */
async function credentials(args: readonly string[], options: CliOptions = {}): Promise<CliResult> {
  return (await home()).cli(["credentials", ...args, "-o", "json"], options);
}

/** A credential under a name of its own; gives the name. */
async function stored(...args: string[]): Promise<string> {
  counter += 1;
  const name = `login-${counter}`;
  const words = ["create", name, "--domain", "shop.example.com", "--value", "password=env:SECRET", ...args];
  const result = await credentials(words, { env: { SECRET: "hunter2-a", TOTP: secret } });
  expect(result.code, result.stderr).toBe(0);
  return name;
}

async function file(name: string, text: string): Promise<string> {
  const path = join((await home()).dir, name);
  writeFileSync(path, text);
  return path;
}

describe("credentials create", () => {
  test("credentials create takes values from a file, a variable, stdin and --input, and shows none", async () => {
    const path = await file("password.txt", "hunter2-file\n");
    const ways: { args: string[]; stdin?: string }[] = [
      { args: ["--value", `password=@${path}`] },
      { args: ["--value", "password=env:SECRET"] },
      { args: ["--value", "password=-"], stdin: "hunter2-stdin\r\n" },
      { args: ["--input", "-"], stdin: '{"values":{"password":"hunter2-input"}}' },
    ];
    for (const [at, { args, stdin }] of ways.entries()) {
      const words = ["create", `way-${at}`, "--domain", "Shop.example.com", ...args, "--debug"];
      const result = await credentials(words, {
        env: { SECRET: "hunter2-env" },
        ...(stdin !== undefined && { stdin }),
      });
      expect(result.code, result.stderr).toBe(0);
      expect(JSON.parse(result.stdout)).toMatchObject({
        name: `way-${at}`,
        domain: "shop.example.com",
        has_values: true,
        has_totp_secret: false,
        value_keys: ["password"],
      });
      expect(result.stderr).toContain('"values":{"password":"***"}');
      expect(result.stdout + result.stderr).not.toContain("hunter2");
    }
  });

  test("credentials create adds several values to those of --input, and prints the code of a TOTP secret", async () => {
    const path = await file("totp.txt", "gezd gnbv gy3t qojq gezd gnbv gy3t qojq\n");
    const given = ["--value", "password=env:SECRET", "--value", "user=env:SECRET", "--input", '{"values":{"pin":"1"}}'];
    const totp = ["--totp-secret", `@${path}`, "--sso-provider", "google"];
    const result = await credentials(["create", "several", "--domain", "a.example", ...given, ...totp], {
      env: { SECRET: "hunter2" },
    });
    expect(result.code, result.stderr).toBe(0);
    expect(JSON.parse(result.stdout)).toMatchObject({
      value_keys: ["pin", "password", "user"],
      sso_provider: "google",
      totp_code: expect.stringMatching(/^\d{6}$/),
    });
  });

  test("credentials create asks for values and the TOTP secret at a terminal, and does not show them", async () => {
    const words = ["credentials", "create", "asked", "--domain", "a.example"];
    const asks = ["--ask", "user", "--ask", "password", "--ask-totp-secret"];
    const terminal = startCli([...words, ...asks], { home: await home(), tty: true });
    for (const [question, answer] of [
      ["Value of user", "hunter2-user"],
      ["Value of password", "hunter2-password"],
      ["TOTP secret", secret],
    ] as const) {
      await terminal.shows(question);
      terminal.write(`${answer}\r`);
    }
    const { code, stdout } = await terminal.done;
    expect(code, stdout).toBe(0);
    expect(stdout).toMatch(/^value_keys +user, password$/m);
    expect(stdout).toMatch(/^totp_code +\d{6}$/m);
    expect(stdout).not.toContain("hunter2");
    expect(stdout).not.toContain(secret);
    const got = await credentials(["get", "asked"]);
    expect(JSON.parse(got.stdout)).toMatchObject({ value_keys: ["user", "password"], has_totp_secret: true });
  });

  test("credentials create refuses an empty answer at a terminal", async () => {
    const words = ["credentials", "create", "empty", "--domain", "a.example", "--ask", "pin"];
    const terminal = startCli(words, { home: await home(), tty: true });
    await terminal.shows("Value of pin");
    terminal.write("\r");
    expect(await terminal.done).toMatchObject({ code: 2, stdout: expect.stringContaining("--ask pin: is empty") });
  });

  test.each(["--dry-run", "--print=curl", "--print=browserctl"])(
    "credentials create %s shows no secret and asks nothing",
    async (flag) => {
      const secrets = ["--value", "password=env:SECRET", "--totp-secret", "env:TOTP", "--ask", "pin"];
      for (const words of [
        ["credentials", "create", "shop", "--domain", "a.example"],
        ["credentials", "update", "shop"],
      ]) {
        const result = await runHere([...words, ...secrets, ...flag.split("=")], {
          env: { ...nowhere, SECRET: "hunter2-preview", TOTP: secret },
        });
        expect(result.stdout + result.stderr).toMatch(/password|--print/i);
        expect(result.stdout + result.stderr).not.toContain("hunter2");
        expect(result.stdout + result.stderr).not.toContain(secret);
      }
    },
  );

  test.each<[string[], string]>([
    [["--value", "password=hunter2"], "--value password: needs a source, not the value itself"],
    [["--value", "password=hunter2"], "use password=@FILE, password=env:NAME, password=- for stdin, or --ask password"],
    [["--value", "password=@@hunter2"], "--value password: needs a source"],
    [["--value", "password=env:hunter2-"], "--value password: needs a source"],
    [["--value", "password="], "--value password: needs a source"],
    [["--value", "hunter2"], "--value: must be KEY=@FILE, KEY=env:NAME or KEY=-"],
    [["--value", "=hunter2"], "--value: must be KEY=@FILE, KEY=env:NAME or KEY=-"],
    [["--totp-secret", "hunter2"], "--totp-secret: needs a source, not the secret itself"],
    [["--value", "a=-", "--value", "b=-"], "--value b: stdin is already read for --value a"],
    [["--value", "a=-", "--totp-secret", "-"], "--totp-secret: stdin is already read for --value a"],
    [["--value", "a=-", "--input", "-"], "--value a: stdin is already read for --input"],
    [["--value", "a=env:A", "--ask", "a"], 'value "a" is given more than once'],
    [["--value", "a=env:A", "--value", "a=env:A"], 'value "a" is given more than once'],
    [["--totp-secret", "env:A", "--ask-totp-secret"], "--ask-totp-secret: cannot be used together with --totp-secret"],
    [["--value", "a=env:EMPTY"], "--value a: is empty"],
    [["--value", "a=env:A", "--totp-secret", "env:EMPTY"], "--totp-secret: is empty"],
    [["--value", "a=env:LARGE"], "--value a: must have 1 to 65536 characters"],
    [["--value", "a=env:A", "--totp-secret", "env:LARGE"], "--totp-secret: must have at most 1024 characters"],
    [["--value", "a=env:MISSING"], "--value a: the variable MISSING is not set"],
    [["--ask", "pin"], "--ask pin needs a terminal to ask at; elsewhere use --value pin=@FILE, pin=env:NAME or pin=-"],
    [["--value", "a=env:A", "--ask-totp-secret"], "--ask-totp-secret needs a terminal to ask at"],
    [[], "a credential needs a value: add --ask KEY, or --value KEY=@FILE, KEY=env:NAME or KEY=-"],
  ])("refuses %j before anything is sent, without the secret", async (args, message) => {
    const result = await runHere(["credentials", "create", "shop", "--domain", "a.example", ...args], {
      env: { ...nowhere, A: "1", EMPTY: "\n", LARGE: "x".repeat(65_537) },
      stdin: "{}",
    });
    expect([result.code, result.stdout]).toEqual([2, ""]);
    expect(result.stderr).toContain(message);
    expect(result.stderr).not.toContain("hunter2");
  });

  test("credentials create names the flags in refusals of the service, and a missing file", async () => {
    const { cli } = await home();
    const words = ["credentials", "create", "refused", "--value", "a=env:A", "--totp-secret", "env:A"];
    const result = await cli([...words, "--domain", "a.example"], { env: { A: "1" } });
    expect([result.code, result.stderr]).toEqual([1, expect.stringMatching(/^error: --totp-secret: must be base32/)]);
    const url = await cli([...words.slice(0, 5), "--domain", "https://a.example/login"], { env: { A: "1" } });
    expect(url.stderr).toMatch(/^error: --domain: must be the host name "a\.example" alone/);
    const missing = await cli(["credentials", "create", "x", "--domain", "a.example", "--value", "a=@no.txt"]);
    expect([missing.code, missing.stderr]).toEqual([10, expect.stringContaining("no.txt")]);
    const name = await stored();
    const taken = await credentials(["create", name, "--domain", "a.example", "--value", "a=env:A"], {
      env: { A: "1" },
    });
    expect(jsonError(taken)).toMatchObject({ code: "conflict", message: expect.stringContaining(`"${name}"`) });
  });
});

describe("credentials update", () => {
  test("credentials update adds, replaces and removes values, the provider and the TOTP secret", async () => {
    const name = await stored("--totp-secret", "env:TOTP", "--sso-provider", "google");
    const words = ["update", name, "--value", "pin=-", "--remove-value", "password", "--remove-value", "none"];
    const changed = await credentials([...words, "--clear-totp", "--clear-sso-provider"], { stdin: "hunter2\n" });
    expect(changed.code, changed.stderr).toBe(0);
    const record = JSON.parse(changed.stdout);
    expect(record).toMatchObject({ value_keys: ["pin"], has_totp_secret: false, sso_provider: null });
    expect(record).not.toHaveProperty("totp_code");
    const again = await credentials(["update", name, "--name", `${name}-2`, "--totp-secret", "-"], { stdin: secret });
    expect(JSON.parse(again.stdout)).toMatchObject({ name: `${name}-2`, totp_code: expect.any(String) });
  });

  test.each<[string[], string]>([
    [[], "nothing to change: add --name, --value, --ask"],
    [["--value", "password=hunter2"], "--value password: needs a source"],
    [["--clear-totp", "--totp-secret", "env:A"], "--clear-totp: cannot be used together with --totp-secret"],
    [["--clear-totp", "--ask-totp-secret"], "--clear-totp: cannot be used together with --ask-totp-secret"],
    [["--clear-sso-provider", "--sso-provider", "x"], "--clear-sso-provider: cannot be used together with"],
    [["--remove-value", ""], "--remove-value[0]: must have 1 to 128 characters"],
  ])("refuses %j before anything is sent", async (args, message) => {
    const result = await runHere(["credentials", "update", "shop", ...args], { env: { ...nowhere, A: "1" } });
    expect([result.code, result.stdout]).toEqual([2, ""]);
    expect(result.stderr).toContain(message);
    expect(result.stderr).not.toContain("hunter2");
  });
});

describe("credentials totp", () => {
  test("credentials totp prints only the code to stdout, and its remaining seconds to stderr", async () => {
    const { cli } = await home();
    const name = await stored("--totp-secret", "env:TOTP");
    const text = await cli(["credentials", "totp", name]);
    expect([text.code, text.stdout]).toEqual([0, expect.stringMatching(/^\d{6}\n$/)]);
    expect(text.stderr).toMatch(/^valid for \d+s\n$/);
    expect((await cli(["credentials", "totp", name, "-q"])).stderr).toBe("");
    const record = JSON.parse((await credentials(["totp", name])).stdout);
    expect(record).toEqual({
      code: expect.stringMatching(/^\d{6}$/),
      expires_at: expect.stringMatching(/[03]0\.000Z$/),
    });
  });

  test("credentials totp follows the clock of the local service", async () => {
    const { cli } = await home();
    const name = await stored("--totp-secret", "env:TOTP");
    // The code of RFC 6238 for 2000000000 begins at 03:33:00.
    expect((await cli(["local", "clock", "set", "2033-05-18T03:33:00Z"])).code).toBe(0);
    const moved = await cli(["credentials", "totp", name]).finally(() => cli(["local", "clock", "reset"]));
    expect(moved.stdout).toBe("279037\n");
    expect(moved.stderr).toBe("valid until 2033-05-18T03:33:30.000Z by the service's clock\n");
  });

  test("credentials totp without a secret says how to add one", async () => {
    const { cli } = await home();
    const name = await stored();
    const { code, stdout, stderr } = await cli(["credentials", "totp", name]);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toContain(`credential "${name}" has no TOTP secret`);
    expect(stderr).toContain(`hint: browserctl credentials update ${name} --totp-secret @FILE`);
  });
});

describe("credentials", () => {
  test("credentials are listed in a table that fits 80 columns", async () => {
    const name = await stored("--sso-provider", "google");
    const long = `${"very-long.".repeat(8)}host.example`;
    const made = await credentials(["create", "n".repeat(60), "--domain", long, "--value", "a=env:A"], {
      env: { A: "1" },
    });
    expect(made.code, made.stderr).toBe(0);
    const options = { home: await home(), tty: true, columns: 80 };
    const { code, stdout } = await startCli(["credentials", "list"], options).done;
    const lines = stdout.trimEnd().split("\n");
    expect([code, lines[0]]).toEqual([0, expect.stringMatching(/^ID +NAME +DOMAIN +TOTP/)]);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
    expect(stdout).toContain(name);
    const { stdout: ids } = await (await home()).cli(["credentials", "list", "--domain", long, "-q"]);
    expect(ids).toBe(`${JSON.parse(made.stdout).id}\n`);
  });

  test("credentials are deleted after a question", async () => {
    const name = await stored();
    const { cli } = await home();
    const unasked = await cli(["credentials", "delete", name]);
    expect([unasked.code, unasked.stderr]).toEqual([2, expect.stringContaining(`delete credential ${name}`)]);
    const terminal = startCli(["credentials", "delete", name], { home: await home(), tty: true });
    await terminal.shows(`Delete credential ${name}`);
    terminal.write("y\r");
    expect(await terminal.done).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(`Deleted credential ${name}.`),
    });
    expect((await cli(["credentials", "get", name])).code).toBe(4);
  });

  test("credentials leave no secret in the state directory or in the log", async () => {
    await stored("--totp-secret", "env:TOTP");
    const { stateDir } = await home();
    const paths = readdirSync(stateDir, { recursive: true, withFileTypes: true })
      .filter((each) => each.isFile())
      .map(({ parentPath, name }) => join(parentPath, name));
    expect(paths).toContain(join(stateDir, "service.log"));
    for (const path of paths) {
      const text = readFileSync(path, "latin1");
      for (const hidden of ["hunter2-", secret]) expect(text.includes(hidden), `${hidden} in ${path}`).toBe(false);
    }
  });
});
