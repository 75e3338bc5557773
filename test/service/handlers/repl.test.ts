import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { containedSession, processesWith, type SessionApi, uniqueSeconds } from "../../support/machine/processes.ts";
import type { ReplAnswer } from "../../support/service/repl.ts";
import { startService, type TestService } from "../../support/service/service.ts";
import { until } from "../../support/until.ts";

let service: TestService;
let session: SessionApi;
beforeAll(async () => {
  ({ service, session } = await containedSession(startService));
});
afterAll(() => service.stop());

async function evaluate(code: string, more: { timeout_sec?: number; reset?: boolean } = {}): Promise<ReplAnswer> {
  const answer = await session.call("POST", "repl", { code, ...more });
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}

/** Texts that code writes; fails for code that fails. */
async function written(code: string): Promise<string[]> {
  const { content, error } = await evaluate(code);
  expect(error).toBeUndefined();
  return content.map(({ text = "" }) => text);
}

/** Sends code, and disconnects when it has begun. */
async function abandoned(code: string): Promise<void> {
  await session.sh("rm -f begun");
  const client = new AbortController();
  const sent = session.call("POST", "repl", { code: `fs.writeFileSync('begun', ''); ${code}` }, client.signal);
  await until(
    async () => (await session.sh("test -e begun")).code,
    (missing) => missing === 0,
  );
  client.abort();
  await expect(sent).rejects.toThrow();
}

describe("what is kept", () => {
  test("variables, functions, classes and what they share are there in the next call", async () => {
    const first = await evaluate(
      "let n = 0; const next = () => ++n; class Cart { size = 3 }; function twice(x) { return 2 * x }",
    );
    expect(first).toMatchObject({ success: true, content: [], content_truncated: false });
    const second = await evaluate("n = 5; repl.write(next()); repl.write(String(twice(n))); repl.write(new Cart())");
    expect(second.content.map(({ text }) => text)).toEqual(["6", "12", "Cart { size: 3 }"]);
    expect(second.repl_id).toBe(first.repl_id);
  });

  test("await stands anywhere, and what it declares is kept", async () => {
    await evaluate("const waited = await Promise.resolve('later'); for (const each of [1]) await each");
    expect(await written("repl.write(waited)")).toEqual(["later"]);
  });

  test("a variable can be declared again", async () => {
    await evaluate("const again = 1");
    expect(await written("const again = 2; repl.write(again)")).toEqual(["2"]);
  });

  test("modules are loaded by import(), require and by their names", async () => {
    await evaluate("const { basename } = await import('node:path'); const text = 'import(1)';");
    const code =
      "repl.write(basename('/a/b')); repl.write(text); repl.write(require('node:os').EOL); repl.write(path.sep)";
    expect(await written(code)).toEqual(["b", "import(1)", "\n", "/"]);
  });

  test("a variable that was bound before an exception stays", async () => {
    const { error } = await evaluate("const bound = 'yes'; throw new Error('after')");
    expect(error).toBe("Error: after");
    expect(await written("repl.write(bound)")).toEqual(["yes"]);
  });

  test("a reset starts another REPL", async () => {
    const before = await evaluate("let gone = 1");
    const after = await evaluate("repl.write(typeof gone)", { reset: true });
    expect(after.content).toEqual([{ type: "text", channel: "write", text: "undefined" }]);
    expect(after.repl_id).not.toBe(before.repl_id);
    expect((await evaluate("", { reset: true })).success).toBe(true);
  });
});

describe("the browser", () => {
  test("page and context are the session's, and stay the same", async () => {
    await evaluate("await page.goto('data:text/html,<title>here</title>'); const mine = page");
    const code =
      "repl.write(await page.title()); repl.write(mine === page); repl.write([context.pages().length, context.browser().contexts().length])";
    expect(await written(code)).toEqual(["here", "true", "[ 1, 1 ]"]);
  });

  test("a page of the code stays usable", async () => {
    await evaluate("const other = await context.newPage(); await other.goto('data:text/html,<title>other</title>')");
    expect(await written("repl.write(await other.title()); await other.close()")).toEqual(["other"]);
  });

  test("a page that was closed is replaced by the one in front", async () => {
    await evaluate("const spare = await context.newPage(); await page.close()");
    expect(await written("repl.write(page.isClosed())")).toEqual(["false"]);
  });

  test("objects of Playwright are shown in one line", async () => {
    await evaluate("await page.goto('data:text/html,a')");
    expect(await written("repl.write(page); repl.write({ page }); repl.write(page.getByRole('button'))")).toEqual([
      "Page('data:text/html,a')",
      "{ page: Page('data:text/html,a') }",
      "getByRole('button')",
    ]);
  });

  test("its connection alone does not count as a client", async () => {
    await evaluate("1");
    const { body } = await service.api("GET", `/_local/browsers/${session.id}`);
    expect(body).toMatchObject({ state: "active", cdp_clients: 0 });
  });
});

describe("output", () => {
  test("texts come in order, each with its channel", async () => {
    const code =
      "console.log('a', { b: 1 }); console.error('c'); repl.write('d'); process.stdout.write('e\\n'); console.table([1])";
    const { content } = await evaluate(code);
    expect(content.map(({ channel, text }) => [channel, text]).slice(0, 4)).toEqual([
      ["stdout", "a { b: 1 }"],
      ["stderr", "c"],
      ["write", "d"],
      ["stdout", "e\n"],
    ]);
    expect(content[4]?.text).toContain("│ 0");
  });

  test("a picture has its media type", async () => {
    const { content } = await evaluate("await repl.emitImage(await page.screenshot())");
    expect(content).toMatchObject([
      { type: "image", mime_type: "image/png", data_b64: expect.stringMatching(/^iVBOR/) },
    ]);
  });

  test("text past the limit is left out, and the answer says so", async () => {
    const { content, content_truncated } = await evaluate(
      "for (let i = 0; i < 400; i++) console.log('x'.repeat(1024))",
    );
    expect(content_truncated).toBe(true);
    expect(content.reduce((sum, { text = "" }) => sum + text.length, 0)).toBe(256 * 1024);
  });

  test("output between two calls comes with the next one", async () => {
    await session.sh("rm -f go");
    const { content: before } = await evaluate(`let said;
      const watch = setInterval(() => {
        if (!fs.existsSync('go')) return;
        clearInterval(watch); console.log('tick'); setTimeout(() => { said = true; throw new Error('late') });
      }, 1)`);
    expect(before).toEqual([]);
    await session.sh("touch go");
    const { content } = await evaluate("while (!said) await new Promise((done) => setTimeout(done, 1))");
    expect(content.map(({ channel, text }) => [channel, text])).toEqual([
      ["stdout", "tick"],
      ["stderr", expect.stringMatching(/^Uncaught Error: late\n {4}at/)],
    ]);
  });
});

describe("an error", () => {
  test.each([
    ["throw new TypeError('boom')", "TypeError: boom", "TypeError: boom\n    at code:1:7"],
    [
      "const f = () => {\n  throw new Error('deep')\n}\nf()",
      "Error: deep",
      "Error: deep\n    at f (code:2:9)\n    at code:4:1",
    ],
    ["let x = ;", "SyntaxError: Unexpected token ';'", "SyntaxError: Unexpected token ';'\n    at code:1:9"],
    ["if (1) {", "SyntaxError: Unexpected end of input", "SyntaxError: Unexpected end of input\n    at code:1:9"],
    ["nowhere", "ReferenceError: nowhere is not defined", "ReferenceError: nowhere is not defined\n    at code:1:1"],
    ["throw 'text'", "'text'", "'text'"],
    ["throw { a: 1 }", "{ a: 1 }", "{ a: 1 }"],
    ["import fs from 'fs'", "SyntaxError: Cannot use import statement outside a module", expect.anything()],
  ])("of %j is an answer", async (code, error, stack) => {
    const answer = await evaluate(code);
    expect(answer).toMatchObject({ success: false, error, stack });
    expect(answer.repl_terminated).toBeUndefined();
  });

  test("code without an end is ended at its time limit, with what it wrote", async () => {
    const before = await evaluate("let lost = 1");
    const answer = await evaluate("console.log('before'); while (true) {}", { timeout_sec: 1 });
    expect(answer).toMatchObject({
      success: false,
      repl_id: before.repl_id,
      repl_terminated: true,
      error: "the code did not end within 1 s (timeout_sec); the REPL has ended and its variables are lost",
      content: [{ text: "before" }],
    });
    const next = await evaluate("repl.write(typeof lost)");
    expect(next.repl_id).not.toBe(before.repl_id);
    expect(next.content).toMatchObject([{ text: "undefined" }]);
  });

  test("code that uses too much memory ends the REPL", async () => {
    const answer = await evaluate("const all = []; while (true) all.push(new Array(1e6).fill(all.length))");
    expect(answer).toMatchObject({
      success: false,
      repl_terminated: true,
      error: "the code used more than 512 MiB of memory; the REPL has ended and its variables are lost",
    });
  });

  test("code that ends the process says how", async () => {
    expect(await evaluate("process.exit(3)")).toMatchObject({
      success: false,
      repl_terminated: true,
      error: "the REPL exited with code 3; the REPL has ended and its variables are lost",
    });
  });

  test("a page that shows a dialog is left to its client, and the REPL answers its own", async () => {
    expect(await written("repl.write(await page.evaluate(() => confirm('sure?')))")).toEqual(["false"]);
  });
});

describe("calls", () => {
  test("run one after the other", async () => {
    const slow = evaluate("await page.title(); var order = ['slow']");
    const fast = evaluate("order.push('fast'); repl.write(order)");
    expect((await slow).success).toBe(true);
    expect((await fast).content).toMatchObject([{ text: "[ 'slow', 'fast' ]" }]);
  });

  test("a client that disconnects interrupts its call, and the variables stay", async () => {
    const { repl_id } = await evaluate("let kept = 'kept'");
    await abandoned("await new Promise(() => {})");
    expect(await evaluate("repl.write(kept)")).toMatchObject({ repl_id, content: [{ text: "kept" }] });
  });

  test("a loop that never waits ends with its client, and the REPL with it", async () => {
    const { repl_id } = await evaluate("1");
    await abandoned("while (true) {}");
    expect((await evaluate("1")).repl_id).not.toBe(repl_id);
  });

  test("bad input is refused", async () => {
    for (const json of [
      {},
      { code: "" },
      { code: 1 },
      { code: "1", timeout_sec: 0 },
      { code: "1", timeout_sec: 301 },
      { code: "1", x: 1 },
    ]) {
      expect((await session.call("POST", "repl", json)).status).toBe(400);
    }
  });
});

describe("code that writes to the pipes of its process", () => {
  const PIPES = "the code wrote to a pipe of the REPL itself; the REPL has ended and its variables are lost";
  /** Code that writes a line to the pipe for messages as often as it is told, however slowly it is read. */
  const forged = (line: string, times = 1): string => `{
    const bytes = Buffer.from(${line} + "\\n");
    const send = (at) => { try { return fs.writeSync(11, bytes, at) } catch (error) { if (error.code === "EAGAIN") return 0; throw error } };
    for (let each = 0; each < ${times}; each += 1) for (let at = 0; at < bytes.length;) at += send(at);
    await new Promise(() => {}) }`;

  const TOOL = `{"tools":[{"id":"a","namespace":"a","kind":"page","match":{"url_patterns":[]},"tool":{"name":"a","description":"a","inputSchema":{"x":`;

  test.each([
    `'{"tools":5}'`,
    `'{"tools":[{}]}'`,
    `'{"tools":[{"id":"a","namespace":"a","kind":"page","match":{"url_patterns":[5]},"tool":{"name":"a","description":"a","inputSchema":{}}}]}'`,
    `'{"item":{"type":"text","channel":"write","text":{"a":1}}}'`,
    `'{"end":{"success":"yes","error":{"x":1}}}'`,
    `'{"end":"aborted"}'`,
    `'{"done":5,"id":1}'`,
    "'null'",
    "'[]'",
    `'{"ask":{"list":{"exclude_custom":true}}}'`,
    `'${TOOL}[' + "{},".repeat(600_000) + "0]}}}]}"`,
    `'${TOOL}' + "[".repeat(2_000) + "]".repeat(2_000) + "}}}]}"`,
  ])("a message that is none, %s, ends the REPL, and nothing else of the session fails", async (line) => {
    expect(await evaluate(forged(line))).toMatchObject({ success: false, error: PIPES, repl_terminated: true });
    expect((await session.call("GET", "webmcp/tools")).body).toEqual({ tools: [] });
    expect(await written("repl.write('again')")).toEqual(["again"]);
  });

  test("output past the limits of an answer is not kept, and ends the REPL in the end", async () => {
    const line = `JSON.stringify({ item: { type: "text", channel: "write", text: "x".repeat(200_000) } })`;
    const { content, content_truncated, error } = await evaluate(forged(line, 1_000));
    expect({ content_truncated, error }).toEqual({ content_truncated: true, error: PIPES });
    expect(content.map(({ text = "" }) => text.length)).toEqual([200_000]);
  });

  test("a child that prints much to the streams of the REPL does not end it", async () => {
    const child = `require("node:child_process").spawnSync("head", ["-c", "100000000", "/dev/zero"], { stdio: "inherit" })`;
    const { content_truncated, success } = await evaluate(child);
    expect({ content_truncated, success }).toEqual({ content_truncated: true, success: true });
  });

  test("questions that the service does not understand, or too many at once, are refused", async () => {
    const refused = "const outcomes = await Promise.allSettled(asked)";
    const shown =
      "repl.write(JSON.stringify([...new Set(outcomes.map((each) => each.reason?.statusCode ?? 200))].sort()))";
    const ask = (count: number, question: string): string =>
      `const asked = Array.from({ length: ${count} }, () => ${question})`;
    await evaluate("", { reset: true });
    expect(await written(`{ ${ask(1, "webmcp.invokeTool('a', [1])")}; ${refused}; ${shown} }`)).toEqual(["[400]"]);
    expect(await written(`{ ${ask(80, "webmcp.listTools()")}; ${refused}; ${shown} }`)).toEqual(["[200,429]"]);
  });
});

test("the end of a session ends its REPL", async () => {
  const { body } = await service.api("POST", "/browsers", { json: { headless: true } });
  // Other tests have REPLs at the same time.
  const title = `repl-${uniqueSeconds()}`;
  const code = `process.title = "${title}"; setInterval(() => {}, 10)`;
  await service.api("POST", `/browsers/${body.session_id}/repl`, { json: { code } });
  expect(await processesWith(title)).toHaveLength(1);
  const running = service.api("POST", `/browsers/${body.session_id}/repl`, {
    json: { code: "await new Promise(() => {})" },
  });
  await service.api("DELETE", `/browsers/${body.session_id}`);
  expect((await running).status).toBe(404);
  await until(
    () => processesWith(title),
    (pids) => pids.length === 0,
  );
});
