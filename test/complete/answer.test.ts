import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { answer } from "../../src/complete/answer.ts";
import { fetchRecords } from "../../src/complete/fetch-records.ts";
import { sinceStart } from "../../src/complete/since-start.ts";
import { type Home, temporaryHome } from "../support/cli/run-cli.ts";
import { rawServer, response } from "../support/servers/raw-server.ts";
import { until } from "../support/until.ts";
import { ask, values } from "./support/ask.ts";
import { type ListServer, listServer, sessions } from "./support/list-server.ts";

const now = Date.parse("2026-01-01T00:02:00Z");

let home: Home;
let cache: string;
beforeEach(() => {
  home = temporaryHome();
  cache = join(home.dir, ".cache/browserctl/completion");
});

const env = (server: Pick<ListServer, "env">, more: Record<string, string> = {}): Record<string, string> => ({
  ...home.env,
  ...server.env,
  ...more,
});

function writeSettings(settings: object): void {
  mkdirSync(home.configDir, { recursive: true });
  writeFileSync(join(home.configDir, "settings.json"), JSON.stringify({ version: 1, ...settings }), { mode: 0o600 });
}

const hosted = (url: string, token: string, more: object = {}) => ({ kind: "hosted", base_url: url, token, ...more });

describe("values", () => {
  test("completion offers names of records with their age, and ids once they are typed", async () => {
    const server = await listServer({ "/browsers": [...sessions("shop", "stage"), { session_id: "bare" }] });
    const options = { env: env(server), now };
    expect(await ask("browsers ", options)).toEqual([
      { value: "shop", description: "created 2m ago" },
      { value: "stage", description: "created 2m ago" },
      { value: "bare", description: "" },
    ]);
    expect(await values("browsers sh", options)).toEqual(["shop"]);
    expect(await ask("browsers s0000000000000000000000", options)).toEqual([
      { value: "s00000000000000000000000", description: "shop, created 2m ago" },
      { value: "s00000000000000000000001", description: "stage, created 2m ago" },
    ]);
    expect(await values("browsers SH", options)).toEqual([]);
  });

  test("completion offers @current and @last once @ is typed, without a request", async () => {
    const server = await listServer({});
    const options = { env: env(server), now };
    expect(await values("browsers @", options)).toEqual(["@current", "@last"]);
    expect(await values("browsers @l", options)).toEqual(["@last"]);
  });

  test("completion of arguments that only take ids offers ids, described by their names", async () => {
    const server = await listServer({ "/proxies": [{ id: "p1", name: "berlin", type: "custom", status: "ok" }] });
    expect(await ask("proxies.id ", { env: env(server), now })).toEqual([
      { value: "p1", description: "berlin, custom, ok" },
    ]);
  });

  test("completion requests the processes of the session in the argument before them", async () => {
    const server = await listServer({
      "/_local/browsers/my%20shop/processes": [
        { process_id: "p1", command: "curl --header secret", state: "running", started_at: "2026-01-01T00:01:00Z" },
      ],
    });
    const question = { source: "browsers/processes", prefix: "", flags: {}, args: ["my shop"] };
    const until = sinceStart() + 30_000;
    expect(await answer(question, { env: env(server), cwd: "/", now, until })).toEqual([
      { value: "p1", description: "running, curl, started 1m ago" },
    ]);
    expect(await values("browsers/processes  --", { env: env(server), now })).toEqual([]);
    expect(server.requests).toHaveLength(1);
  });

  test("completion offers actions and versions of the app before them, each once", async () => {
    const app = (name: string, version: string, ...actions: string[]) => ({
      app_name: name,
      version,
      actions: actions.map((action) => ({ name: action })),
    });
    const server = await listServer({
      "/apps": [app("shop", "2", "price", "buy"), app("shop", "1", "price"), app("mail", "7", "send")],
    });
    const options = { env: env(server), now };
    expect(await values("apps/actions  -- shop", options)).toEqual(["price", "buy"]);
    expect(await values("apps/versions  -- shop", options)).toEqual(["2", "1"]);
    expect(await values("apps.app_name  --", options)).toEqual(["shop", "mail"]);
    expect(await values("apps/versions  --", options)).toEqual(["2", "1", "7"]);
  });

  test("completion takes names of contexts only from the settings", async () => {
    writeSettings({ contexts: { prod: hosted("https://browsers.example", "t"), local: { kind: "local" } } });
    expect(await ask("contexts ", { env: home.env, now })).toEqual([
      { value: "prod", description: "https://browsers.example" },
      { value: "local", description: "local service" },
    ]);
    expect(await values("contexts pr", { env: home.env, now })).toEqual(["prod"]);
  });

  test("completion leaves out hostile names and escapes hostile descriptions", async () => {
    const server = await listServer({
      "/credentials": [
        { id: "c1", name: "$(touch x)", domain: "a\u001b]0;title\u0007b\tc\nd\u202e" },
        ...["\u001b[31mred", "a\tb", "a\nb", "a\u009bb", "\u202eabc", "zero\u200bwidth"].map((name) => ({ name })),
        ...["--base-url=http://evil.example", "-x", "", "n".repeat(256), "\ud800"].map((name) => ({ name })),
        { name: { nested: "x" } },
        null,
        "text",
        { id: "c2", name: "good name", domain: "d".repeat(500) },
      ],
    });
    expect(await ask("credentials ", { env: env(server), now })).toEqual([
      { value: "$(touch x)", description: "a␛]0;title␇b␉c␊d\\u202e" },
      { value: "good name", description: `${"d".repeat(57)}...` },
    ]);
  });

  test("completion of an unknown source has no values", async () => {
    const server = await listServer({});
    expect(await values("constructor ", { env: env(server), now })).toEqual([]);
    expect(await values("nothing ", { env: env(server), now })).toEqual([]);
    expect(server.requests).toEqual([]);
  });
});

describe("the service", () => {
  test("--context, --project and --base-url choose the service of a completion, as for a command", async () => {
    const [a, b] = [
      await listServer({ "/profiles": [{ id: "1", name: "of-a" }] }),
      await listServer({ "/profiles": [{ id: "2", name: "of-b" }] }),
    ];
    writeSettings({
      current: "a",
      contexts: { a: hosted(a.url, "token-a", { project: "own" }), b: hosted(b.url, "token-b") },
    });
    const options = { env: home.env, now };
    expect(await values("profiles ", options)).toEqual(["of-a"]);
    expect(await values("profiles  --context b", options)).toEqual(["of-b"]);
    expect(await values("profiles  --project größe --context b --", options)).toEqual(["of-b"]);
    expect(await values(`profiles  --base-url ${a.url}/other --`, options).catch(() => "none")).toBe("none");
    await expect(values("profiles  --context typo --", options)).rejects.toThrow();
    expect(a.requests.map(({ headers }) => [headers.authorization, headers["x-kernel-project"]])).toEqual([
      ["Bearer token-a", "own"],
    ]);
    expect(b.requests.map(({ headers }) => [headers.authorization, headers["x-kernel-project"]])).toEqual([
      ["Bearer token-b", undefined],
      ["Bearer token-b", Buffer.from("größe").toString("latin1")],
    ]);
  });

  test("completion requests the list of projects without the project of the settings", async () => {
    const server = await listServer({ "/org/projects": [{ id: "1", name: "web", status: "active" }] });
    const options = { env: env(server, { BROWSERCTL_PROJECT: "gone" }), now };
    expect(await ask("projects ", options)).toEqual([{ value: "web", description: "active" }]);
    await values("projects  --project web --", options);
    expect(server.requests.map(({ headers }) => headers["x-kernel-project"])).toEqual([undefined, "web"]);
  });

  test("a directory file chooses the context of a completion", async () => {
    const server = await listServer({ "/profiles": [{ id: "1", name: "here" }] });
    writeSettings({ contexts: { team: hosted(server.url, "t") } });
    writeFileSync(join(home.dir, ".browserctl.json"), '{"context":"team","project":"web"}');
    expect(await values("profiles ", { env: home.env, cwd: home.dir, now })).toEqual(["here"]);
    expect(server.requests[0]?.headers["x-kernel-project"]).toBe("web");
  });

  test("completion sends a token over plain http only to this machine", async () => {
    const elsewhere = { ...home.env, BROWSERCTL_BASE_URL: "http://browsers.example", BROWSERCTL_TOKEN: "t" };
    await expect(values("browsers ", { env: elsewhere, now })).rejects.toThrow("plain http");
  });

  test("completion requests the list of processes only from this machine", async () => {
    const elsewhere = { ...home.env, BROWSERCTL_BASE_URL: "https://browsers.invalid", BROWSERCTL_TOKEN: "t" };
    expect(await values("browsers/processes  -- shop", { env: elsewhere, now })).toEqual([]);
  });

  test("completion does not wait for a token from a pipe or a program", async () => {
    const server = await listServer({ "/browsers": sessions("shop") });
    const program = { kind: "command", argv: ["touch", join(home.dir, "started")] };
    writeSettings({ contexts: { op: { kind: "hosted", base_url: server.url, token_store: program } } });
    expect(await values("browsers  --context op --", { env: home.env, now })).toEqual([]);
    const piped = { ...home.env, BROWSERCTL_BASE_URL: server.url, BROWSERCTL_TOKEN_FILE: "/dev/zero" };
    expect(await values("browsers ", { env: piped, now })).toEqual([]);
    expect(server.requests).toEqual([]);
    expect(readdirSync(home.dir)).not.toContain("started");
  });

  test("completion uses a token in the variable that the context names", async () => {
    const server = await listServer({ "/browsers": sessions("shop") });
    const store = { kind: "env", variable: "CI_TOKEN" };
    writeSettings({ current: "ci", contexts: { ci: { kind: "hosted", base_url: server.url, token_store: store } } });
    expect(await values("browsers ", { env: home.env, now })).toEqual([]);
    expect(await values("browsers ", { env: { ...home.env, CI_TOKEN: "sk-ci" }, now })).toEqual(["shop"]);
    expect(server.requests.map(({ headers }) => headers.authorization)).toEqual(["Bearer sk-ci"]);
  });

  test("completion sends no request to a stopped local service", async () => {
    writeSettings({ current: "local", contexts: { local: { kind: "local" } } });
    await expect(values("browsers ", { env: home.env, now })).rejects.toThrow("not running");
  });

  test.each([
    ["500", { status: 500, body: '{"code":"internal"}' }],
    ["401", { status: 401, body: '{"code":"unauthorized"}' }],
    ["a redirect", { status: 302, body: "" }],
    ["no list", { status: 200, body: '{"id":"1"}' }],
    ["no JSON", { status: 200, body: "<html>\u001b[31m" }],
    ["nothing", { status: 200, body: "" }],
  ])("answers of a service that are %s mean no values", async (_, fails) => {
    const server = await listServer({ "/browsers": sessions("shop") });
    server.fails = fails;
    expect(await values("browsers ", { env: env(server), now })).toEqual([]);
  });

  test("completion leaves a hanging service when time is up, before its headers and in its body", async () => {
    const server = await listServer({ "/browsers": sessions("shop") });
    server.hangsFrom = 0;
    expect(await values("browsers ", { env: env(server), now, withinMs: 30 })).toEqual([]);
    const started = await rawServer((socket) => socket.write(response('["unfinished"]').slice(0, -4)));
    const half = { ...home.env, BROWSERCTL_BASE_URL: started.url.origin, BROWSERCTL_TOKEN: "t" };
    expect(await values("browsers ", { env: half, now, withinMs: 30 })).toEqual([]);
  });

  test("an answer that breaks off or is too large means no values", async () => {
    const broken = await rawServer((socket) => socket.end(response('["unfinished"]').slice(0, -4)));
    const large = await rawServer((socket) => socket.end(response(`[${" ".repeat(13 * 2 ** 20)}]`)));
    for (const { url } of [broken, large]) {
      const here = { ...home.env, BROWSERCTL_BASE_URL: url.origin, BROWSERCTL_TOKEN: "t" };
      expect(await values("browsers ", { env: here, now })).toEqual([]);
    }
  });
});

describe("long lists", () => {
  const many = sessions(...Array.from({ length: 10_000 }, (_, at) => `job-${at}`));

  test("the first pages are offered, and what is typed is searched by the service", async () => {
    const server = await listServer({ "/browsers": many });
    const options = { env: env(server), now };
    expect(await values("browsers ", options)).toHaveLength(1_000);
    expect(server.requests).toHaveLength(10);
    expect((await values("browsers job-987", options)).sort()).toEqual(
      ["job-987", ...Array.from({ length: 10 }, (_, at) => `job-987${at}`)].sort(),
    );
    expect(server.requests.slice(10).map(({ path }) => path)).toEqual(["/browsers?limit=100&query=job-987"]);
  });

  test("the pages that arrived before time is up are offered", async () => {
    const server = await listServer({ "/browsers": many });
    server.hangsFrom = 4;
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const unset = { context: undefined, project: undefined, listener: undefined };
    const asked = fetchRecords({
      source: { path: "/browsers", values: ["name"], describe: [], pageSize: 100 },
      target: { ...unset, baseUrl: server.url, projectTyped: false, token: "t" },
      token: "t",
      args: [],
      search: "",
      mostPages: 10,
      env: {},
      until: sinceStart() + 1_000,
    });
    await until(() => server.requests.length === 4, { what: "the page that hangs" });
    vi.runAllTimers();
    expect(await asked).toMatchObject({ whole: false, pages: 10, records: { length: 300 } });
  });

  test("a service without pages gives all 10,000", async () => {
    const body = JSON.stringify(many);
    const server = await rawServer((socket) => socket.end(response(body)));
    const here = { ...home.env, BROWSERCTL_BASE_URL: server.url.origin, BROWSERCTL_TOKEN: "t" };
    expect(await values("browsers ", { env: here, now })).toHaveLength(10_000);
    expect(await values("browsers job-99", { env: here, now: now + 1_000 })).toHaveLength(111);
    expect(server.requests).toHaveLength(1);
  });
});

describe("the cache", () => {
  test("a cached answer is used for 5 seconds, and for a minute when the service is gone, fails or hangs", async () => {
    const server = await listServer({ "/browsers": sessions("first") });
    const at = (seconds: number, withinMs?: number) =>
      values("browsers ", {
        env: env(server),
        now: now + seconds * 1000,
        ...(withinMs !== undefined && { withinMs }),
      });
    expect(await at(0)).toEqual(["first"]);
    server.lists = { "/browsers": sessions("second") };
    expect(await at(4.9)).toEqual(["first"]);
    expect(server.requests).toHaveLength(1);
    expect(await at(5)).toEqual(["second"]);
    server.fails = { status: 500, body: "" };
    expect(await at(64)).toEqual(["second"]);
    server.hangsFrom = 0;
    expect(await at(64.5, 150)).toEqual(["second"]);
    expect(await at(65)).toEqual([]);
    expect(await at(-1, 30)).toEqual([]);
  });

  test("a service that hangs is asked again after 5 seconds", async () => {
    const server = await listServer({ "/browsers": sessions("shop") });
    server.hangsFrom = 0;
    const at = (seconds: number, withinMs?: number) =>
      values("browsers ", {
        env: env(server),
        now: now + seconds * 1000,
        ...(withinMs !== undefined && { withinMs }),
      });
    expect(await at(0, 150)).toEqual([]);
    server.hangsFrom = Number.POSITIVE_INFINITY;
    expect(await at(4)).toEqual([]);
    expect(server.requests).toHaveLength(1);
    expect(await at(5)).toEqual(["shop"]);
  });

  test("cache files are readable only by the user and hold neither the token nor its context", async () => {
    const server = await listServer({ "/browsers": sessions("shop") });
    writeSettings({ current: "very-secret-place", contexts: { "very-secret-place": hosted(server.url, "sk-secret") } });
    expect(await values("browsers ", { env: home.env, now })).toEqual(["shop"]);
    const [name = "", ...others] = readdirSync(cache);
    expect(others).toEqual([]);
    expect(name).toMatch(/^[0-9a-f]{64}$/);
    expect(statSync(cache).mode & 0o777).toBe(0o700);
    expect(statSync(join(cache, name)).mode & 0o777).toBe(0o600);
    const text = name + readFileSync(join(cache, name), "utf8");
    expect(text).toContain("shop");
    expect(text).not.toMatch(/secret|Bearer/);
  });

  test("contexts, tokens, projects, sources and parents do not share a cached answer", async () => {
    const server = await listServer({
      "/profiles": [{ id: "1", name: "a" }],
      "/extensions": [{ id: "1", name: "b" }],
      "/_local/browsers/x/processes": [{ process_id: "px" }],
      "/_local/browsers/y/processes": [{ process_id: "py" }],
    });
    writeSettings({
      contexts: { a: hosted(server.url, "one"), b: hosted(server.url, "one"), c: hosted(server.url, "other") },
    });
    const lines = [
      ...["profiles  --context a", "profiles  --context b", "profiles  --context c", "profiles.name  --context a"],
      ...["profiles  --context a --project p", "extensions  --context a"],
      ...["browsers/processes  --context a -- x", "browsers/processes  --context a -- y"],
    ];
    const found = [];
    for (const line of lines) found.push(...(await values(line, { env: home.env, now })));
    expect(found).toEqual(["a", "a", "a", "a", "a", "b", "px", "py"]);
    expect(server.requests).toHaveLength(lines.length);
    expect(readdirSync(cache)).toHaveLength(lines.length);
  });

  test.each<[string, (path: string) => void]>([
    ["broken", (path) => writeFileSync(path, "{")],
    ["of another form", (path) => writeFileSync(path, '{"at":"x","rows":[1]}')],
    ["open to others", (path) => chmodSync(path, 0o644)],
  ])("a file that is %s is replaced", async (_, damage) => {
    const server = await listServer({ "/browsers": sessions("shop") });
    const options = { env: env(server), now };
    await values("browsers ", options);
    const [name = ""] = readdirSync(cache);
    const path = join(cache, name);
    damage(path);
    expect(await values("browsers ", options)).toEqual(["shop"]);
    expect(server.requests).toHaveLength(2);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    await values("browsers ", options);
    expect(server.requests).toHaveLength(2);
  });

  test("old cache files and those beyond 64 are removed", async () => {
    const server = await listServer({ "/browsers": sessions("shop") });
    mkdirSync(cache, { recursive: true });
    for (let at = 0; at < 100; at += 1) writeFileSync(join(cache, `left-${at}`), "");
    await values("browsers ", { env: env(server), now: Date.now() });
    expect(readdirSync(cache)).toHaveLength(64);
    await values("browsers ", { env: env(server), now: Date.now() + 11 * 60_000 });
    expect(readdirSync(cache).filter((name) => name.startsWith("left"))).toEqual([]);
  });

  test("completion works without a place for a cache", async () => {
    const server = await listServer({ "/browsers": sessions("shop") });
    expect(await values("browsers ", { env: env(server, { XDG_CACHE_HOME: "/proc/nothing" }), now })).toEqual(["shop"]);
    writeFileSync(join(home.dir, "file"), "");
    const blocked = env(server, { XDG_CACHE_HOME: join(home.dir, "file") });
    expect(await values("browsers ", { env: blocked, now })).toEqual(["shop"]);
    const { HOME: _, ...homeless } = env(server);
    expect(await values("browsers ", { env: homeless, now })).toEqual(["shop"]);
    expect(server.requests).toHaveLength(3);
  });
});
