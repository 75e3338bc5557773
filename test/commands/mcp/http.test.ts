import { request } from "node:http";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { expect, onTestFinished, test } from "vitest";
import { sharedHome } from "../../support/cli/local-home.ts";
import { type RunningCli, startCli, temporaryHome } from "../../support/cli/run-cli.ts";
import { type AgentOptions, agentClient, callTool } from "./support/agent-client.ts";

const started = sharedHome({ fakeBrowser: true });

interface Serving {
  readonly url: URL;
  readonly token: string;
  readonly cli: RunningCli;
}

/** Starts the server at a free port. */
async function serve(cliOptions: Parameters<typeof startCli>[1], ...flags: string[]): Promise<Serving> {
  const cli = startCli(["mcp", "--http", "0", ...flags], cliOptions);
  await cli.shows("/mcp\n");
  const given = flags.includes("--token");
  if (!given) await cli.shows("Authorization: Bearer ");
  const [, url = ""] = /^MCP server: (\S+)$/m.exec(cli.stderr()) ?? [];
  const [, token = ""] = /^Authorization: Bearer (\S+)$/m.exec(cli.stderr()) ?? [];
  return { url: new URL(url), token, cli };
}

async function connect({ url, token }: Pick<Serving, "url" | "token">, options: Pick<AgentOptions, "answer"> = {}) {
  const client = agentClient(options);
  const headers = { authorization: `Bearer ${token}` };
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }) as never);
  onTestFinished(() => client.close());
  return client;
}

/** Status and body of a request whose headers are as given. */
function send(url: URL, headers: Record<string, string>, body = "{}", method = "POST"): Promise<[number, string]> {
  return new Promise((resolve, reject) => {
    const all = { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers };
    const sent = request(url, { method, headers: all, setHost: headers["host"] === undefined }, (response) => {
      let text = "";
      response.on("data", (chunk) => (text += chunk)).on("end", () => resolve([response.statusCode ?? 0, text]));
    });
    sent.on("error", reject).end(body);
  });
}

test("several clients operate sessions over HTTP, each with its own questions; Ctrl-C ends the server with 130", async () => {
  const home = await started();
  const serving = await serve({ home });
  expect(serving.url.hostname).toBe("127.0.0.1");
  const one = await connect(serving, { answer: () => "accept" });
  const two = await connect(serving);
  const created = await callTool(one, "sessions", { action: "create", name: "far" });
  expect(created.isError, created.text).toBe(false);
  expect((await callTool(two, "sessions", { action: "list" })).text).toContain('"far"');
  expect((await callTool(two, "sessions", { action: "delete", session: "far" })).text).toContain("confirmation_needed");
  const deleted = await callTool(one, "sessions", { action: "delete", session: "far" });
  expect(deleted.isError, deleted.text).toBe(false);
  serving.cli.kill("SIGINT");
  const { code, stdout } = await serving.cli.done;
  expect([code, stdout]).toEqual([130, ""]);
});

test("a request needs the token, and comes from this machine by its own name", async () => {
  const { token, url } = await serve({ home: temporaryHome() });
  const authorization = `Bearer ${token}`;
  const refused = async (headers: Record<string, string>) => (await send(url, headers))[0];
  expect(await refused({})).toBe(401);
  expect(await refused({ authorization: "Bearer wrong" })).toBe(401);
  expect(await refused({ authorization: `Basic ${token}` })).toBe(401);
  expect(await refused({ authorization, host: "rebound.example.com" })).toBe(403);
  expect(await refused({ authorization, host: `rebound.example.com:${url.port}` })).toBe(403);
  expect(await refused({ authorization, origin: "https://example.com" })).toBe(403);
  expect(await refused({ authorization, origin: "null" })).toBe(403);
  expect((await send(new URL("/", url), { authorization }))[0]).toBe(404);
  expect((await send(url, { authorization, "mcp-session-id": "nothing" }))[0]).toBe(404);
  expect((await send(url, { authorization, host: `localhost:${url.port}` }, "garbage"))[0]).toBe(400);
  expect((await send(url, { authorization }, `"${"x".repeat(5_000_000)}"`))[0]).toBe(413);
  const client = await connect({ token, url });
  expect((await callTool(client, "command", { args: ["version"] })).isError).toBe(false);
});

test("a given token is used, and not printed", async () => {
  const env = { MCP_TOKEN: "an-own-token-of-mine" };
  const { cli, url } = await serve({ home: temporaryHome(), env }, "--token", "env:MCP_TOKEN");
  expect(cli.stderr()).toBe(`MCP server: ${url}\n`);
  const client = await connect({ token: env.MCP_TOKEN, url });
  expect((await client.listTools()).tools.length).toBeGreaterThan(5);
});

test("a port in use is said", async () => {
  const { url } = await serve({ home: temporaryHome() });
  const { code, stderr } = await startCli(["mcp", "--http", url.port]).done;
  expect([code, stderr]).toEqual([1, expect.stringContaining(`port ${url.port} is in use`)]);
});

test("over the limit of clients, the one that was silent for longest makes room", async () => {
  const serving = await serve({ home: temporaryHome() });
  const first = await connect(serving);
  const second = await connect(serving);
  await first.ping();
  for (let at = 2; at <= 32; at += 1) await connect(serving);
  await expect(second.ping()).rejects.toThrow();
  await first.ping();
  expect((await first.listTools()).tools.length).toBeGreaterThan(5);
});
