import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { newSecret } from "../../../src/settings/local-state.ts";
import { type Home, temporaryHome } from "../../support/cli/run-cli.ts";
import { diagnose } from "./doctor-run.ts";

let home: Home;
beforeEach(() => {
  home = temporaryHome();
  mkdirSync(home.stateDir, { recursive: true, mode: 0o700 });
});

/** Id of a process that has ended. */
async function endedProcess(): Promise<number> {
  const child = spawn("true");
  await once(child, "exit");
  return child.pid ?? 0;
}

async function staleState(): Promise<string> {
  const path = join(home.stateDir, "service.json");
  const pid = await endedProcess();
  const state = {
    version: "0.1.0",
    pid,
    port: 9,
    base_url: "http://127.0.0.1:9",
    token: "tok-secret",
    secret: newSecret(),
  };
  writeFileSync(path, JSON.stringify(state), { mode: 0o600 });
  return path;
}

/** A process with these arguments, which does nothing. */
async function idle(...args: string[]): Promise<{ pid: number; ended: Promise<unknown> }> {
  const child = spawn(process.execPath, ["-e", "console.log(1); setInterval(() => {}, 1e6)", "--", ...args], {
    detached: true,
  });
  const ended = once(child, "exit");
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  await once(child.stdout, "data");
  return { pid: child.pid ?? 0, ended };
}

test("a stopped service is a note, and no file is created", async () => {
  const { code, rows } = await diagnose(["local"], { home });
  expect([code, rows]).toMatchObject([0, [{ id: "local.service", status: "note", fix: "browserctl local start" }]]);
});

test("with --local a stopped service is an error: exit 5", async () => {
  const { code, of } = await diagnose(["service", "local"], { home, args: ["--local"] });
  expect(code).toBe(5);
  expect(of("service.context")).toMatchObject({ status: "error", fix: "browserctl local start" });
});

test("the state file of a dead service is a warning, which --fix removes", async () => {
  const path = await staleState();
  const { code, of, rows } = await diagnose(["local"], { home });
  expect(code).toBe(0);
  expect(of("local.stale-state")).toMatchObject({ status: "warning", found: expect.stringContaining("which is gone") });
  expect(JSON.stringify(rows)).not.toContain("tok-secret");
  expect(existsSync(path)).toBe(true);
  expect((await diagnose(["local"], { home, args: ["--fix"] })).of("local.stale-state")).toMatchObject({
    status: "ok",
    fixed: "the state file is removed",
  });
  expect(existsSync(path)).toBe(false);
});

test("a damaged state file is an error, and --fix removes it", async () => {
  const path = join(home.stateDir, "service.json");
  writeFileSync(path, "{");
  writeFileSync(join(home.dir, ".browserctl.json"), "{}");
  const { of } = await diagnose(["local"], { home, args: ["--fix"] });
  expect(of("local.stale-state")).toMatchObject({ status: "ok", found: "there is a state file that is damaged" });
  expect(existsSync(path)).toBe(false);
});

test.runIf(process.platform === "linux")(
  "browsers of a dead service are found by their profile, and --fix ends them alone",
  async () => {
    const profile = join(home.stateDir, "sessions", "s1", "profile");
    const ours = await idle(`--user-data-dir=${profile}`);
    const editor = await idle(join(profile, "Preferences"));
    const others = await idle("--user-data-dir=/tmp/somebody-elses-profile");
    const found = (await diagnose(["local"], { home })).of("local.browsers");
    expect(found).toMatchObject({
      status: "warning",
      found: `browsers of a dead service still run: process ${ours.pid}`,
    });
    expect((await diagnose(["local"], { home, args: ["--fix"] })).of("local.browsers").status).toBe("ok");
    await ours.ended;
    for (const { pid } of [editor, others]) expect(process.kill(pid, 0)).toBe(true);
  },
);

test("directories of an interrupted check are removed by --fix, and no others", async () => {
  mkdirSync(join(home.stateDir, "probe-abc123"));
  mkdirSync(join(home.stateDir, "profiles"));
  expect((await diagnose(["local"], { home })).of("local.probes").status).toBe("warning");
  await diagnose(["local"], { home, args: ["--fix"] });
  expect(existsSync(join(home.stateDir, "probe-abc123"))).toBe(false);
  expect(existsSync(join(home.stateDir, "profiles"))).toBe(true);
});

test("errors of the log within a day are counted, and the last one is shown", async () => {
  const line = (ago: number, level: string, msg: string): string =>
    JSON.stringify({ level, time: new Date(Date.now() - ago).toISOString(), msg });
  const day = 86_400_000;
  const log = [line(2 * day, "error", "old"), line(60_000, "error", "disk broke"), line(1_000, "info", "fine")];
  writeFileSync(join(home.stateDir, "service.log"), `${log.join("\n")}\n`);
  expect((await diagnose(["local"], { home })).of("local.log")).toMatchObject({
    status: "warning",
    found: "one error within a day, the last: disk broke",
    fix: "browserctl local logs --level error",
  });
});
