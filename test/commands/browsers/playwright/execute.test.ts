import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { jsonError, runHere, temporaryHome } from "../../../support/cli/run-cli.ts";
import { apiServer } from "../../../support/servers/api-server.ts";

const request = "POST /browsers/s1/playwright/execute";
const execute = (...words: string[]) => ["browsers", "playwright", "execute", "s1", ...words];

test("an error of executed code is printed once, with the lines of the file it came from", async () => {
  const home = temporaryHome();
  writeFileSync(join(home.dir, "login.ts"), "throw 1");
  const error = "Error: no\n    at f (code:2:9)\n    at code:5:1\n    at other (xcode:1:1)";
  const answer = { json: { success: false, error, stdout: "said\n", stderr: "" } };
  const server = await apiServer({ request, answer, times: 3 });
  const named = error.replace("(code:", "(login.ts:").replace("at code:", "at login.ts:");
  const options = { home, env: server.env };
  const file = await runHere(execute("@login.ts"), options);
  expect([file.code, file.stdout, file.stderr]).toEqual([8, "", `said\nerror: ${named.replaceAll("\n", "\n  ")}\n`]);
  expect(jsonError(await runHere(execute("@login.ts", "-o", "json"), options))).toMatchObject({
    code: "script_failed",
    message: named,
    stdout: "said\n",
  });
  const typed = await runHere(execute("throw 1"), options);
  expect(typed.stderr).toBe(`said\nerror: ${error.replaceAll("\n", "\n  ")}\n`);
});
