import { createServer } from "node:http";
import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { beforeAll, describe, expect, test } from "vitest";
import { appHome, begin, numbered } from "../../e2e/support/app-home.ts";
import { withServer } from "../../support/browser/chromium.ts";
import { type StartedHome, sharedHome } from "../../support/cli/local-home.ts";
import { temporaryHome } from "../../support/cli/run-cli.ts";
import { onLoopback } from "../../support/servers/loopback.ts";
import { callTool, connectAgent } from "./support/agent-client.ts";

const page = `<!doctype html><title>Shop</title><h1>Checkout</h1><label>Name <input id=name></label>
  <label>Card <input id=card></label><label>Note <textarea id=note></textarea></label>
  <button onclick="o.textContent = 'Saved for ' + document.querySelector('#name').value">Save</button>
  <button disabled>Pay</button><p id=o></p><button onclick="alert('Careful')">Warn</button>`;

const started = sharedHome();
let home: StartedHome;

beforeAll(async () => {
  home = await started();
  await home.json(["browsers", "create", "--headless", "--name", "shop", "--timeout-seconds", "1h"]);
});

/** Shows the page in the session of the tests. */
async function show(client: Client): Promise<string> {
  const { url } = await withServer((request, response) => {
    response.setHeader("content-type", "text/html");
    response.end(request.url === "/" ? page : "<title>Other</title><p>Other page");
  });
  const { isError, text } = await callTool(client, "navigate", { action: "goto", session: "shop", url });
  expect(isError, text).toBe(false);
  return url;
}

async function refOf(client: Client, label: string): Promise<string> {
  const { text } = await callTool(client, "snapshot", { session: "shop" });
  return new RegExp(`^\\s*(e\\d+) .*"${label}"`, "m").exec(text)?.[1] ?? "";
}

test("an agent sees a page, operates it, and reads what has changed", async () => {
  const client = await connectAgent(home);
  const url = await show(client);
  const seen = await callTool(client, "snapshot", { session: "shop" });
  expect(seen.text).toContain(`page "Shop" ${url}\n# Checkout\n`);
  const [name, save] = [await refOf(client, "Name"), await refOf(client, "Save")];
  const acts = [
    { verb: "fill", ref: name, value: "Anna's $HOME" },
    { verb: "click", ref: save },
  ];
  const done = await callTool(client, "act", { session: "shop", acts });
  expect(done).toMatchObject({ isError: false, text: expect.stringContaining("+ : Saved for Anna's $HOME") });
  const changes = await callTool(client, "snapshot", { session: "shop", delta: true });
  expect(changes.text).toBe("nothing has changed");
  const code = "return [await page.title(), await page.locator('#name').inputValue()]";
  const executed = await callTool(client, "execute", { session: "shop", code });
  expect(JSON.parse(executed.text)).toMatchObject({ result: ["Shop", "Anna's $HOME"] });
});

test("acts end at the first refusal, with its code and the next step", async () => {
  const client = await connectAgent(home);
  await show(client);
  const [name, pay] = [await refOf(client, "Name"), await refOf(client, "Pay")];
  const acts = [
    { verb: "fill", ref: name, value: "Anna" },
    { verb: "click", ref: pay },
    { verb: "fill", ref: name, value: "Boris" },
  ];
  const refused = await callTool(client, "act", { session: "shop", acts });
  expect(refused.isError).toBe(true);
  expect(refused.text).toMatch(/^error disabled: filled .*Anna[\s\S]*\n {2}act 2 of 3: /);
  const unknown = await callTool(client, "act", { session: "shop", acts: [{ verb: "click", ref: "e99999" }] });
  expect(unknown.text).toMatch(/^error unknown_ref: [\s\S]*\nnext: browserctl browsers snapshot shop$/);
  expect((await callTool(client, "snapshot", { session: "shop" })).text).toContain('textbox "Name" = "Anna"');
});

test("a secret is filled in and never shown; a value may have several lines", async () => {
  const client = await connectAgent(home, { env: { CARD: "4711-0815" } });
  await show(client);
  const [card, note] = [await refOf(client, "Card"), await refOf(client, "Note")];
  const acts = [
    { verb: "fill", ref: card, secret: "env:CARD" },
    { verb: "fill", ref: note, value: "one\ntwo" },
  ];
  const { isError, text } = await callTool(client, "act", { session: "shop", acts });
  expect([isError, text]).toEqual([false, expect.stringContaining("••••")]);
  const seen = await callTool(client, "snapshot", { session: "shop" });
  expect(text + seen.text).not.toContain("0815");
  const code = "return [await page.locator('#card').inputValue(), await page.locator('#note').inputValue()]";
  const { result } = JSON.parse((await callTool(client, "execute", { session: "shop", code })).text);
  expect(result).toEqual(["4711-0815", "one\ntwo"]);
});

test("tabs, history and dialogs are tools", async () => {
  const client = await connectAgent(home);
  const url = await show(client);
  const call = async (name: string, input: object) =>
    (await callTool(client, name, { session: "shop", ...input })).text;
  expect(await call("tabs", { action: "new", url: `${url}other` })).toBe(`page "Other" ${url}other`);
  expect(await call("tabs", { action: "list" })).toMatch(/Shop[\s\S]*Other/);
  expect(await call("tabs", { action: "close", number: 2 })).toContain('page "Shop"');
  expect(await call("navigate", { action: "goto", url: `${url}other` })).toContain('page "Other"');
  expect(await call("navigate", { action: "back" })).toContain('page "Shop"');
  expect(await call("wait_for", { text: "checkout" })).toContain('page "Shop"');
  expect(await call("read", { whole: true })).toContain("# Checkout");
  const acts = [{ verb: "click", ref: await refOf(client, "Warn") }];
  expect(await call("act", { acts })).toContain('dialog alert "Careful" is open');
  expect(await call("dialog", { action: "accept" })).toContain('accepted alert "Careful"');
});

test("a closed tab is answered by the page behind it, however long its own takes to end", async () => {
  const client = await connectAgent(home);
  const url = await show(client);
  const slow = await withServer((_request, response) => {
    response.setHeader("content-type", "text/html");
    response.end(`<title>Slow</title><script>
      onpagehide = () => { for (const end = Date.now() + 300; Date.now() < end; ); };
    </script>`);
  });
  const tabs = async (input: object) => (await callTool(client, "tabs", { session: "shop", ...input })).text;
  for (let round = 0; round < 3; round += 1) {
    expect(await tabs({ action: "new", url: slow.url })).toContain('page "Slow"');
    expect(await tabs({ action: "close" })).toBe(`page "Shop" ${url}`);
  }
});

test("a new tab is answered once its page is there, however late that comes", async () => {
  const client = await connectAgent(home);
  const { url } = await withServer((request, response) => {
    if (request.url === "/none") return void response.writeHead(204).end();
    response.setHeader("content-type", "text/html");
    setTimeout(() => response.write("<!doctype html>"), 300);
    setTimeout(() => response.end("<title>Late</title><p>Here."), 600);
  });
  const open = async (path: string) =>
    (await callTool(client, "tabs", { session: "shop", action: "new", url: url + path })).text;
  expect(await open("late")).toBe(`page "Late" ${url}late`);
  expect(await open("none")).toBe('page "" about:blank');
  for (const _ of ["none", "late"]) await callTool(client, "tabs", { session: "shop", action: "close" });
});

test("a screenshot is an image", async () => {
  const client = await connectAgent(home);
  const { image, isError } = await callTool(client, "screenshot", { session: "shop", marks: true });
  expect(isError).toBe(false);
  expect([image?.subarray(1, 4).toString(), image?.readUInt32BE(16)]).toEqual(["PNG", expect.any(Number)]);
});

test("any other command runs by its words, with its answer as JSON, and help explains it", async () => {
  const client = await connectAgent(home);
  const { text } = await callTool(client, "command", { args: ["browsers", "get", "shop", "--query", "name"] });
  expect(text).toBe("shop");
  const written = await callTool(client, "command", {
    args: ["browserctl", "browsers", "fs", "write", "shop", "note.txt", "-"],
    stdin: "from an agent",
  });
  expect(written.isError, written.text).toBe(false);
  const read = await callTool(client, "command", { args: ["browsers", "fs", "read", "shop", "note.txt"] });
  expect(read.text).toBe("from an agent");
  const help = await callTool(client, "help", { words: "browserctl browsers fs write" });
  expect(help.text).toContain("browserctl browsers fs write");
  expect((await callTool(client, "help")).text).toContain("browserctl help <topic>");
});

test("the context is that of the command line, read anew for each call, or that of the server's flag", async () => {
  const client = await connectAgent(home);
  await home.json(["context", "add", "nowhere", "--base-url", "http://127.0.0.1:9"]);
  const pinned = await connectAgent(home, { flags: ["--context", "nowhere"] });
  const list = async (of: Client) => (await callTool(of, "sessions", { action: "list" })).text;
  await home.json(["context", "use", "nowhere"]);
  expect(await list(client)).toMatch(/^error no_token: /);
  await home.json(["context", "use", "local"]);
  expect(await list(client)).toContain('"name":"shop"');
  expect(await list(pinned)).toMatch(/^error no_token: /);
});

describe("questions", () => {
  const create = async (name: string) => home.json(["profiles", "create", name]);
  const exists = async (name: string) => (await home.cli(["profiles", "get", name])).code === 0;

  test("the client's yes lets a command go on", async () => {
    await create("one");
    const questions: string[] = [];
    const client = await connectAgent(home, {
      answer: (question) => {
        questions.push(question);
        return "accept";
      },
    });
    const { isError, text } = await callTool(client, "command", { args: ["profiles", "delete", "one"] });
    expect([isError, text]).toEqual([false, expect.any(String)]);
    expect(questions).toEqual([expect.stringMatching(/^Delete profile one .*\?$/)]);
    expect(await exists("one")).toBe(false);
  });

  test.each(["decline", "cancel"] as const)("the client's %s leaves everything as it is", async (answer) => {
    await create(answer);
    const client = await connectAgent(home, { answer: () => answer });
    const { isError, text } = await callTool(client, "command", { args: ["profiles", "delete", answer] });
    expect([isError, text]).toEqual([true, "error declined: nothing was changed"]);
    expect(await exists(answer)).toBe(true);
  });

  test("a client that cannot ask is told the way out, and --yes is not for the agent", async () => {
    await create("two");
    const client = await connectAgent(home);
    const { text } = await callTool(client, "sessions", { action: "delete", session: "shop" });
    expect(text).toMatch(/^error confirmation_needed: .*End session shop.*\nnext: .*browserctl mcp --yes$/);
    for (const yes of ["--yes", "-y"]) {
      const refused = await callTool(client, "command", { args: ["profiles", "delete", "two", yes] });
      expect(refused).toMatchObject({ isError: true, text: expect.stringContaining("error not_in_mcp: --yes") });
    }
    expect(await exists("two")).toBe(true);
    const trusted = await connectAgent(home, { flags: ["--yes"] });
    expect((await callTool(trusted, "command", { args: ["profiles", "delete", "two"] })).isError).toBe(false);
    expect(await exists("two")).toBe(false);
  });
});

test("effects beyond the records of the service need --allow", async () => {
  const client = await connectAgent(home);
  for (const [args, effect] of [
    [["config", "set", "output", "json"], "settings"],
    [["local", "stop"], "service"],
    [["auth", "token"], "secrets"],
    [["browsers", "list", "--show-token"], "secrets"],
    [["browsers", "list", "--base-url", "http://127.0.0.1:9"], "secrets"],
  ] as const) {
    const { isError, text } = await callTool(client, "command", { args });
    expect([isError, text]).toEqual([true, expect.stringMatching(`^error not_in_mcp: .*--allow ${effect}`)]);
    expect(text).toContain(`next: where you trust the lines: browserctl mcp --allow ${effect}`);
  }
  for (const args of [["mcp"], ["batch"], ["local", "logs", "--follow"], ["browsers", "list", "--watch", "1s"]])
    expect((await callTool(client, "command", { args })).text).toContain("error not_in_mcp");
  const allowed = await connectAgent(home, { flags: ["--allow", "settings"] });
  expect((await callTool(allowed, "command", { args: ["config", "set", "pager", "less"] })).isError).toBe(false);
});

test("a server that only reads refuses what changes something, and files of this machine", async () => {
  const client = await connectAgent(home, { flags: ["--read-only"] });
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual([
    ...["sessions", "snapshot", "read", "wait_for", "tabs", "screenshot", "command", "help"],
  ]);
  expect(tools.every(({ annotations }) => annotations?.readOnlyHint === true)).toBe(true);
  await expect(callTool(client, "act", { acts: [{ verb: "click", ref: "e1" }] })).rejects.toThrow('no tool "act"');
  for (const args of [
    ["browsers", "goto", "shop", "about:blank"],
    ["browsers", "create"],
    ["browsers", "delete", "shop"],
    ["api", "POST", "/browsers"],
    ["browsers", "snapshot", "shop", "--out", "page.txt"],
    ["profiles", "download", "one"],
  ]) {
    expect((await callTool(client, "command", { args })).text).toMatch(/^error read_only: /);
  }
  expect((await callTool(client, "snapshot", { session: "shop" })).isError).toBe(false);
  expect((await callTool(client, "command", { args: ["browsers", "get", "shop"] })).isError).toBe(false);
});

test("a cancelled call ends its command, and the server goes on", async () => {
  const [asked, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const stalled = createServer((request, response) => {
    if (request.url?.startsWith("/browsers/slow") !== true) return void response.end("[]");
    response.on("close", ended.resolve);
    asked.resolve();
  });
  const { env } = await onLoopback(stalled);
  const client = await connectAgent(home, { env });
  const cancel = new AbortController();
  const input = { action: "get", session: "slow" };
  const waiting = callTool(client, "sessions", input, { signal: cancel.signal });
  const failure = expect(waiting).rejects.toThrow();
  await asked.promise;
  cancel.abort();
  await failure;
  await ended.promise;
  expect((await callTool(client, "command", { args: ["version"] })).isError).toBe(false);
});

test("calls run at the same time", async () => {
  const client = await connectAgent(home);
  const results = await Promise.all(
    Array.from({ length: 24 }, () => callTool(client, "sessions", { action: "get", session: "shop" })),
  );
  expect(results.filter(({ isError }) => isError)).toEqual([]);
});

test("screens of sessions are resources", async () => {
  const client = await connectAgent(home);
  const { resourceTemplates } = await client.listResourceTemplates();
  expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
    "browserctl://invocations/{id}/log",
    "browserctl://deployments/{id}/log",
    "browserctl://browsers/{id}/screenshot",
  ]);
  const { resources } = await client.listResources();
  const screen = resources.find(({ title }) => title?.startsWith("shop"));
  const { contents } = await client.readResource({ uri: screen?.uri ?? "" });
  expect(contents).toEqual([{ uri: screen?.uri, mimeType: "image/png", blob: expect.stringMatching(/^iVBORw0KGgo/) }]);
  for (const uri of [
    "browserctl://browsers/nothing/screenshot",
    "browserctl://browsers/%/screenshot",
    "file:///etc/passwd",
  ])
    await expect(client.readResource({ uri })).rejects.toMatchObject({ code: -32_002 });
});

test("logs of invocations and deployments are resources", async () => {
  const own = await appHome();
  const ended = await begin(own, "count", { to: 3 });
  expect((await own.cli(["invocations", "wait", ended])).code).toBe(0);
  const failed = await begin(own, "throws", "no luck");
  await own.cli(["invocations", "wait", failed]);
  const client = await connectAgent(own);
  const { resources } = await client.listResources();
  const titles = resources.map(({ title, uri }) => [uri, title]);
  expect(titles).toContainEqual([`browserctl://invocations/${ended}/log`, "demo count, succeeded"]);
  expect(titles).toContainEqual([expect.stringMatching(/^browserctl:\/\/deployments\/\w+\/log$/), expect.any(String)]);
  const read = async (id: string) =>
    (await client.readResource({ uri: `browserctl://invocations/${id}/log` })).contents;
  expect(await read(ended)).toMatchObject([{ mimeType: "text/plain", text: numbered(3) }]);
  expect(await read(failed)).toMatchObject([{ text: expect.any(String) }]);
});

test("without a service there are no resources, and a tool says what to do", async () => {
  const client = await connectAgent(temporaryHome());
  expect((await client.listResources()).resources).toEqual([]);
  const { isError, text } = await callTool(client, "sessions", { action: "list" });
  expect([isError, text]).toEqual([true, expect.stringMatching(/^error no_service: .*\nnext: browserctl local start/)]);
});
