import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { expect, onTestFinished } from "vitest";
import { stopService } from "../../../../src/service/lifecycle/stop.ts";
import { callApi, processesOf, tempDir } from "../../../support/service/service.ts";
import { serviceProgram } from "../../../support/service/service-program.ts";
import { writtenState } from "../../../support/service/written-state.ts";
import { until } from "../../../support/until.ts";

/** Kills a service when starting sessions have a number of processes: neither a process nor a file may remain. */
export async function expectNothingLeftByKill(count: number, { sessions }: { sessions: number }): Promise<void> {
  const stateDir = await tempDir();
  const script = await serviceProgram("serve-process");
  const options = JSON.stringify({ stateDir, version: "0.1.0", port: 0 });
  const child = spawn(process.execPath, [script, options], { stdio: "ignore" });
  const exited = once(child, "exit");
  onTestFinished(async () => {
    await stopService({ stateDir });
    await rm(stateDir, { recursive: true, force: true });
  });
  const state = await until(
    () => writtenState(stateDir),
    (value) => value !== undefined,
  );
  const { base_url = "", token = "" } = state ?? {};
  const create = () => callApi(base_url, token, "POST", "/browsers", { json: {} }).catch(() => undefined);
  const creates = Array.from({ length: sessions }, create);
  // The service's own process has the directory in its arguments too.
  await until(
    () => processesOf(stateDir),
    (pids) => pids.length > count,
  );
  child.kill("SIGKILL");
  await exited;
  await Promise.all(creates);
  await until(
    () => processesOf(stateDir),
    (pids) => pids.length === 0,
  );
  await stopService({ stateDir });
  expect(existsSync(state?.temp_dir ?? "")).toBe(false);
}
