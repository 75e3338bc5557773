import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../../src/generate/paths.ts";
import { Child } from "../settings/support/places.ts";
import { type CliOptions, type CliResult, program, runCli, runHere, temporaryHome } from "../support/cli/run-cli.ts";
import { apiServer, session } from "../support/servers/api-server.ts";
import { proxyServer } from "../support/servers/proxy-server.ts";
import { certificate, tlsServer } from "../support/servers/tls-server.ts";
import { until } from "../support/until.ts";
import { listServer, sessions } from "./support/list-server.ts";

const question = ["__complete", "browsers", "sh", "--"];

/** Lets a timer of a process take a hundred times as long as it says. */
const patient =
  "const real = setTimeout; globalThis.setTimeout = (work, ms, ...more) => real(work, 100 * ms, ...more);";

/** Asks the built program, which waits for the answer as long as a busy machine needs: 20 s. */
function answered(args: readonly string[], options: CliOptions, preloaded = patient): Promise<CliResult> {
  const home = options.home ?? temporaryHome();
  const path = join(home.dir, `preloaded-${preloaded.length}.cjs`);
  writeFileSync(path, preloaded);
  return runCli(args, { ...options, home, env: { ...options.env, NODE_OPTIONS: `--require=${path}` } });
}

const silent = { stdout: "", stderr: "", code: 0, signal: null };

test("__complete prints values with their descriptions, and works again from the cache", async () => {
  const home = temporaryHome();
  const server = await listServer({ "/browsers": sessions("shop", "$(touch x)", "stage\u001b[31m") });
  const first = await answered(question, { home, env: server.env });
  expect(first).toMatchObject({ stdout: expect.stringMatching(/^shop\tcreated \d+d.* ago\n$/), stderr: "", code: 0 });
  const all = await answered(["__complete", "browsers", ""], { home, env: server.env });
  expect(all.stdout.split("\n").map((line) => line.split("\t")[0])).toEqual([
    "shop",
    "$(touch x)",
    "s00000000000000000000002",
    "",
  ]);
  server.hangsFrom = 0;
  expect(await answered(question, { home, env: server.env })).toMatchObject({ stdout: first.stdout, code: 0 });
});

const wait = "Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 600);";
test.each([
  ["to start it", wait],
  [
    "to make a request",
    `{
      const http = require("node:http"), { request } = http;
      http.request = (...all) => { ${wait} return request(...all); };
      require("node:module").syncBuiltinESMExports();
    }`,
  ],
])("__complete answers on a machine that takes long %s", async (_what, slow) => {
  const home = temporaryHome();
  const server = await listServer({ "/browsers": sessions("shop") });
  const found = await answered(question, { home, env: server.env }, `${slow} ${patient}`);
  expect(found).toMatchObject({ stdout: expect.stringMatching(/^shop\t/), stderr: "", code: 0 });
});

/** Asks a service with TLS through a proxy, both new; gives all that was seen of it. */
async function askedByProxy(): Promise<CliResult & { asked: readonly string[]; broken: readonly string[] }> {
  const known = await tlsServer("elsewhere", sessions("shop"));
  const proxy = await proxyServer({ "elsewhere.example:443": known.port }, "user:secret");
  const env = {
    BROWSERCTL_TOKEN: "t",
    NODE_EXTRA_CA_CERTS: certificate("elsewhere"),
    BROWSERCTL_BASE_URL: "https://elsewhere.example",
    https_proxy: proxy.url.replace("//", "//user:secret@"),
  };
  return { ...(await answered(question, { env })), asked: proxy.asked, broken: known.broken };
}

test("__complete asks a service with TLS through a proxy, and never one whose certificate is unknown", async () => {
  const found = await until(askedByProxy, ({ stdout }) => stdout !== "");
  expect(found.stdout).toMatch(/^shop\t/);
  expect(found.asked[0]).toBe("CONNECT elsewhere.example:443");
  const unknown = await tlsServer("unknown", sessions("shop"));
  const env = {
    BROWSERCTL_TOKEN: "t",
    NODE_EXTRA_CA_CERTS: certificate("elsewhere"),
    BROWSERCTL_BASE_URL: unknown.url,
  };
  expect(await runCli(question, { env })).toMatchObject(silent);
  expect(unknown.tokens).toEqual([]);
});

test("__complete ends by itself, silently, while the service hangs", async () => {
  const server = await listServer({ "/browsers": sessions("shop") });
  server.hangsFrom = 0;
  expect(await runCli(question, { env: server.env })).toMatchObject(silent);
});

test.each<[string, (home: ReturnType<typeof temporaryHome>) => CliOptions]>([
  ["without a service", () => ({})],
  ["without a home", () => ({ env: { HOME: undefined, BROWSERCTL_CONFIG_DIR: undefined } })],
  ["where the service refuses connections", () => ({ env: { BROWSERCTL_BASE_URL: "http://127.0.0.1:9" } })],
  ["with a proxy that is no URL", () => ({ env: { BROWSERCTL_BASE_URL: "https://x.invalid", https_proxy: "::" } })],
  ["where Node has a warning", () => ({ env: { NODE_TLS_REJECT_UNAUTHORIZED: "0" } })],
  [
    "with broken settings",
    ({ configDir }) => {
      mkdirSync(configDir);
      writeFileSync(join(configDir, "settings.json"), "{");
      return {};
    },
  ],
  [
    "with a directory file that is refused",
    ({ dir }) => {
      writeFileSync(join(dir, ".browserctl.json"), '{"token":"x"}');
      return { env: { BROWSERCTL_BASE_URL: "http://127.0.0.1:9" } };
    },
  ],
])("__complete is silent and succeeds %s", async (_, prepare) => {
  const home = temporaryHome();
  const { env, ...options } = prepare(home);
  expect(await runCli(question, { home, ...options, env: { BROWSERCTL_TOKEN: "t", ...env } })).toMatchObject(silent);
  expect(readdirSync(home.dir)).not.toContain("state");
});

test("broken settings are left as they are", async () => {
  const home = temporaryHome();
  mkdirSync(home.configDir);
  writeFileSync(join(home.configDir, "settings.json"), "{");
  chmodSync(join(home.configDir, "settings.json"), 0o644);
  await runCli(["__complete", "contexts", ""], { home });
  expect(readdirSync(home.configDir)).toEqual(["settings.json"]);
  expect(readFileSync(join(home.configDir, "settings.json"), "utf8")).toBe("{");
});

test.each([[[]], [["browsers"]], [["browsers", "", "--unknown", "x"]], [["browsers", "", "--project"]]])(
  "__complete %j is silent and succeeds",
  async (words) => {
    expect(await runCli(["__complete", ...words])).toMatchObject(silent);
  },
);

test("__complete succeeds when its reader is gone", async () => {
  const home = temporaryHome();
  mkdirSync(home.configDir);
  const contexts = Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`context-${at}`, { kind: "local" }]));
  writeFileSync(join(home.configDir, "settings.json"), JSON.stringify({ version: 1, contexts }), { mode: 0o600 });
  const line = `'${process.execPath}' '${program}' __complete contexts '' | true; echo "\${PIPESTATUS[0]}"`;
  const child = new Child("bash", ["-c", line], { env: home.env });
  expect(await child.ended).toMatchObject({ stdout: "0\n", stderr: "" });
});

test("__complete loads nothing but its own file, and from settings and cache no modules that take time", async () => {
  const path = join(root, "dist/complete.cjs");
  const text = readFileSync(path, "utf8");
  const required = [...text.matchAll(/\brequire\(["'`]([^"'`]+)["'`]\)/g)].map(([, name = ""]) => name);
  expect(required.filter((name) => !isBuiltin(name))).toEqual([]);
  const code = `const before = new Set(process.moduleLoadList);
    require(${JSON.stringify(path)}).complete(["browsers", ""], process.env, "/", Date.now()).then(() =>
      require("node:fs").writeSync(1, process.moduleLoadList.filter((name) => !before.has(name)).join("\\n")));`;
  const { env } = temporaryHome();
  const child = new Child(process.execPath, ["-e", code], {
    env: { ...env, BROWSERCTL_BASE_URL: "http://127.0.0.1:9" },
  });
  const { stdout } = await child.ended;
  expect(stdout).toContain("NativeModule os");
  expect(stdout).not.toMatch(/ (?:crypto|net|http|perf_hooks|child_process|stream)$/m);
});

test("a command that changes something removes what completion keeps, and a dry run does not", async () => {
  const home = temporaryHome();
  const server = await apiServer(
    { request: "GET /browsers?limit=100", answer: { json: [session("s1", { name: "shop" })] }, times: "any" },
    { request: "DELETE /browsers/shop", answer: { status: 204 } },
  );
  const options = { home, env: server.env };
  await answered(question, options);
  const cache = join(home.dir, ".cache/browserctl/completion");
  expect(readdirSync(cache)).toHaveLength(1);
  await runHere(["browsers", "delete", "shop", "--yes", "--dry-run"], options);
  expect(readdirSync(cache)).toHaveLength(1);
  expect((await runHere(["browsers", "delete", "shop", "--yes"], options)).code).toBe(0);
  expect(existsSync(cache)).toBe(false);
});
