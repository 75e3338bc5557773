import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { expect, onTestFinished, test } from "vitest";
import { writeFakeBrowser } from "../../support/browser/fake-browser.ts";
import { callApi, processesOf, startService, tempDir } from "../../support/service/service.ts";
import { serviceProgram } from "../../support/service/service-program.ts";
import { writtenState } from "../../support/service/written-state.ts";
import { until } from "../../support/until.ts";
import { filesBelow } from "./support/files-below.ts";
import { alice, aliceSecret, ManagedAuth, valuesFor } from "./support/managed-auth.ts";

/** Arguments and environment of the processes of a service. */
async function processTexts(stateDir: string): Promise<Buffer[]> {
  const pids = await processesOf(stateDir);
  return pids.flatMap((pid) =>
    ["cmdline", "environ"].flatMap((file) => {
      try {
        return [readFileSync(`/proc/${pid}/${file}`)];
      } catch {
        return [];
      }
    }),
  );
}

test("no credential is in the log, a file, or the arguments and environment of a process", async () => {
  const password = "Very-Secret 4711!";
  const user = { name: "alice", email: alice.username, password, totpSecret: aliceSecret };
  const auth = await ManagedAuth.start({ keepDir: true }, [user]);
  onTestFinished(() => rm(auth.service.stateDir, { recursive: true, force: true }));
  const name = await auth.credential({ username: alice.username }, { totp_secret: aliceSecret });
  const { id } = await auth.connection("/totp", { credential: { name } });
  await auth.login(id);
  await auth.submit(id, valuesFor(await auth.asked(id), { identifier: alice.username, password }));
  const during = await processTexts(auth.service.stateDir);
  expect(during.length).toBeGreaterThan(1);
  expect(await auth.over(id)).toMatchObject({ flow_status: "SUCCESS", can_reauth: true });
  await auth.stop();
  const found = [...during, ...filesBelow(auth.service.stateDir), Buffer.from(auth.service.log.join("\n"))];
  const secrets = [password, JSON.stringify(password).slice(1, -1), encodeURIComponent(password), aliceSecret];
  expect(secrets.filter((secret) => found.some((content) => content.includes(secret)))).toEqual([]);
});

test("a killed service leaves its connections, and its running login has failed", async () => {
  const stateDir = await tempDir();
  // A browser without pages: the login waits for its page.
  const browser = writeFakeBrowser();
  const options = JSON.stringify({ stateDir, browser, version: "0.1.0", port: 0, handleSignals: false });
  const child = spawn(process.execPath, [await serviceProgram("serve-process"), options], { stdio: "ignore" });
  onTestFinished(() => void child.kill("SIGKILL"));
  const state = await until(() => writtenState(stateDir));
  const call = async (method: string, path: string, json?: unknown) => {
    const answer = await callApi(state.base_url, state.token, method, path, json === undefined ? {} : { json });
    expect(answer.status, answer.text).toBeLessThan(300);
    return answer.body;
  };
  const settings = { domain: "localhost", profile_name: "shop", login_url: "http://localhost/" };
  const { id } = await call("POST", "/auth/connections", settings);
  await call("POST", `/auth/connections/${id}/login`);
  expect(await call("GET", `/auth/connections/${id}`)).toMatchObject({ flow_status: "IN_PROGRESS" });
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
  await until(async () => (await processesOf(stateDir, state.temp_dir)).length === 0);

  const service = await startService({ stateDir, browser });
  const { body: record } = await service.api("GET", `/auth/connections/${id}`);
  expect(record).toMatchObject({ flow_status: "FAILED", error_code: "service_stopped", status: "NEEDS_AUTH" });
  expect((await service.api("POST", `/auth/connections/${id}/login`)).status).toBe(200);
  await service.stop();
});
