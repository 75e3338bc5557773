import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { ensureDebianPackage } from "../../support/debian-package.ts";
import { processesWith, SessionApi } from "../../support/processes.ts";
import { startService, type TestService } from "../../support/service.ts";
import { until } from "../../support/until.ts";

let service: TestService;
let session: SessionApi;
beforeAll(async () => {
  await ensureDebianPackage("bubblewrap", "bwrap");
  service = await startService();
  session = new SessionApi(service, (await service.create({ timeout_seconds: 3600 })).session_id);
}, 300_000);
afterAll(async () => {
  await service.stop();
});

interface Result {
  success: boolean;
  result?: unknown;
  error?: string;
  stdout: string;
  stderr: string;
}

async function run(code: string, timeout_sec?: number): Promise<Result> {
  const answer = await session.call("POST", "playwright/execute", { code, ...(timeout_sec && { timeout_sec }) });
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}

// A start of Playwright is a second of processor time, and many start at once.
vi.setConfig({ testTimeout: 90_000 });

// Every run is a process of its own: they need not wait for each other.
describe.concurrent("what comes back", () => {
  test("page, context and browser are the session's", async ({ expect }) => {
    const code = `await page.goto("data:text/html,<title>here</title><p id=a>x");
      await page.evaluate(() => { document.title += "!" });
      return [await page.title(), context.pages().length, browser.contexts().length, browser.version()];`;
    const { success, result, stdout, stderr } = await run(code);
    expect([success, stdout, stderr]).toEqual([true, "", ""]);
    expect(result).toEqual(["here!", 1, 1, expect.stringMatching(/^\d+\./)]);
  });

  test.for([
    ["return undefined", undefined],
    ["", undefined],
    ["return null", null],
    ["return () => 1", undefined],
    ["return 'é\\n'", "é\n"],
    [
      "return { a: [1, true, null], b: undefined, d: new Date(0) }",
      { a: [1, true, null], d: "1970-01-01T00:00:00.000Z" },
    ],
    [
      "return [10n, NaN, new Uint8Array([104, 105]), Buffer.from('hi'), new Error('no')]",
      ["10", null, "aGk=", "aGk=", "Error: no"],
    ],
    ["return await (async () => { await 1; return 2 })()", 2],
    ["const n: number = 3;\ninterface A { b: string }\nreturn (n as unknown) satisfies unknown", 3],
    ["return (await import('node:path')).posix.sep", "/"],
  ] as const)("%s", async ([code, wanted], { expect }) => {
    const { success, result } = await run(code || " ");
    expect([success, result]).toEqual([true, wanted]);
  });

  test.for([
    ["throw new Error('boom')", /^Error: boom\n {4}at code:1:7$/],
    [
      "const f = () => {\n  throw new Error('deep');\n};\n\nf()",
      /^Error: deep\n {4}at f \(code:2:9\)\n {4}at code:5:1$/,
    ],
    ["await 1;\nawait page.click('#none', { timeout: 100 })", /^TimeoutError: page\.click: (.|\n)*\n {4}at code:2:12$/],
    ["throw 'text'", /^'text'$/],
    ["throw undefined", /^undefined$/],
    [
      "await page.evaluate(() => nowhere)",
      /^Error: page\.evaluate: ReferenceError: nowhere is not defined\n {4}at code:1:12$/,
    ],
    ["return {]", /^SyntaxError: Unexpected token '\]'\n {4}at code:1:9$/],
    ["await 1;\nif (page) {\n  await 2;", /^SyntaxError: Unexpected end of input\n {4}at code:3:11$/],
    ["}); (() => {", /^SyntaxError: the code closes a brace that it did not open$/],
    ["const n: number = 1;\nconst m = ;", /^SyntaxError: Expression expected\n {4}at code:2:11$/],
    ["enum Day { Monday }", /^SyntaxError: TypeScript enum is not supported in strip-only mode\n {4}at code:1:1$/],
    ["const a = {}; a.a = a; return a", /^TypeError: Converting circular structure/],
    ["return 'x'.repeat(9e6)", /^Error: the result is 9 MiB of JSON; the limit is 8 MiB$/],
    ["await page.click('#none', { timeout: 100 })", /^TimeoutError: page\.click: Timeout 100ms exceeded/],
    [
      "setTimeout(() => { throw new Error('later') }); await new Promise(() => setInterval(() => {}, 50))",
      /^Error: later\n {4}at Timeout\._onTimeout \(code:1:26\)$/,
    ],
    [
      "Promise.reject(new Error('nobody')); await new Promise(() => setInterval(() => {}, 50))",
      /^Error: nobody\n {4}at code:1:16$/,
    ],
    ["process.exit(5)", /ended with exit code 5 before/],
    ["process.kill(process.pid, 'SIGKILL')", /was ended by signal 9 before/],
  ] as const)("%s", async ([code, wanted], { expect }) => {
    const { success, error, result, stderr } = await run(code);
    expect(error).toMatch(wanted);
    expect([success, result, stderr]).toEqual([false, undefined, ""]);
  });

  test("stdout and stderr apart, in order, and their first MiB", async ({ expect }) => {
    const said = await run("console.log('a'); console.error('b'); console.log('c'); return 1");
    expect([said.stdout, said.stderr]).toEqual(["a\nc\n", "b\n"]);
    const much = await run("process.stdout.write('x'.repeat(3e6)); process.stderr.write('y'); return 1");
    expect(much).toMatchObject({ success: true, stderr: "y" });
    expect(much.stdout.slice(2 ** 20)).toBe(`\n[${3e6 - 2 ** 20} more bytes were left out]\n`);
  });

  test("a loop without end is killed at the time limit, with its children", async ({ expect }) => {
    const seconds = `9${process.pid}.77`;
    const code = `console.log("begun"); require("node:child_process").spawn("sleep", ["${seconds}"]); for (;;) {}`;
    const { success, error, stdout } = await run(code, 15);
    expect(success).toBe(false);
    expect(error).toContain("within 15 s");
    expect(stdout).toBe("begun\n");
    expect(await processesWith(seconds)).toEqual([]);
  });

  test("environment and command line have no token, and the service's folder is not there", async ({ expect }) => {
    const code = `const fs = require("node:fs");
      const mine = fs.readdirSync("/proc").filter((name) => /^\\d+$/.test(name))
        .map((pid) => { try { return fs.readFileSync("/proc/" + pid + "/environ", "latin1") + fs.readFileSync("/proc/" + pid + "/cmdline", "latin1") } catch { return "" } });
      return JSON.stringify([process.env, process.argv, process.execArgv, mine]) + fs.existsSync(${JSON.stringify(service.stateDir)})`;
    const { result } = await run(code);
    expect(result).toMatch(/false$/);
    expect(result).not.toContain(service.token);
    expect(result).not.toContain("jwt");
    expect(result).not.toContain("BROWSERCTL");
  });
});

test("works on the page in front, and leaves what it opened", async () => {
  await run(`await page.goto("data:text/html,<title>first</title>");
    const second = await context.newPage(); await second.goto("data:text/html,<title>second</title>"); await second.bringToFront();`);
  expect((await run("return [await page.title(), context.pages().length]")).result).toEqual(["second", 2]);
  await run("await page.close()");
  expect((await run("return await page.title()")).result).toBe("first");
});

test("a client that goes away ends the code", async () => {
  const client = new AbortController();
  const code = "await page.goto('data:text/html,<title>running</title>'); for (;;) {}";
  session.call("POST", "playwright/execute", { code }, client.signal).catch(() => {});
  await until(
    () => processesWith("playwright-runner.cjs"),
    (pids) => pids.length > 0,
  );
  client.abort();
  const left = await until(
    () => processesWith("playwright-runner.cjs"),
    (pids) => pids.length === 0,
  );
  expect(left).toEqual([]);
});

test("refuses bad input", async () => {
  for (const json of [
    {},
    { code: "" },
    { code: 1 },
    { code: "1", timeout_sec: 0 },
    { code: "1", timeout_sec: 301 },
    { code: "1", x: 1 },
  ]) {
    expect((await session.call("POST", "playwright/execute", json)).status).toBe(400);
  }
});
