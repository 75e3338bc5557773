import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { expect } from "vitest";
import { parse } from "yaml";
import { CHROMIUM } from "../../support/browser/chromium.ts";
import { type Keyring, startKeyring } from "../../support/cli/keyring.ts";
import { until } from "../../support/until.ts";
import type { Prepared, Ran, Scene, Scenes } from "./example-scene.ts";
import { addHosted, contexts, hosted, isLoggedIn, isLoggedOut, later, settings, uses } from "./scene-settings.ts";

/** Runs a command of the program that must succeed. */
function after(...words: string[]): NonNullable<Scene["prepare"]> {
  return async ({ stage }) => {
    const { code, stderr } = await stage.cli(words);
    expect(code, stderr).toBe(0);
  };
}

/** A setting has this value, or none. */
function isSet(key: string, value: string | undefined): Scene {
  return {
    prepare: after("config", "set", key, key === "timeout" ? "3m" : "yaml"),
    effect: async (ran) => expect(await later(ran, "config", "get", key)).toBe(value),
  };
}

/** A script for a shell. */
function script(path: string): Scene {
  return { effect: ({ stage }) => expect(stage.read(path)).toContain("browserctl") };
}

/** Nothing is left to do for the completion of a shell, and its files are there. */
function installs(shell: string): NonNullable<Scene["effect"]> {
  return async (ran) => {
    const { changes } = (await later(ran, "completion", "install", shell)) as {
      changes: { action: string; path: string }[];
    };
    expect(changes.map(({ action }) => action)).toEqual(changes.map(() => "unchanged"));
    for (const { path } of changes) expect(readFileSync(path, "utf8")).toContain("browserctl");
  };
}

function completionFiles({ stage }: Prepared): string[] {
  return readdirSync(stage.home.dir, { recursive: true, encoding: "utf8" }).filter((path) =>
    /(bash-completion|fish\/completions)\/.*browserctl/.test(path),
  );
}

/** The line that is printed is one of the program. */
const printsCommand: NonNullable<Scene["effect"]> = async ({ result, stage }) => {
  const ran = await stage.shell.run(`${result.stdout.trim()} --dry-run -o json`);
  expect([ran.code, ran.stderr]).toEqual([0, ""]);
  expect(JSON.parse(ran.stdout)).toMatchObject({ method: "POST", body: { headless: true } });
};

/** As many operations conform, and no other was checked. */
function conforms(operations: number): Scene {
  return {
    effect: ({ result }) => {
      const outcomes = result.stdout
        .trim()
        .split("\n")
        .map((line) => line.split("\t")[1]);
      expect(outcomes).toEqual(Array.from({ length: operations }, () => "passed"));
    },
  };
}

/** Faults in effect. */
async function faults(prepared: Prepared): Promise<string> {
  return ((await later(prepared, "local", "chaos", "show")) as { spec: string | null }).spec ?? "none";
}

/** The faults that a line sets are in effect. */
const setsFaults: Scene = {
  effect: async (ran) => {
    const [, pairs = ""] = /(?:set|--chaos) (\S+)/.exec(ran.line) ?? [];
    for (const [key] of pairs.matchAll(/[\w-]+=/g)) expect(await faults(ran)).toContain(key);
  },
  restore: after("local", "chaos", "off"),
};

/** Milliseconds by which the clock of the service is ahead of ours. */
async function ahead(prepared: Prepared): Promise<number> {
  const { now } = (await later(prepared, "local", "clock", "show")) as { now: string };
  return Date.parse(now) - Date.now();
}

function clock(isRight: (aheadMs: number, nowMs: number) => boolean, before?: Scene["prepare"]): Scene {
  return {
    ...(before && { prepare: before }),
    effect: async (ran) => {
      const ms = await ahead(ran);
      expect(isRight(ms, Date.now() + ms), `${ms} ms`).toBe(true);
    },
    restore: after("local", "clock", "reset"),
  };
}

const minuteMs = 60_000;
const near = (ms: number, wanted: number): boolean => Math.abs(ms - wanted) < minuteMs;

/** The service of this home runs, or does not. */
function isUp(running: boolean): NonNullable<Scene["effect"]> {
  return async ({ stage }) => expect((await stage.cli(["local", "status"])).code).toBe(running ? 0 : 5);
}

const starts: Scene = { prepare: after("local", "stop"), effect: isUp(true) };
const stops: Scene = { effect: isUp(false), restore: ({ stage }) => stage.startService() };
const resets: Scene = {
  prepare: ({ stage }) => {
    stage.write("token-before", stage.token);
  },
  effect: ({ stage }) => expect(stage.token).not.toBe(stage.read("token-before")),
  restore: ({ stage }) => stage.startService(),
};

const uninstalls: Scene = {
  replies: [{ prompt: /\(y\/N\)/, answer: "y" }],
  effect: ({ stage }) => {
    expect(existsSync(stage.settingsFile)).toBe(false);
    // The settings of the other examples are put back.
    mkdirSync(dirname(stage.settingsFile), { recursive: true, mode: 0o700 });
  },
  restore: ({ stage }) => stage.startService(),
};

/** Findings of doctor: every one that was to be looked at has a state. */
const finds: NonNullable<Scene["effect"]> = ({ result }) =>
  expect(result.stdout).toMatch(/^(ok|note|warning|error|skipped)\t/m);

function warns({ stage }: Prepared): Promise<unknown> {
  return stage.send("POST", "/browsers", { json: { headless: true, start_url: "http://127.0.0.1:9/" } });
}

/** The file is the description of the API. */
function describesApi(read: (ran: Ran) => unknown): Scene {
  return { effect: (ran) => expect(read(ran)).toMatchObject({ openapi: expect.stringMatching(/^3\./) }) };
}

/** The keychain of each line that uses one. */
const keyrings = new WeakMap<Prepared, Keyring>();

const inKeychain: Scene = {
  prepare: async (prepared) => {
    const keyring = await startKeyring();
    keyrings.set(prepared, keyring);
    await addHosted(prepared, "ci", true);
    const { DBUS_SESSION_BUS_ADDRESS: bus } = keyring.env;
    prepared.replaced.set("browserctl login", `DBUS_SESSION_BUS_ADDRESS='${bus}' browserctl login`);
  },
  replies: "token",
  effect: async (ran) => {
    expect(await keyrings.get(ran)?.entries()).toBe(1);
    expect(settings(ran).contexts["ci"]?.token).toBeUndefined();
  },
  restore: async (prepared) => keyrings.get(prepared)?.[Symbol.asyncDispose](),
};

/** Scenes of settings, logins, completion, the local service and what is about this machine. */
export const machineScenes: Scenes = {
  "config get output": { prepare: after("config", "set", "output", "text") },
  "config get timeout -o json": { prepare: after("config", "set", "timeout", "2m") },
  "config list": { prepare: after("config", "set", "timeout", "2m") },
  "config set output json": isSet("output", "json"),
  "config set timeout 2m": isSet("timeout", "2m"),
  "config unset timeout": isSet("timeout", undefined),
  "config unset output": isSet("output", undefined),
  "context add staging --base-url https://staging.example.com --project web": { effect: contexts("staging") },
  "context add shop --base-url https://browsers.example.com": { effect: contexts("shop") },
  "context use local": { prepare: hosted("ci", true), effect: uses("local") },
  "context use staging --here": { effect: uses("staging") },
  "context use prod --project web --shared": { effect: uses("prod") },
  "context use shop --project web --shared": { effect: uses("shop") },
  "context unbind": { prepare: after("context", "use", "local", "--here"), effect: unbound },
  "context unbind ~/shop": {
    prepare: async ({ stage }) => {
      stage.write("shop/app.ts", "");
      await stage.cli(["context", "use", "local", "--here"], { cwd: stage.path("shop") });
      stage.restoreContent();
    },
    effect: unbound,
  },
  "context rename staging test": { effect: contexts("test", "staging") },
  "context rename shop shop-production": { effect: contexts("shop-production", "shop") },
  "context remove": { effect: contexts(undefined, "staging") },
  "projects use shop": { effect: projectInUse },
  "projects use default": { prepare: after("projects", "use", "default"), effect: projectInUse },
  "login --base-url https://browsers.example.com": { replies: "token", effect: isLoggedIn("") },
  "login --context shop --base-url https://browsers.example.com": { replies: "token", effect: isLoggedIn("shop") },
  "login --context ci --base-url https://browsers.example.com --token-stdin < token.txt": { effect: isLoggedIn("ci") },
  "login --store keychain": inKeychain,
  "login --store command -- op read op://work/browsers/token": {
    prepare: hosted("ci", true),
    effect: isLoggedIn("ci"),
  },
  "login --store env --token-env SHOP_TOKEN": { prepare: hosted("ci", true), effect: isLoggedIn("ci") },
  logout: { prepare: hosted("ci", true), effect: isLoggedOut("ci") },
  "logout --context ci": { prepare: hosted("ci"), effect: isLoggedOut("ci") },
  "logout --all-contexts": { prepare: hosted("ci"), effect: isLoggedOut("ci", "local") },
  "browsers list --context shop": {
    prepare: async (prepared) => {
      await addHosted(prepared, "shop", false);
      await prepared.stage.world.ensure("browsers", "shop");
    },
  },
  "auth token --context ci --reveal": {
    prepare: hosted("ci"),
    effect: ({ result, stage }) => expect(result.stdout).toBe(stage.read("token.txt")),
  },
  "auth token | docker login -u token --password-stdin registry.example.com": {
    effect: ({ stage }) => expect(stage.read("docker.stdin")).toBe(`${stage.token}\n`),
  },
  "auth status --query \"[?state!='valid'].context\"": {
    prepare: after("context", "add", "old", "--base-url", "https://old.example.com"),
    effect: ({ result }) => expect(result.stdout).toBe("old\n"),
  },
  "completion bash > ~/.local/share/bash-completion/completions/browserctl": script(
    ".local/share/bash-completion/completions/browserctl",
  ),
  "completion bash > ~/.config/browserctl.bash && echo '. ~/.config/browserctl.bash' >> ~/.bashrc": {
    effect: ({ stage }) => {
      expect(stage.read(".config/browserctl.bash")).toContain("browserctl");
      expect(stage.read(".bashrc")).toBe(". ~/.config/browserctl.bash\n");
    },
    restore: ({ stage }) => stage.remove(".bashrc"),
  },
  "completion zsh > ~/.zfunc/_browserctl": script(".zfunc/_browserctl"),
  "completion fish > ~/.config/fish/completions/browserctl.fish": script(".config/fish/completions/browserctl.fish"),
  "completion install": { replies: [], effect: installs("bash") },
  "completion install zsh": { effect: installs("zsh") },
  "completion uninstall": {
    prepare: after("completion", "install", "bash"),
    replies: [],
    effect: (ran) => expect(completionFiles(ran).filter((path) => path.includes("bash-completion"))).toEqual([]),
  },
  "completion uninstall fish": {
    prepare: after("completion", "install", "fish"),
    effect: (ran) => expect(completionFiles(ran).filter((path) => path.includes("fish"))).toEqual([]),
  },
  "import curl": {
    prepare: ({ replaced, stage }) => {
      stage.write("pasted.txt", `curl -X POST ${stage.baseUrl}/browsers -d '{"headless":true}'\n`);
      replaced.set("http://127.0.0.1:7788", stage.baseUrl);
    },
    effect: printsCommand,
  },
  "openapi --out openapi.json": describesApi(({ stage }) => JSON.parse(stage.read("openapi.json"))),
  "openapi -o yaml": describesApi(({ result }) => parse(result.stdout)),
  "conformance --only profiles --only proxies.create": conforms(7),
  "conformance --only credentials --junit conformance.xml": {
    effect: ({ stage }) => expect(stage.read("conformance.xml")).toContain('failures="0"'),
  },
  "conformance https://api.example.com --only projects": {
    prepare: ({ replaced, stage }) => {
      replaced.set("https://api.example.com", stage.baseUrl);
    },
    effect: ({ result }) => expect(result.stdout).toMatch(/^projects\.list\tpassed/m),
  },
  "conformance --context prod --only projects --yes -o json": {
    prepare: hosted("prod"),
    effect: ({ result }) => {
      const outcomes = (JSON.parse(result.stdout) as { outcome: string }[]).map(({ outcome }) => outcome);
      expect(outcomes).toContain("passed");
      expect(outcomes).not.toContain("failed");
    },
  },
  doctor: { effect: finds },
  "doctor --fix": { effect: finds },
  "doctor --only environment": { effect: finds },
  "doctor -o json --query \"[?status=='error'].id\"": {
    effect: ({ result }) => expect(JSON.parse(result.stdout)).toEqual([]),
  },
  "doctor --context prod --only network --only service": {
    prepare: hosted("prod"),
    effect: ({ result }) => expect(result.stdout).toMatch(/^ok\tservice/m),
  },
  "local chaos set": setsFaults,
  "local chaos show": {
    prepare: after("local", "chaos", "set", "latency=1ms"),
    restore: after("local", "chaos", "off"),
  },
  "local chaos off": {
    prepare: after("local", "chaos", "set", "latency=1ms"),
    effect: async (ran) => expect(await faults(ran)).toBe("none"),
  },
  "local clock advance 30d": clock((ms) => near(ms, 30 * 24 * 60 * minuteMs)),
  "local clock advance 1h30m": clock((ms) => near(ms, 90 * minuteMs)),
  "local clock set 2026-11-24": clock((_ms, now) => near(now, Date.parse("2026-11-24T00:00:00Z"))),
  "local clock set 2026-11-23T23:59:00Z": clock((_ms, now) => near(now, Date.parse("2026-11-23T23:59:00Z"))),
  "local clock reset": clock((ms) => near(ms, 0), after("local", "clock", "advance", "2d")),
  "local setup": {
    effect: ({ result }) => expect(result.stderr).toMatch(/^Found .* at \//),
  },
  "local setup --browser /opt/chrome/chrome": {
    prepare: ({ replaced }) => replaced.set("/opt/chrome/chrome", CHROMIUM),
    effect: async (ran) => {
      expect(ran.result.stderr).toContain(` at ${CHROMIUM}`);
      expect(await later(ran, "local", "setup", "--check")).toMatchObject({ path: CHROMIUM });
    },
  },
  "local start": starts,
  "local start --demo-site": {
    ...starts,
    effect: async ({ result }) => {
      const [url = ""] = /http:\/\/localhost:\d+\//.exec(result.stdout + result.stderr) ?? [];
      expect(await (await fetch(url)).text()).toContain("Demo site");
    },
    restore: after("local", "stop"),
  },
  "local start --chaos error=5%,drop-stream=10%": { ...setsFaults, prepare: after("local", "stop") },
  "local start --chaos latency=2s": { ...setsFaults, prepare: after("local", "stop") },
  "local start --port 8080 --foreground": {
    prepare: async ({ replaced, stage }) => {
      await stage.cli(["local", "stop"]);
      replaced.set("8080", "0");
    },
    during: async ({ stage }) => {
      await until(async () => (await stage.cli(["local", "status"])).code === 0);
      await stage.cli(["local", "stop"]);
    },
    effect: ({ result }) => expect(result.stdout + result.stderr).toMatch(/http:\/\/127\.0\.0\.1:\d+/),
    restore: ({ stage }) => stage.startService(),
  },
  "local start -o env": {
    effect: ({ result, stage }) => expect(result.stdout).toContain(`BROWSERCTL_BASE_URL='${stage.baseUrl}'`),
  },
  "local stop": stops,
  "local uninstall --check": { effect: ({ result }) => expect(result.stderr + result.stdout).toContain("state in ") },
  "local uninstall": uninstalls,
  "local reset --yes": resets,
  "local reset": { ...resets, replies: [{ prompt: /\(y\/N\)/, answer: "y" }] },
  "local logs": { prepare: warns },
  "local logs --follow --level warn": {
    code: 130,
    during: async (prepared, { interrupt, output }) => {
      await until(async () => {
        await warns(prepared);
        return output().includes("start page");
      });
      interrupt();
    },
    effect: ({ result }) => expect(result.stdout).toContain("start page"),
  },
};

function unbound(ran: Prepared): void {
  expect(JSON.parse(readFileSync(ran.stage.settingsFile, "utf8")).directories).toEqual({});
}

/** Requests are made in the project of the line. */
async function projectInUse({ line, stage }: Prepared): Promise<void> {
  const { authorization } = await stage.json<{ authorization: { effective_scope: { project_id: string } } }>(
    "auth",
    "context",
  );
  const project = await stage.json<{ id: string }>("projects", "get", line.split(" ").at(-1) ?? "");
  expect(authorization.effective_scope.project_id).toBe(project.id);
}
