import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { containedSession, processesWith, type SessionApi } from "../../support/processes.ts";
import type { TestService } from "../../support/service.ts";
import { until } from "../../support/until.ts";

let service: TestService;
let session: SessionApi;
beforeAll(async () => {
  ({ service, session } = await containedSession());
}, 300_000);
afterAll(() => service.stop());

/** Blocks the event loop as a loop without end does, without its processor time. */
const BLOCKED = "Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);";

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
    ["code without a result gives none", " ", undefined],
    [
      "values arrive as JSON",
      "return [{ a: [1, true, null], d: new Date(0) }, 10n, Buffer.from('hi'), await Promise.resolve('é\\n'), (await import('node:path')).posix.sep]",
      [{ a: [1, true, null], d: "1970-01-01T00:00:00.000Z" }, "10", "aGk=", "é\n", "/"],
    ],
    ["types of TypeScript are left out", "const n: number = 3;\nreturn (n as unknown) satisfies unknown", 3],
  ] as const)("%s", async ([, code, wanted], { expect }) => {
    const { success, result } = await run(code);
    expect([success, result]).toEqual([true, wanted]);
  });

  test.for([
    [
      "an exception has the lines of the code in its stack",
      "const f = () => {\n  throw new Error('deep');\n};\n\nf()",
      /^Error: deep\n {4}at f \(code:2:9\)\n {4}at code:5:1$/,
    ],
    [
      "a time limit of Playwright names its line",
      "await 1;\nawait page.click('#none', { timeout: 100 })",
      /^TimeoutError: page\.click: Timeout 100ms exceeded(.|\n)*\n {4}at code:2:12$/,
    ],
    [
      "an exception in the page names the line that evaluated it",
      "await page.evaluate(() => nowhere)",
      /^Error: page\.evaluate: ReferenceError: nowhere is not defined\n {4}at code:1:12$/,
    ],
    ["a syntax error has its position", "return {]", /^SyntaxError: Unexpected token '\]'\n {4}at code:1:9$/],
    [
      "a result above the limit is refused",
      "return 'x'.repeat(9e6)",
      /^Error: the result is 9 MiB of JSON; the limit is 8 MiB$/,
    ],
    [
      "an exception outside of the awaited code ends it",
      "setTimeout(() => { throw new Error('later') }); await new Promise(() => setInterval(() => {}, 50))",
      /^Error: later\n {4}at Timeout\._onTimeout \(code:1:26\)$/,
    ],
    [
      "a rejection that nothing handles ends it",
      "Promise.reject(new Error('nobody')); await new Promise(() => setInterval(() => {}, 50))",
      /^Error: nobody\n {4}at code:1:16$/,
    ],
    ["an exit of the process is named", "process.exit(5)", /ended with exit code 5 before/],
    [
      "a signal that ended the process is named",
      "process.kill(process.pid, 'SIGKILL')",
      /was ended by signal 9 before/,
    ],
  ] as const)("%s", async ([, code, wanted], { expect }) => {
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

  test("code that never gives the event loop back is killed at the time limit, with its children", async ({
    expect,
  }) => {
    const seconds = `9${process.pid}.77`;
    const code = `console.log("begun"); require("node:child_process").spawn("sleep", ["${seconds}"]); ${BLOCKED}`;
    const { success, error, stdout } = await run(code, 15);
    expect(success).toBe(false);
    expect(error).toContain("within 15 s");
    expect(stdout).toBe("begun\n");
    expect(await processesWith(seconds)).toEqual([]);
  });

  test("environment and command line have no token, and the service's directory is not there", async ({ expect }) => {
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
  const seen = await run("const seen = [await page.title(), context.pages().length]; await page.close(); return seen");
  expect(seen.result).toEqual(["second", 2]);
  expect((await run("return await page.title()")).result).toBe("first");
});

test("a client that goes away ends the code", async () => {
  const client = new AbortController();
  const code = `await page.goto('data:text/html,<title>running</title>'); ${BLOCKED}`;
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
