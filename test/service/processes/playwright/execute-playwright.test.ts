import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, test } from "vitest";
import { Clock } from "../../../../src/service/clock.ts";
import { probeContainer } from "../../../../src/service/processes/container-probe.ts";
import {
  executePlaywright,
  type PlaywrightResult,
} from "../../../../src/service/processes/playwright/execute-playwright.ts";
import { SessionPaths } from "../../../../src/service/processes/session-paths.ts";
import { SessionProcesses } from "../../../../src/service/processes/session-processes.ts";
import { prepareSessionRoot } from "../../../../src/service/processes/session-root.ts";
import { BLOCKED, processesWith } from "../../../support/machine/processes.ts";
import { ensureDebianPackage } from "../../../support/screen/debian-package.ts";
import { tempDir } from "../../../support/service/service.ts";

/** Stands for playwright-core: the code of these tests uses no page. The real one is in handlers/playwright.test.ts. */
const playwright = `exports.chromium = {
  connectOverCDP: async () => ({ contexts: () => [{ pages: () => [{}] }], close: async () => {} }),
};`;

let dir: string;
let processes: SessionProcesses;
beforeAll(async () => {
  await ensureDebianPackage("bubblewrap", "bwrap");
  dir = await tempDir();
  const facts = await probeContainer({ env: process.env, stateDir: dir, log: () => {} });
  const library = join(dir, "playwright");
  await mkdir(library);
  await writeFile(join(library, "index.js"), playwright);
  const root = await prepareSessionRoot(join(dir, "session"));
  processes = new SessionProcesses(new SessionPaths({ ...facts, playwright: library }, root, () => {}), new Clock());
});
afterAll(async () => {
  await processes.close(new Error("the session is over"));
  await processes.closeContainer();
  await rm(dir, { recursive: true, force: true });
});

function run(code: string, timeoutSec = 60): Promise<PlaywrightResult> {
  const { signal } = new AbortController();
  return executePlaywright(processes, { code, timeoutSec, cdpUrl: "", targetId: null }, signal);
}

// Every run is a separate process, so that they need not wait for each other.
describe.concurrent("what comes back", () => {
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
    ["a syntax error has its position", "return {]", /^SyntaxError: Unexpected token '\]'\n {4}at code:1:9$/],
    [
      "a result above the limit is refused",
      "return 'x'.repeat(9e6)",
      /^Error: the result is 9 MiB of JSON; the limit is 8 MiB$/,
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

  test("stdout and stderr are returned separately, in order, with their first MiB", async ({ expect }) => {
    const said = await run("console.log('a'); console.error('b'); console.log('c'); return 1");
    expect([said.stdout, said.stderr]).toEqual(["a\nc\n", "b\n"]);
    const much = await run("process.stdout.write('x'.repeat(3e6)); process.stderr.write('y'); return 1");
    expect(much).toMatchObject({ success: true, stderr: "y" });
    expect(much.stdout.slice(2 ** 20)).toBe(`\n[${3e6 - 2 ** 20} more bytes were left out]\n`);
  });

  test("code that blocks the event loop is killed at the time limit, with its children", async ({ expect }) => {
    const seconds = `9${process.pid}.77`;
    const code = `console.log("begun"); require("node:child_process").spawn("sleep", ["${seconds}"]); ${BLOCKED}`;
    const { success, error, stdout } = await run(code, 5);
    expect(success).toBe(false);
    expect(error).toContain("within 5 s");
    expect(stdout).toBe("begun\n");
    expect(await processesWith(seconds)).toEqual([]);
  });
});
