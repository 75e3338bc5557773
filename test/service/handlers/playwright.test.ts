import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { BLOCKED, containedSession, processesWith, type SessionApi } from "../../support/machine/processes.ts";
import { startService, type TestService } from "../../support/service/service.ts";
import { until } from "../../support/until.ts";

let service: TestService;
let session: SessionApi;
beforeAll(async () => {
  ({ service, session } = await containedSession(startService));
});
afterAll(() => service.stop());

interface Result {
  success: boolean;
  result?: unknown;
  error?: string;
  stdout: string;
  stderr: string;
}

async function run(code: string): Promise<Result> {
  const answer = await session.call("POST", "playwright/execute", { code });
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}

// Every run is a separate process, so that they need not wait for each other.
describe.concurrent("what comes back", () => {
  // Not concurrent: it navigates the page that the others use.
  test("page, context and browser of the code are the session's", { concurrent: false }, async ({ expect }) => {
    const code = `await page.goto("data:text/html,<title>here</title><p id=a>x");
      await page.evaluate(() => { document.title += "!" });
      return [await page.title(), context.pages().length, browser.contexts().length, browser.version()];`;
    const { success, result, stdout, stderr } = await run(code);
    expect([success, stdout, stderr]).toEqual([true, "", ""]);
    expect(result).toEqual(["here!", 1, 1, expect.stringMatching(/^\d+\./)]);
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
  ] as const)("%s", async ([, code, wanted], { expect }) => {
    const { success, error, result, stderr } = await run(code);
    expect(error).toMatch(wanted);
    expect([success, result, stderr]).toEqual([false, undefined, ""]);
  });

  test("environment and command line have no token, and the service's directory is not visible", async ({ expect }) => {
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

test("the code works on the page in front, and leaves the pages that it opened", async () => {
  await run(`await page.goto("data:text/html,<title>first</title>");
    const second = await context.newPage(); await second.goto("data:text/html,<title>second</title>"); await second.bringToFront();`);
  const seen = await run("const seen = [await page.title(), context.pages().length]; await page.close(); return seen");
  expect(seen.result).toEqual(["second", 2]);
  expect((await run("return await page.title()")).result).toBe("first");
});

test("a client that disconnects ends the code", async () => {
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

describe("executors", () => {
  const execute = async (
    executor: string,
    code: string,
  ): Promise<Result & { tab?: { target_id: string; created: boolean } }> =>
    (await session.call("POST", "playwright/execute", { code, executor })).body;
  const list = async (): Promise<{ name: string; busy: boolean; target_id?: string; url?: string }[]> =>
    (await session.call("GET", "playwright/executors")).body.executors;
  const remove = (name: string, query = ""): Promise<{ status: number }> =>
    session.call("DELETE", `playwright/executors/${name}${query}`);

  test("each name has a tab of its own, which stays for the next call and leaves the page in front alone", async () => {
    await run("await page.goto('data:text/html,<title>front</title>')");
    const [a, b] = await Promise.all([
      execute("a", "await page.goto('data:text/html,<title>a</title>'); return await page.title()"),
      execute("b", "await page.goto('data:text/html,<title>b</title>'); return await page.title()"),
    ]);
    expect([a.result, a.tab?.created, b.result, b.tab?.created]).toEqual(["a", true, "b", true]);
    const again = await execute("a", "return await page.title()");
    expect([again.result, again.tab]).toEqual(["a", { target_id: a.tab?.target_id, created: false }]);
    expect((await execute("default", "return await page.title()")).result).toBe("front");
    expect((await run("return await page.title()")).result).toBe("front");
    expect(await list()).toMatchObject([
      { name: "default", busy: false },
      { name: "a", busy: false, target_id: a.tab?.target_id, url: "data:text/html,<title>a</title>" },
      { name: "b", url: "data:text/html,<title>b</title>" },
    ]);
  });

  test("a tab that was closed is opened again", async () => {
    const first = await execute("a", "await page.close()");
    const second = await execute("a", "return page.url()");
    expect([second.result, second.tab?.created]).toEqual(["about:blank", true]);
    expect(second.tab?.target_id).not.toBe(first.tab?.target_id);
  });

  test("a call that runs ends with its executor, and one that waits does not start", async () => {
    const running = execute("a", "await new Promise(() => setInterval(() => {}, 1000))");
    const waiting = execute("a", "return 1");
    await until(list, (all) => all.some(({ name, busy }) => name === "a" && busy));
    expect((await remove("a")).status).toBe(204);
    const error = 'the executor "a" was deleted during the call';
    expect(await running).toMatchObject({ success: false, error, tab: { created: false } });
    expect(await waiting).toEqual({ success: false, error });
    expect((await list()).map(({ name }) => name)).toEqual(["default", "b"]);
    expect((await remove("a")).status).toBe(404);
  });

  test("the default executor restarts: its call ends, the next one runs", async () => {
    const running = execute("default", "await new Promise(() => setInterval(() => {}, 1000))");
    const waiting = execute("default", "return 1");
    await until(list, ([first]) => first?.busy === true);
    expect((await remove("default")).status).toBe(204);
    expect(await running).toMatchObject({ error: 'the executor "default" was restarted during the call' });
    expect(await waiting).toMatchObject({ success: true, result: 1 });
  });

  test("a deleted executor may leave its tab open", async () => {
    const pages = async (): Promise<unknown> => (await run("return context.pages().length")).result;
    const before = await pages();
    expect((await remove("b", "?close_tab=false")).status).toBe(204);
    expect(await pages()).toBe(before);
  });

  test("the limit of executors names those that exist", async () => {
    const names = Array.from({ length: 8 }, (_, index) => `e${index}`);
    const running = names.map((name) => execute(name, "await new Promise(() => setInterval(() => {}, 1000))"));
    await until(list, ({ length }) => length === 9);
    const refused = await session.call("POST", "playwright/execute", { code: "return 1", executor: "e8" });
    expect([refused.status, refused.body.code]).toEqual([409, "too_many_executors"]);
    expect(refused.body.executors.map(({ name }: { name: string }) => name)).toEqual(["default", ...names]);
    await Promise.all(names.map((name) => remove(name)));
    expect((await Promise.all(running)).every(({ success }) => !success)).toBe(true);
    expect((await list()).map(({ name }) => name)).toEqual(["default"]);
  });
});

test("invalid input of the code is refused", async () => {
  for (const json of [
    {},
    { code: "" },
    { code: 1 },
    { code: "1", timeout_sec: 0 },
    { code: "1", timeout_sec: 301 },
    { code: "1", x: 1 },
    { code: "1", executor: "" },
    { code: "1", executor: "a b" },
  ]) {
    expect((await session.call("POST", "playwright/execute", json)).status).toBe(400);
  }
});
