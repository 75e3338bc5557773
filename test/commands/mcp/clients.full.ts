import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { withServer } from "../../support/browser/chromium.ts";
import { type StartedHome, sharedHome } from "../../support/cli/local-home.ts";
import { program, runHere, temporaryHome } from "../../support/cli/run-cli.ts";

/** Clients of others, which need neither a model nor an account. */
const CLIENTS = ["@modelcontextprotocol/inspector@2.12.0", "mcporter@0.12.3"];

const run = promisify(execFile);
const directory = mkdtempSync(join(tmpdir(), "browserctl-mcp-clients-"));
const started = sharedHome();
let home: StartedHome;

beforeAll(async () => {
  await run("npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--prefix", directory, ...CLIENTS], {
    cwd: directory,
  });
  home = await started();
  await home.json(["browsers", "create", "--headless", "--name", "shop", "--timeout-seconds", "1h"]);
}, 300_000);

afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** Output of a client, which starts the server itself. */
async function client(name: "mcp-inspector" | "mcporter", args: readonly string[], env = home.env, cwd = home.dir) {
  const file = join(directory, "node_modules/.bin", name);
  return (await run(process.execPath, [file, ...args], { env, cwd })).stdout;
}

/** Result of a method of the protocol, by the inspector. */
async function inspected(method: string, ...words: readonly string[]) {
  // It passes only a few variables on by itself.
  const names = ["BROWSERCTL_CONFIG_DIR", "BROWSERCTL_STATE_DIR"];
  const variables = names.flatMap((each) => ["-e", `${each}=${home.env[each]}`]);
  const server = ["--cli", ...variables, process.execPath, program, "mcp"];
  return JSON.parse(await client("mcp-inspector", [...server, "--method", method, ...words]));
}

async function shownPage(): Promise<string> {
  const { url } = await withServer((_request, response) => {
    response.setHeader("content-type", "text/html");
    response.end("<!doctype html><title>Shop</title><h1>Checkout</h1><label>Name <input></label>");
  });
  return url;
}

test("the inspector lists tools and resources, and operates a page", async () => {
  const url = await shownPage();
  const { tools } = await inspected("tools/list");
  expect(tools.map(({ name }: { name: string }) => name)).toContain("snapshot");
  const call = (tool: string, ...args: readonly string[]) =>
    inspected("tools/call", "--tool-name", tool, ...args.flatMap((each) => ["--tool-arg", each]));
  await call("navigate", "action=goto", "session=shop", `url=${url}`);
  const { content } = await call("snapshot", "session=shop");
  expect(content[0].text).toContain("# Checkout");
  const [, ref = ""] = /^(e\d+) textbox "Name"/m.exec(content[0].text) ?? [];
  const acts = JSON.stringify([{ verb: "fill", ref, value: "Anna Berg" }]);
  expect((await call("act", "session=shop", `acts=${acts}`)).content[0].text).toContain('with "Anna Berg"');
  const { resources } = await inspected("resources/list");
  expect(resources.map(({ title }: { title: string }) => title)).toContainEqual(expect.stringMatching(/^shop/));
});

test("mcporter operates a page", async () => {
  const url = await shownPage();
  const server = ["--stdio", `${process.execPath} ${program} mcp`];
  expect(await client("mcporter", ["list", ...server])).toContain("function snapshot(");
  await client("mcporter", ["call", ...server, "navigate", "action=goto", "session=shop", `url=${url}`]);
  expect(await client("mcporter", ["call", ...server, "snapshot", "session=shop"])).toContain("# Checkout");
});

test.each(["claude-code", "codex", "cursor", "vscode", "windsurf"])(
  "what mcp install writes for %s is read by somebody else's reader of its settings",
  async (target) => {
    const own = temporaryHome();
    const { code, stderr } = await runHere(["mcp", "install", "--target", target, "--yes"], { home: own });
    expect(code, stderr).toBe(0);
    const listed = await client("mcporter", ["config", "list", "--source", "import", "--json"], own.env, own.dir);
    expect(JSON.parse(listed)).toMatchObject({
      servers: [
        {
          name: "browserctl",
          source: { importKind: target },
          transport: "stdio",
          command: process.execPath,
          args: [program, "mcp"],
        },
      ],
    });
  },
);
