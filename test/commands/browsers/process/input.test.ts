import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type HereOptions, jsonError, runHere, startCli, temporaryHome } from "../../../support/cli/run-cli.ts";
import { apiServer } from "../../../support/servers/api-server.ts";
import { nowhere } from "../../../support/servers/nowhere.ts";

const stdin = ["browsers", "process", "stdin", "s1", "p1"];
const exec = ["browsers", "process", "exec", "s1"];

test.each([
  [["@file"], {}, "from a file"],
  [["env:WORD"], { env: { WORD: "a variable" } }, "a variable"],
  [["a word"], {}, "a word"],
  [[], { stdin: "from a pipe" }, "from a pipe"],
] as [string[], HereOptions, string][])("process stdin %j writes its bytes", async (words, options, text) => {
  const home = temporaryHome();
  writeFileSync(join(home.dir, "file"), "from a file");
  const server = await apiServer({
    request: "POST /browsers/s1/process/p1/stdin",
    answer: { json: { written_bytes: text.length } },
  });
  const result = await runHere([...stdin, ...words], { ...options, home, env: { ...server.env, ...options.env } });
  expect(result.stderr).toContain(`Wrote ${text.length} bytes`);
  expect(server.requests.map(({ json }) => json)).toEqual([{ data_b64: Buffer.from(text).toString("base64") }]);
});

test("process stdin of a missing file is exit 10, of an unset variable exit 2", async () => {
  const file = jsonError(await runHere([...stdin, "@nowhere", "-o", "json"], { env: nowhere }));
  expect(file).toMatchObject({ exit_code: 10, written_bytes: 0 });
  const variable = jsonError(await runHere([...stdin, "env:NOWHERE", "-o", "json"], { env: nowhere }));
  expect(variable).toMatchObject({ exit_code: 2, message: "<text>: the variable NOWHERE is not set" });
});

test("process stdin at a terminal names the key that ends it, and Ctrl-C is exit 130", async () => {
  const server = await apiServer();
  const cli = startCli(stdin, { env: server.env, tty: true });
  await cli.shows("reading <text> from the terminal; end with Ctrl-D");
  cli.write("\u0003");
  expect((await cli.done).code).toBe(130);
  expect(server.requests).toEqual([]);
});

test.each([
  [["-i", "-n", "--", "cat"], "--stdin: cannot be used together with --no-stdin"],
  [["-i", "--", "cat"], "--stdin: cannot be used together with --output, --query, --fields or --template"],
  [[], "COMMAND: is missing; put it after --"],
])("process exec %j is refused before the network", async (words, message) => {
  const error = jsonError(await runHere([...exec, "-o", "json", ...words], { env: nowhere }));
  expect(error).toMatchObject({ exit_code: 2, message });
});

test("process spawn without a command is refused before the network", async () => {
  const error = jsonError(await runHere(["browsers", "process", "spawn", "s1", "-o", "json"], { env: nowhere }));
  expect(error).toMatchObject({ exit_code: 2, message: "COMMAND: is missing; put it after --" });
});

test("a command without flags needs no --", async () => {
  const server = await apiServer({
    request: "POST /browsers/s1/process/spawn",
    answer: { json: { process_id: "p1" } },
  });
  const words = ["browsers", "process", "spawn", "s1", "--cwd", "/tmp", "sleep", "100", "-o", "json"];
  const refused = await runHere(words, { env: server.env });
  expect([refused.code, refused.stderr.split("\n")[0]]).toEqual([
    2,
    "error: -o could belong to browsers process spawn or to sleep; put -- before the command to run: " +
      "browserctl browsers process spawn s1 --cwd /tmp -- sleep 100 -o json",
  ]);
  await runHere(words.slice(0, -2), { env: server.env });
  expect(server.requests.map(({ json }) => json)).toEqual([{ command: "sleep", args: ["100"], cwd: "/tmp" }]);
});
