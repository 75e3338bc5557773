import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { writeFakeBrowser } from "../../support/browser/fake-browser.ts";
import { startedHome } from "../../support/cli/local-home.ts";
import { processesOf, startService, type TestService, tempDir } from "../../support/service/service.ts";
import { until } from "../../support/until.ts";
import { PoolCalls } from "./support/pool-calls.ts";

const browser = writeFakeBrowser();

/** Starts a service over a directory that outlives it. */
async function start(stateDir: string, options: Parameters<typeof startService>[0] = {}): Promise<TestService> {
  return await startService({ stateDir, keepDir: true, browser, screen: "headless", ...options });
}

async function stateDirectory(): Promise<string> {
  const stateDir = await tempDir();
  onTestFinished(() => rm(stateDir, { recursive: true, force: true }));
  return stateDir;
}

test("pools survive a restart of the service, which creates their idle browsers anew", async () => {
  const stateDir = await stateDirectory();
  const before = await start(stateDir);
  const first = new PoolCalls(before);
  const { id } = await first.full({ name: "kept", size: 2, fill_rate_per_minute: 0, timeout_seconds: 100 });
  const { session_id } = await first.acquire(id);
  await before.stop();
  const after = await start(stateDir);
  const calls = new PoolCalls(after);
  const pool = await calls.has("kept", 2);
  expect(pool).toMatchObject({ id, acquired_count: 0, browser_pool_config: { size: 2, timeout_seconds: 100 } });
  expect((await after.api("GET", `/browsers/${session_id}`)).body.message).toMatch(
    /ended at .*the service was stopped$/,
  );
  expect(await readdir(join(stateDir, "sessions"))).toHaveLength(2);
  await calls.delete("kept");
  await after.stop();
  const last = await start(stateDir);
  expect((await last.api("GET", "/browser_pools")).body).toEqual([]);
  await last.stop();
});

test("a stop of the service ends the acquires that wait, and the browsers that start", async () => {
  const service = await start(await stateDirectory());
  const calls = new PoolCalls(service);
  service.faults.inject("chromium-start", { delayMs: 1_000 });
  const { id } = await calls.create();
  const waiting = calls.send(id, "acquire", { name: "waits", acquire_timeout_seconds: 600 });
  await until(
    async () => (await calls.send(id, "acquire", { name: "waits", acquire_timeout_seconds: 0 })).status === 409,
  );
  await service.stop();
  expect(await waiting).toMatchObject({ status: 503, body: { code: "shutting_down" } });
});

test("a pool alone does not keep the service running; an acquired browser does", async () => {
  const service = await start(await stateDirectory(), { idleStopSeconds: 60 });
  const calls = new PoolCalls(service);
  const { id } = await calls.full({ timeout_seconds: 1_000 });
  await calls.acquire(id);
  await service.clock.advance(600_000);
  expect((await calls.get(id)).acquired_count).toBe(1);
  await calls.release(id, (await calls.sessions())[0] ?? "");
  await service.clock.advance(120_000);
  expect(await service.running.stopped).toBe("it was not used for 60 s");
  await service.stop();
});

test("pools of projects that no request reaches have no browsers", async () => {
  const stateDir = await stateDirectory();
  const before = await start(stateDir);
  await before.api("POST", "/org/projects", { json: { name: "other" } });
  const headers = { "X-Kernel-Project": "other" };
  await before.api("POST", "/browser_pools", { headers, json: { size: 1, headless: true } });
  await before.stop();
  const disabled = await start(stateDir, { projectsEnabled: false });
  const calls = new PoolCalls(disabled);
  await calls.full();
  expect(await readdir(join(stateDir, "sessions"))).toHaveLength(1);
  await disabled.stop();
});

test("a killed service leaves no browser of a pool behind, and the next one fills the pool again", async () => {
  const { cli, json, service, stateDir } = await startedHome({ fakeBrowser: true });
  const available = async (): Promise<number> =>
    (await json<{ available_count: number }>(["pools", "get", "kept"])).available_count;
  await cli(["pools", "create", "kept", "--size", "2", "--headless"]);
  await until(async () => (await available()) === 2);
  process.kill(service.pid, "SIGKILL");
  await until(async () => (await processesOf(stateDir)).length === 0);
  await json(["local", "start"]);
  await until(async () => (await available()) === 2);
  expect(await readdir(join(stateDir, "sessions"))).toHaveLength(2);
});
