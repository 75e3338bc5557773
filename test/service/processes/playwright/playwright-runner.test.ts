import { createRequire } from "node:module";
import { describe, expect, test } from "vitest";
import { PlaywrightRunner } from "../../../../src/service/processes/playwright/playwright-runner.ts";
import type { RunnerOutput } from "../../../../src/service/processes/playwright/protocol.ts";

/** Stands for playwright-core: the code of these tests uses no page. The real one is in handlers/playwright.test.ts. */
const playwright = {
  chromium: {
    connectOverCDP: async () => ({ contexts: () => [{ pages: () => [{}] }], close: async () => {} }),
  },
};

/** Runs code to its answer in this process: as a separate process, each case costs a container and Playwright. */
async function run(code: string): Promise<RunnerOutput> {
  const require = createRequire(import.meta.url);
  const output = { write: (_text: string, done: () => void) => done() };
  const answer = Promise.withResolvers<RunnerOutput>();
  const exit = Promise.withResolvers<void>();
  const proc = { stdout: output, stderr: output, on: () => proc, exit: () => exit.resolve(), emitWarning: () => {} };
  const runner = new PlaywrightRunner(
    {
      require: (name) => (name === "playwright" ? playwright : require(name)),
      process: proc as unknown as NodeJS.Process,
      answer: (text) => answer.resolve(JSON.parse(text) as RunnerOutput),
    },
    { cdpUrl: "", code, playwright: "playwright", targetId: null, only: false, resultLimit: 100, codeName: "code" },
  );
  runner.run();
  await exit.promise;
  return await answer.promise;
}

describe("a result", () => {
  test.each([
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
    ["return require('node:path').posix.sep", "/"],
  ])("the result of %j is %j", async (code, result) => {
    expect(await run(code)).toEqual({ success: true, ...(result !== undefined && { result }) });
  });
});

describe("an error", () => {
  test.each([
    ["throw new Error('boom')", /^Error: boom\n {4}at code:1:7$/],
    ["throw 'text'", /^'text'$/],
    ["throw undefined", /^undefined$/],
    ["return {]", /^SyntaxError: Unexpected token '\]'\n {4}at code:1:9$/],
    ["await 1;\nif (page) {\n  await 2;", /^SyntaxError: Unexpected end of input\n {4}at code:3:11$/],
    ["}); (() => {", /^SyntaxError: the code closes a brace that it did not open$/],
    ["const n: number = 1;\nconst m = ;", /^SyntaxError: Expression expected\n {4}at code:2:11$/],
    ["enum Day { Monday }", /^SyntaxError: TypeScript enum is not supported in strip-only mode\n {4}at code:1:1$/],
    ["const a = {}; a.a = a; return a", /^TypeError: Converting circular structure/],
    ["return 'x'.repeat(200)", /^Error: the result is 1 MiB of JSON; the limit is 1 MiB$/],
  ])("the error of %j is its text with its position", async (code, error) => {
    expect(await run(code)).toEqual({ success: false, error: expect.stringMatching(error) });
  });
});
