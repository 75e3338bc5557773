import { createServer } from "node:http";
import { expect, test } from "vitest";
import { runCli, temporaryHome } from "../support/cli/run-cli.ts";
import { onLoopback } from "../support/servers/loopback.ts";

const LEVELS = 100_000;
const deep = `${'{"a":'.repeat(LEVELS)}1${"}".repeat(LEVELS)}`;

test.each([
  ["an answer", 200, ["api", "GET", "/browsers"], "nested deeper than 1000 levels"],
  ["an answer in YAML", 200, ["browsers", "get", "shop", "-o", "yaml"], "nested deeper than 1000 levels"],
  ["an error", 400, ["browsers", "get", "shop"], "the service answered 400"],
])("%s of 100,000 levels is an error of the service, not of the program", async (_, status, words, said) => {
  const server = createServer((_request, response) => {
    response.writeHead(status, { "content-type": "application/json" }).end(deep);
  });
  const { env } = await onLoopback(server);
  const home = temporaryHome();
  Object.assign(home.env, env);
  const { code, stderr } = await runCli(words, { home });
  expect([code, stderr]).toEqual([1, expect.stringContaining(said)]);
});

test("JSON of 100,000 levels in --input is an error of the input", async () => {
  const { code, stderr } = await runCli(["browsers", "create", "--input", "-", "--dry-run"], { stdin: deep });
  expect([code, stderr]).toEqual([2, expect.stringContaining("nested deeper than 1000 levels")]);
});
