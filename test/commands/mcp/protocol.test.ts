import { createServer } from "node:http";
import { expect, test } from "vitest";
import { startCli } from "../../support/cli/run-cli.ts";
import { onLoopback } from "../../support/servers/loopback.ts";
import { until } from "../../support/until.ts";

interface Message {
  readonly id?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
  readonly result?: Record<string, unknown>;
}

const hello = [
  {
    jsonrpc: "2.0",
    id: 1,
    method: "initialize",
    params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } },
  },
  { jsonrpc: "2.0", method: "notifications/initialized" },
];

function lines(...messages: readonly unknown[]): string {
  return messages.map((each) => `${typeof each === "string" ? each : JSON.stringify(each)}\n`).join("");
}

/** Every line of stdout, each of which is a message. */
function messagesOf({ stdout }: { stdout: string }): Message[] {
  expect(stdout === "" || stdout.endsWith("\n")).toBe(true);
  return stdout
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Message);
}

/** Runs the server over a stdin that ends, until it ends by itself. */
async function serve(stdin: string | Buffer, ...flags: string[]) {
  const result = await startCli(["mcp", ...flags], { stdin }).done;
  return { ...result, messages: messagesOf(result) };
}

test("what was asked before the end of stdin is answered, and the end is exit 0", async () => {
  const { code, messages, stderr } = await serve(
    lines(
      ...hello,
      { jsonrpc: "2.0", id: 2, method: "tools/list" },
      {
        jsonrpc: "2.0",
        id: "three",
        method: "tools/call",
        params: { name: "command", arguments: { args: ["version"] } },
      },
      { jsonrpc: "2.0", id: 4, method: "ping" },
    ),
  );
  expect([code, stderr]).toEqual([0, ""]);
  expect(messages.map(({ id }) => id).toSorted()).toEqual([1, 2, 4, "three"]);
  expect(messages[0]?.result).toMatchObject({
    protocolVersion: "2025-06-18",
    serverInfo: { name: "browserctl" },
    capabilities: { tools: {}, resources: {} },
  });
});

test.each([
  ["no JSON", "Content-Length: 12", -32_700, null],
  ["half a message", '{"jsonrpc":"2.0","id":7,"method":', -32_700, null],
  ["bytes that are no text", Buffer.from([0xff, 0xfe, 0x00]).toString("latin1"), -32_700, null],
  ["another version", '{"id":7,"method":"ping"}', -32_600, 7],
  ["a list", "[]", -32_600, null],
  ["a number", "17", -32_600, null],
  ["null", "null", -32_600, null],
  ["a deep nest", `${"[".repeat(100_000)}${"]".repeat(100_000)}`, -32_600, null],
  ["an id that is none", '{"jsonrpc":"2.0","id":{},"method":"ping"}', -32_600, null],
])("%s is answered with an error, and the next message is served", async (_name, garbage, error, id) => {
  const { code, messages } = await serve(lines(...hello, garbage, { jsonrpc: "2.0", id: 9, method: "ping" }));
  expect(code).toBe(0);
  expect(messages.find((each) => each.error)).toMatchObject({ id, error: { code: error } });
  expect(messages.find((each) => each.id === 9)).toMatchObject({ result: {} });
});

test("a message of 10 MB is refused, and the next one is served", async () => {
  const large = JSON.stringify({ jsonrpc: "2.0", id: 5, method: "ping", params: { text: "x".repeat(10_000_000) } });
  const { code, messages } = await serve(lines(...hello, large, { jsonrpc: "2.0", id: 9, method: "ping" }));
  expect(code).toBe(0);
  const refused = messages.find((each) => each.error);
  expect(refused).toMatchObject({ id: null, error: { code: -32_600, message: expect.stringContaining("4194304") } });
  expect(messages.find((each) => each.id === 9)).toMatchObject({ result: {} });
});

test("unknown methods, tools and parameters are errors of the protocol", async () => {
  const { messages } = await serve(
    lines(
      ...hello,
      { jsonrpc: "2.0", id: 2, method: "tools/explode" },
      { jsonrpc: "2.0", id: 3, method: "tools/call", params: { name: "explode" } },
      { jsonrpc: "2.0", id: 4, method: "tools/call", params: { name: 7 } },
      { jsonrpc: "2.0", id: 5, method: "resources/read", params: { uri: "browserctl://nothing" } },
      { jsonrpc: "2.0", method: "notifications/unheard-of" },
      { jsonrpc: "2.0", id: 77, result: {} },
    ),
  );
  const codes = Object.fromEntries(messages.map(({ error, id }) => [String(id), error?.code]));
  expect(codes).toMatchObject({ 2: -32_601, 3: -32_602, 5: -32_002 });
  expect([-32_602, -32_603]).toContain(codes["4"]);
});

test("an empty stdin, and one without a newline at its end, are exit 0", async () => {
  for (const stdin of ["", "\n\n", '{"jsonrpc":"2.0"']) {
    const { code, messages, stderr } = await serve(stdin);
    expect([code, messages, stderr]).toEqual([0, [], ""]);
  }
});

test.each([
  ["SIGINT", 130],
  ["SIGTERM", 143],
] as const)("%s ends the server with exit %i", async (signal, exit) => {
  const cli = startCli(["mcp"], { keepStdin: true });
  cli.write(lines(...hello));
  await until(() => cli.stdout().includes('"id":1'));
  cli.kill(signal);
  const { code, stdout } = await cli.done;
  expect([code, messagesOf({ stdout }).length]).toEqual([exit, 1]);
});

test.each([
  [["--token", "0123456789abcdef"], "--token: is for --http"],
  [["--http", "0.0.0.0:8931"], "--http: must be a loopback address, such as 127.0.0.1:8931"],
  [["--http", "example.com:8931"], "--http: must be a loopback address"],
  [["--http", "8931x"], '--http: must be [HOST:]PORT, not "8931x"'],
  [["--http", "127.0.0.1:99999"], "--http: must be [HOST:]PORT"],
  [["--http", "0", "--token", "0123456789abcdef"], "--token: must be env:NAME, @file or -"],
  [["--http", "0", "--token", "env:LANG"], "--token: must have 16 characters or more"],
  [["--read-only", "--allow", "settings"], "--read-only: cannot be combined"],
])("mcp %j is refused", async (flags, message) => {
  const { code, stderr, stdout } = await serve("", ...flags);
  expect([code, stdout]).toEqual([2, ""]);
  expect(stderr).toContain(message);
});

test("a client that closes stdout, or stdin while a call runs, ends the server with exit 0", async () => {
  const closed = startCli(["mcp"], { keepStdin: true });
  closed.child.stdout?.destroy();
  closed.write(lines(...hello, { jsonrpc: "2.0", id: 2, method: "ping" }));
  expect((await closed.done).code).toBe(0);

  const asked = Promise.withResolvers<void>();
  const { env } = await onLoopback(createServer(() => asked.resolve()));
  const left = startCli(["mcp"], { keepStdin: true, env });
  const call = { name: "sessions", arguments: { action: "list" } };
  left.write(lines(...hello, { jsonrpc: "2.0", id: 2, method: "tools/call", params: call }));
  await asked.promise;
  left.child.stdin?.end();
  const { code, stdout } = await left.done;
  expect([code, messagesOf({ stdout }).length]).toEqual([0, 1]);
});
