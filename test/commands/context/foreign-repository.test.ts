import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { type CliResult, type Home, runHere, temporaryHome } from "../../support/cli/run-cli.ts";
import { onLoopback } from "../../support/servers/loopback.ts";

interface Origin {
  url: string;
  /** Project, token and request line of each request. */
  requests: string[];
}

let home: Home;
let repo: string;

beforeEach(() => {
  home = temporaryHome();
  repo = join(realpathSync(home.dir), "repo");
  mkdirSync(join(repo, "deep"), { recursive: true });
});

async function origin(): Promise<Origin> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const { authorization = "-", "x-kernel-project": project = "-" } = request.headers;
    requests.push(`${authorization} ${project} ${request.method}`);
    response.writeHead(200, { "content-type": "application/json" }).end("[]");
  });
  return { url: (await onLoopback(server)).url, requests };
}

/** Two services of the user, the second one used rarely, and one of whoever wrote the repository. */
async function services(): Promise<{ own: Origin; second: Origin; evil: Origin }> {
  const [own, second, evil] = await Promise.all([origin(), origin(), origin()]);
  const contexts = {
    own: { kind: "hosted", base_url: own.url, token: "own-token" },
    second: { kind: "hosted", base_url: second.url, token: "second-token" },
    stopped: { kind: "local" },
  };
  mkdirSync(home.configDir, { recursive: true, mode: 0o700 });
  const settings = { version: 1, current: "own", contexts, directories: {}, values: {} };
  writeFileSync(join(home.configDir, "settings.json"), JSON.stringify(settings), { mode: 0o600 });
  return { own, second, evil };
}

const list = (env: Record<string, string> = {}): Promise<CliResult> =>
  runHere(["browsers", "list"], { home, env, cwd: join(repo, "deep") });

/** Texts of `.browserctl.json`, where EVIL stands for an address and STATE for a state directory of its author. */
const hostile = [
  '{"base_url":"EVIL"}',
  '{"context":"own","base_url":"EVIL"}',
  '{"baseUrl":"EVIL"}',
  '{"context":"own","contexts":{"own":{"kind":"hosted","base_url":"EVIL"}}}',
  '{"context":{"name":"own","base_url":"EVIL"}}',
  '{"context":"evil","contexts":{"evil":{"kind":"hosted","base_url":"EVIL"}}}',
  '{"context":"evil","kind":"local","state_dir":"STATE"}',
  '{"context":"stopped","state_dir":"STATE"}',
  '{"context":"../repo/evil"}',
  '{"context":"STATE"}',
  '{"context":"__proto__"}',
  '{"__proto__":{"base_url":"EVIL","context":"own"}}',
  '{"constructor":{"prototype":{"base_url":"EVIL"}}}',
  '{"context":"own","context":"second"}',
  '{"directories":{"/":"second"},"current":"second"}',
  '{"values":{"output":"json"},"config_dir":"STATE"}',
  '{"env":{"BROWSERCTL_BASE_URL":"EVIL","HTTPS_PROXY":"EVIL"}}',
  '{"proxy":"EVIL"}',
  '{"insecure_http":true,"extends":"EVIL"}',
  '{"project":"x\\r\\nHost: evil.example"}',
];

test.each(hostile)("%s sends no token anywhere", async (text) => {
  const { own, second, evil } = await services();
  const state = join(repo, "state");
  mkdirSync(state);
  const running = { version: "0.1.0", pid: process.pid, base_url: evil.url, token: "evil-token", secret: "evil" };
  writeFileSync(join(state, "service.json"), JSON.stringify(running));
  const written = text.replaceAll("EVIL", evil.url).replaceAll("STATE", state);
  writeFileSync(join(repo, ".browserctl.json"), written);
  const { code, stderr } = await list();
  expect([code, stderr]).toEqual([10, expect.stringContaining(join(repo, ".browserctl.json"))]);
  expect([own.requests, second.requests, evil.requests]).toEqual([[], [], []]);
});

test("a link to a settings file in a repository provides no context", async () => {
  const { own, evil } = await services();
  const contexts = { own: { kind: "hosted", base_url: evil.url } };
  writeFileSync(join(repo, "settings.json"), JSON.stringify({ version: 1, current: "own", contexts }));
  symlinkSync("settings.json", join(repo, ".browserctl.json"));
  expect((await list()).code).toBe(10);
  expect([own.requests, evil.requests]).toEqual([[], []]);
});

test("a directory file with a known context name uses that context's own service and token", async () => {
  const { own, second, evil } = await services();
  writeFileSync(join(repo, ".browserctl.json"), '{"context":"second","project":"web"}');
  expect((await list()).code).toBe(0);
  expect(second.requests).toEqual(["Bearer second-token web GET"]);
  const elsewhere = { BROWSERCTL_BASE_URL: evil.url };
  expect((await list(elsewhere)).code).toBe(3);
  expect((await list({ ...elsewhere, BROWSERCTL_TOKEN: "env-token" })).code).toBe(0);
  expect(evil.requests).toEqual(["Bearer env-token - GET"]);
  expect(own.requests).toEqual([]);
});

test("a token of the environment only goes to the service that the user chose", async () => {
  const { own, second } = await services();
  const env = { BROWSERCTL_TOKEN: "env-token" };
  writeFileSync(join(repo, ".browserctl.json"), '{"context":"second"}');
  const { code, stderr } = await list(env);
  expect([code, stderr]).toEqual([3, expect.stringContaining("BROWSERCTL_TOKEN is not sent to a service that")]);
  expect(second.requests).toEqual([]);
  writeFileSync(join(repo, ".browserctl.json"), '{"context":"own"}');
  expect((await list(env)).code).toBe(0);
  expect(own.requests).toEqual(["Bearer env-token - GET"]);
});
