import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { processesOf } from "../support/browser/chromium.ts";
import {
  alive,
  localHome,
  type SessionRecord,
  type StartedService,
  sharedHome,
  startedHome,
} from "../support/cli/local-home.ts";
import { jsonError, program, startCli } from "../support/cli/run-cli.ts";
import { until } from "../support/until.ts";

/** The home of tests that leave its service running and its settings as they are. */
const running = sharedHome({ fakeBrowser: true });

describe("local start", () => {
  test("local start returns when the service is ready and makes it the context; a restart keeps port and token", async () => {
    const home = localHome({ fakeBrowser: true });
    const variables = async (): Promise<string> => (await home.cli(["local", "start", "-o", "env"])).stdout;
    const first = await home.cli(["local", "start"]);
    expect(first.code).toBe(0);
    expect(first.stderr).toMatch(/^The local service started at http:\/\/127\.0\.0\.1:\d+ \(context "local"\)\.$/m);
    const who = await home.json<{ principal: { type: string } }>(["auth", "context"]);
    expect(who.principal.type).toBe("api_key");
    const before = await variables();
    const { pid } = await home.json<StartedService>(["local", "status"]);
    await home.json(["browsers", "create", "--timeout-seconds", "600"]);
    const stopped = await home.cli(["local", "stop"]);
    expect([stopped.code, stopped.stderr]).toEqual([0, "Stopped the local service and ended 1 session.\n"]);
    expect(alive(pid)).toBe(false);

    // The start says which service commands use when another context is chosen.
    await home.cli(["context", "add", "prod", "--base-url", "https://prod.example.com"]);
    await home.cli(["context", "use", "prod"]);
    const second = await home.cli(["local", "start"]);
    const note = 'note: commands here use context "prod", not context "local": it is the current context';
    expect([second.code, second.stderr]).toEqual([
      0,
      expect.stringContaining(`${note}. To change that: browserctl context use local\n`),
    ]);
    const again = await home.cli(["local", "start"], { env: { BROWSERCTL_CONTEXT: "local" } });
    expect(again.stderr).toMatch(/^The local service is already running at http:\S+ \(context "local"\)\.\n$/);
    expect(await variables()).toBe(before);
    // Without a session there is nothing to ask about.
    const last = await startCli(["local", "stop"], { home, tty: true }).done;
    expect([last.code, last.stdout]).toEqual([0, expect.stringContaining("Stopped the local service.")]);
  });

  test("local start is idempotent, and prints JSON for scripts", async () => {
    const home = await running();
    const again = await home.json<StartedService>(["local", "start"]);
    expect(again).toEqual(home.service);
    expect(Object.keys(again).sort()).toEqual(["base_url", "context", "pid", "port", "state_dir"]);
    expect(again.base_url).toBe(`http://127.0.0.1:${again.port}`);
    expect(alive(again.pid)).toBe(true);
  });

  test("local start -o env sets the variables of any other client in a shell", async () => {
    const home = await running();
    const script = `eval "$("$NODE" "$PROGRAM" local start -o env)"; printf '%s\\n%s' "$BROWSERCTL_BASE_URL" "$BROWSERCTL_TOKEN"`;
    const env = { ...home.env, NODE: process.execPath, PROGRAM: program };
    const [baseUrl = "", token = ""] = execFileSync("sh", ["-c", script], { env, encoding: "utf8" }).split("\n");
    expect(baseUrl).toBe(home.service.base_url);
    const answer = await fetch(`${baseUrl}/auth/context`, { headers: { authorization: `Bearer ${token}` } });
    expect(answer.status).toBe(200);
  });

  test("local start names a port that is taken", async () => {
    const home = localHome();
    const server = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const result = await home.cli(["local", "start", "--port", String(port), "-o", "json"]);
    expect(result.code).toBe(1);
    expect(jsonError(result).message).toContain(String(port));
  });

  test("local start refuses a port beyond the range before anything starts", async () => {
    const result = await localHome().cli(["local", "start", "--port", "70000"]);
    expect(result.code).toBe(2);
    expect(result.stderr).toContain("--port: must be 0 to 65535, not 70000");
  });

  test("local start without a browser names the command that installs one", async () => {
    const home = localHome();
    const result = await home.cli(["local", "start", "--browser", join(home.dir, "no-browser"), "-o", "json"]);
    expect(result.code).toBe(1);
    expect(jsonError(result).message).toContain("no-browser");
    const bare = await home.cli(["local", "start", "-o", "json"], {
      env: { BROWSERCTL_CHROMIUM: "/nowhere/chromium" },
    });
    expect(jsonError(bare)).toMatchObject({ exit_code: 1 });
    expect(JSON.stringify(jsonError(bare))).toContain("BROWSERCTL_CHROMIUM");
  });

  test("local start in a state directory that cannot be written is exit 10 with its name", async () => {
    const home = localHome();
    writeFileSync(home.stateDir, "in the way");
    const result = await home.cli(["local", "start", "-o", "json"]);
    expect(result.code).toBe(10);
    expect(jsonError(result).message).toContain(home.stateDir);
  });

  test("local start --foreground stays, serves, and ends cleanly on SIGTERM", async () => {
    const home = localHome({ fakeBrowser: true });
    const cli = startCli(["local", "start", "--foreground", "-o", "json"], { home });
    await until(() => cli.stdout().includes("}"), { what: () => `the JSON of the service in ${cli.stderr()}` });
    const { base_url, pid } = JSON.parse(cli.stdout()) as StartedService;
    expect(pid).toBe(cli.child.pid);
    expect((await fetch(`${base_url}/openapi.json`)).status).toBe(200);
    const session = await home.json<SessionRecord>(["browsers", "create"]);
    cli.kill("SIGTERM");
    // For a supervisor that is a normal end.
    const { code, signal } = await cli.done;
    expect({ code, signal }).toEqual({ code: 0, signal: null });
    expect(await processesOf(session.session_id)).toEqual([]);
  });
});

describe("the other local commands", () => {
  test("without a service local status is exit 5 with the command that starts it, and stop succeeds", async () => {
    const home = localHome();
    const status = await home.cli(["local", "status", "-o", "json"]);
    expect(status.code).toBe(5);
    expect(jsonError(status)).toMatchObject({ code: "local_not_running", hint: "browserctl local start" });
    expect(await home.json(["local", "stop"])).toMatchObject({ was_running: false });
  });

  test("local status, support and logs describe a running service", async () => {
    const home = await running();
    expect(await home.json(["local", "status"])).toMatchObject({
      pid: home.service.pid,
      active_sessions: 0,
      state_dir: home.stateDir,
    });
    const rows = await home.json<{ operation: string; field?: string; support: string }[]>(["local", "support"]);
    expect(rows).toContainEqual(
      expect.objectContaining({ operation: "browsers.create", field: "gpu", support: "unsupported" }),
    );
    const logs = await home.cli(["local", "logs", "--lines", "1000"]);
    expect(logs.stdout).toContain(`listens on ${home.service.base_url}`);
    expect(logs.stdout).not.toContain(JSON.parse(readFileSync(join(home.stateDir, "service.json"), "utf8")).token);
  });

  test("local logs --follow shows new lines until it is interrupted", async () => {
    const home = await running();
    const following = startCli(["local", "logs", "--follow", "--lines", "0"], { home });
    await home.json(["auth", "context"]);
    // Lines from before the start of `--follow` may be missing: calls continue until one is shown.
    await until(
      async () => {
        if (!following.stdout().includes("/auth/context")) await home.cli(["auth", "context"]);
        return following.stdout().includes("/auth/context");
      },
      { what: () => `a request in ${following.stdout()}${following.stderr()}` },
    );
    following.kill("SIGINT");
    expect((await following.done).code).toBe(130);
  });

  test("local logs without a log is exit 4", async () => {
    expect((await localHome().cli(["local", "logs"])).code).toBe(4);
  });

  test("local stop asks at a terminal before it ends sessions; reset asks, and deletes everything with --yes", async () => {
    const home = await startedHome({ fakeBrowser: true });
    await home.json(["browsers", "create", "--timeout-seconds", "600"]);
    const no = startCli(["local", "stop"], { home, tty: true });
    await no.shows("Stop the local service and end 1 session?");
    no.write("n\r");
    expect((await no.done).code).toBe(11);
    expect(alive(home.service.pid)).toBe(true);
    const asked = await home.cli(["local", "reset"]);
    expect(asked.code).toBe(2);
    expect(asked.stderr).toContain("--yes");
    expect(alive(home.service.pid)).toBe(true);
    expect((await home.cli(["local", "reset", "--yes"])).code).toBe(0);
    expect(alive(home.service.pid)).toBe(false);
    const left = statSync(home.stateDir, { throwIfNoEntry: false }) ? readdirSync(home.stateDir) : [];
    expect(left.filter((name) => /state\.db|service\.json|identity\.json|sessions/.test(name))).toEqual([]);
  });

  test("local setup finds the browser and remembers it; a named browser that is missing is an error", async () => {
    const home = localHome();
    const found = await home.json<{ path: string; version: string; installed: boolean }>(["local", "setup"]);
    expect(found).toMatchObject({ installed: false, version: expect.stringMatching(/^\d+\./) });
    expect(JSON.parse(readFileSync(join(home.stateDir, "browser.json"), "utf8"))).toEqual({ path: found.path });
    const missing = await home.cli(["local", "setup", "--browser", "/nowhere/chrome", "-o", "json"]);
    expect(missing.code).toBe(1);
    expect(jsonError(missing).message).toContain("/nowhere/chrome");
  });

  test("local setup --check without a browser installs nothing and names the command", async () => {
    const home = localHome();
    const bin = join(home.dir, "bin");
    mkdirSync(bin);
    writeFileSync(join(bin, "chromium"), "#!/bin/sh\nexit 1\n");
    chmodSync(join(bin, "chromium"), 0o755);
    const result = await home.cli(["local", "setup", "--check", "-o", "json"], {
      env: { BROWSERCTL_CHROMIUM: join(bin, "chromium") },
    });
    expect(result.code).toBe(1);
    expect(jsonError(result).message).toContain("BROWSERCTL_CHROMIUM");
  });
});

describe("rude ends", () => {
  test("kill -9 of the service leaves no Chromium; the next command says what to do, and the next start succeeds", async () => {
    const home = await startedHome();
    const session = await home.json<SessionRecord>(["browsers", "create", "--name", "shop"]);
    process.kill(home.service.pid, "SIGKILL");
    await until(() => !alive(home.service.pid), { what: () => "the end of the service" });
    const list = await home.cli(["browsers", "list", "-o", "json"]);
    expect(list.code).toBe(5);
    expect(jsonError(list).hint).toBe("browserctl local start");
    await until(
      () => processesOf(session.session_id),
      (left) => left.length === 0,
    );
    const restarted = await home.json<StartedService>(["local", "start"]);
    expect(restarted.port).toBe(home.service.port);
    expect(await home.json(["browsers", "list"])).toEqual([]);
    const ended = await home.cli(["browsers", "curl", session.session_id, "http://127.0.0.1:1/", "-o", "json"]);
    expect(ended.code).toBe(4);
    expect(jsonError(ended).message).toContain("the service ended");
  });

  test("a browser that is killed ends its session, and commands give the reason", async () => {
    const home = await running();
    const session = await home.json<SessionRecord>(["browsers", "create"]);
    const { pid } = await home.json<{ pid: number }>(["api", "GET", `/_local/browsers/${session.session_id}`]);
    process.kill(pid, "SIGKILL");
    await until(() => !alive(pid), { what: () => "the end of the browser" });
    const result = await home.cli([
      "browsers",
      "computer",
      "screenshot",
      session.session_id,
      "--out",
      "x.png",
      "-o",
      "json",
    ]);
    expect(result.code).toBe(4);
    expect(jsonError(result).message).toMatch(/ended unexpectedly.*SIGKILL/);
    expect(await home.json(["browsers", "list"])).toEqual([]);
  });

  test("a damaged settings file is moved aside with its tokens, and reported", async () => {
    const home = await running();
    const configDir = join(home.dir, "damaged");
    cpSync(home.configDir, configDir, { recursive: true });
    const damaged = '{"version":1,"contexts":{"prod":{"kind":"hosted","token":"kept-token"';
    writeFileSync(join(configDir, "settings.json"), damaged);
    const result = await home.cli(["browsers", "list"], { env: { BROWSERCTL_CONFIG_DIR: configDir } });
    expect(result.code).toBe(0);
    expect(result.stderr).toMatch(/settings\.corrupt-.*\.json/);
    const aside = readdirSync(configDir).find((name) => name.startsWith("settings.corrupt-")) ?? "";
    expect(readFileSync(join(configDir, aside), "utf8")).toContain("kept-token");
  });
});
