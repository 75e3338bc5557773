import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type Answer, callApi, startService, tempDir } from "../../support/service/service.ts";
import { serviceProgram } from "../../support/service/service-program.ts";
import { writtenState } from "../../support/service/written-state.ts";
import { until } from "../../support/until.ts";

/** A service in a process of its own, whose saves are held until it is killed. */
async function startHeld(
  stateDir: string,
): Promise<{ child: ChildProcess; api: (method: string, path: string, json?: unknown) => Promise<Answer> }> {
  const script = await serviceProgram("held-save-process");
  const child = spawn(process.execPath, [script, stateDir], { stdio: ["ignore", "ignore", "inherit"] });
  const state = await until(
    () => writtenState(stateDir),
    (found) => found !== undefined,
  );
  return {
    child,
    api: (method, path, json) =>
      callApi(state?.base_url ?? "", state?.token ?? "", method, path, json === undefined ? {} : { json }),
  };
}

test("a service that is killed while it saves a profile leaves the last good one", async () => {
  const stateDir = await tempDir();
  const first = await startService({ stateDir, keepDir: true });
  await first.api("POST", "/profiles", { json: { name: "work" } });
  const session = await first.create({ profile: { name: "work", save_changes: true } });
  await first.api("DELETE", `/browsers/${session.session_id}`);
  const before = await first.api("GET", "/profiles/work/download");
  expect(before.status).toBe(200);
  await first.stop();

  const { child, api } = await startHeld(stateDir);
  const { body } = await api("POST", "/browsers", { profile: { name: "work", save_changes: true } });
  const ending = api("DELETE", `/browsers/${body.session_id}`).catch(() => {});
  const directory = join(stateDir, "profiles");
  // All of it is written, but not confirmed yet.
  await until(
    () => readdir(directory),
    (names) => names.some((name) => name.endsWith(".part")),
  );
  child.kill("SIGKILL");
  await once(child, "exit");
  await ending;

  const last = await startService({ stateDir });
  const after = await last.api("GET", "/profiles/work/download");
  expect(after.bytes.equals(before.bytes)).toBe(true);
  const names = await readdir(directory);
  expect(names).toHaveLength(1);
  expect((await readFile(join(directory, names[0] ?? ""))).equals(before.bytes)).toBe(true);
  const again = await last.create({ profile: { name: "work", save_changes: true } });
  expect((await last.api("DELETE", `/browsers/${again.session_id}`)).status).toBe(204);
  await last.stop();
  await rm(stateDir, { recursive: true, force: true });
});
