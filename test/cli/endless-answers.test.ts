import { createServer } from "node:http";
import { pipeline } from "node:stream/promises";
import { expect, test } from "vitest";
import { jsonError, runHere } from "../support/cli/run-cli.ts";
import { onLoopback } from "../support/servers/loopback.ts";

function* endless(): Generator<Buffer> {
  for (const chunk = Buffer.alloc(2 ** 20, "x"); ; ) yield chunk;
}

test.each<[type: string, words: string[], code: string, message: string]>([
  [
    "application/octet-stream",
    ["audit-logs", "export", "--out", "-", "-o", "json"],
    "bad_answer",
    "a chunk has more than 268435456 bytes",
  ],
  [
    "text/plain",
    ["api", "GET", "/x", "-o", "json"],
    "result_too_large",
    "the result has more than 256 MiB, too long for a text in JSON",
  ],
])("an answer of %s without an end is an error: %j", async (type, words, code, message) => {
  const server = createServer((_request, response) => {
    response.setHeader("content-type", type);
    pipeline(endless(), response).catch(() => {});
  });
  const { env } = await onLoopback(server);
  expect(jsonError(await runHere(words, { env }))).toMatchObject({ code, exit_code: 1, message });
});

test("a text without an end is an error at a terminal, with the way out", async () => {
  const server = createServer((_request, response) => {
    response.setHeader("content-type", "text/plain");
    pipeline(endless(), response).catch(() => {});
  });
  const { env } = await onLoopback(server);
  const { code, stderr } = await runHere(["api", "GET", "/x"], { env, tty: { stdout: true } });
  expect([code, stderr]).toEqual([
    1,
    "error: the answer has more than 64.0 MiB, too long for a terminal\nhint: add --out FILE, or pipe it\n",
  ]);
});
