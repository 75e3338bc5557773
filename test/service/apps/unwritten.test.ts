import { existsSync } from "node:fs";
import { cp, mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import {
  appSource,
  deployed,
  deploymentForm,
  eventsOf,
  invoke,
  reached,
  waitsForItsEnd,
} from "../../support/service/app.ts";
import { callApi, startService, type TestService } from "../../support/service/service.ts";
import { until } from "../../support/until.ts";
import { LogTail } from "./support/log-tail.ts";

let service: TestService;
beforeEach(async () => {
  service = await startService({ keepDir: true });
});
afterEach(async () => {
  service.faults.clear();
  await service.stop();
  await rm(service.stateDir, { recursive: true });
});

const fullDisk = (more: { times?: number } = {}) =>
  service.faults.inject("disk-full", {
    error: () => Object.assign(new Error("no space left"), { code: "ENOSPC" }),
    ...more,
  });
const waits = (file: string): string =>
  `console.log("waits"); while (!existsSync(${JSON.stringify(file)})) await new Promise((go) => setTimeout(go, 10));`;
const before = 'import { existsSync } from "node:fs";';

test("a deployment that ends while the disk is full fails, and the service continues", async () => {
  const go = join(service.stateDir, "go");
  const source = `${before}\n${waits(go)}\nexport default { name: "late", actions: { a: () => 1 } };`;
  const { body } = await service.api("POST", "/deployments", { form: deploymentForm({ "app.ts": source }) });
  await until(
    () => service.api("GET", `/deployments/${body.id}`),
    (answer) => answer.body.status === "in_progress",
  );
  const restore = fullDisk();
  await writeFile(go, "");
  await until(() => service.log.some((line) => line.includes("cannot record the end of")), Boolean);
  const events = await eventsOf(service, `/deployments/${body.id}/events`);
  expect(events.at(-1)?.["deployment"]).toMatchObject({
    status: "failed",
    status_reason: expect.stringContaining("no space left"),
  });
  restore();
  expect((await service.api("GET", `/deployments/${body.id}`)).body.status).toBe("failed");
  await deployed(service, "a: () => 1");
});

test("a deployment whose deletion cannot be recorded stays unchanged, with its files", async () => {
  const { id } = await deployed(service, "a: () => 1");
  const restore = fullDisk();
  expect(await service.api("DELETE", `/deployments/${id}`)).toMatchObject({ status: 500, body: { code: "disk_full" } });
  restore();
  expect((await service.api("GET", `/deployments/${id}`)).body.status).toBe("running");
  expect(await invoke(service, "a")).toMatchObject({ status: "succeeded", output: "1" });
  expect((await service.api("DELETE", `/deployments/${id}`)).status).toBe(204);
});

test("a version that cannot be replaced stays in service", async () => {
  const one = await deployed(service, "a: () => 1");
  const go = join(service.stateDir, "go");
  const source = appSource("a: () => 2", { before: `${before}\n${waits(go)}` });
  const { body } = await service.api("POST", "/deployments", { form: deploymentForm({ "app.ts": source }) });
  await until(
    () => service.api("GET", `/deployments/${body.id}`),
    (answer) => answer.body.status === "in_progress",
  );
  const restore = fullDisk({ times: 1 });
  await writeFile(go, "");
  await until(
    async () => (await service.api("GET", `/deployments/${body.id}`)).body.status,
    (status) => status === "failed",
  );
  restore();
  expect((await service.api("GET", `/deployments/${one.id}`)).body.status).toBe("running");
  expect(await invoke(service, "a")).toMatchObject({ status: "succeeded", output: "1" });
});

test("the end of an invocation on a full disk is told, its token ends, and it is recorded when there is room again", async () => {
  const go = join(service.stateDir, "go");
  await deployed(service, `a: async () => { ${waits(go)} return process.env.BROWSERCTL_TOKEN; }, b: () => 1`, {
    before,
  });
  const { id } = await invoke(service, "a", { async: true });
  const tail = new LogTail(service, id);
  await until(
    () => tail.lines,
    (lines) => lines.includes("waits"),
  );
  const restore = fullDisk();
  await writeFile(go, "");
  await tail.done;
  expect(tail.states.at(-1)).toBe("succeeded");
  const { output } = await reached(service, id, "succeeded");
  expect((await callApi(service.baseUrl, JSON.parse(output), "GET", "/auth/context")).status).toBe(401);
  expect((await service.api("GET", "/invocations")).body[0]).toMatchObject({ id, status: "succeeded" });
  restore();
  await invoke(service, "b");
  await service.stop();
  service = await startService({ stateDir: service.stateDir, keepDir: true });
  expect((await service.api("GET", `/invocations/${id}`)).body).toMatchObject({ status: "succeeded", output });
  expect(existsSync(join(service.stateDir, "invocations", id))).toBe(true);
});

test("a log that cannot be continued does not prevent the start of the service", async () => {
  await deployed(service, `a: ${waitsForItsEnd}`);
  const { id } = await invoke(service, "a", { async: true });
  const tail = new LogTail(service, id);
  await until(
    () => tail.lines,
    (lines) => lines.includes("waits"),
  );
  // The files on the disk while it runs are those that kill -9 would leave.
  const left = `${service.stateDir}-left`;
  await cp(service.stateDir, left, { recursive: true, verbatimSymlinks: true });
  onTestFinished(() => rm(left, { recursive: true }));
  await rm(join(left, "invocations", id));
  await mkdir(join(left, "invocations", id));
  const second = await startService({ stateDir: left, keepDir: true });
  const wanted = { status: "failed", status_reason: "the service ended while it ran" };
  expect((await second.api("GET", `/invocations/${id}`)).body).toMatchObject(wanted);
  expect(second.log.join("\n")).toContain(`cannot end the log of invocation ${id}`);
  const [error, state] = await eventsOf(second, `/invocations/${id}/events`);
  expect(error).toMatchObject({ event: "error", error: { code: "log_unreadable" } });
  expect(state?.["invocation"]).toMatchObject(wanted);
  await second.stop();
});

test("an unrecorded end is recorded at the latest when the service stops", async () => {
  await deployed(service, `a: ${waitsForItsEnd}`);
  const { id } = await invoke(service, "a", { async: true });
  const tail = new LogTail(service, id);
  await until(
    () => tail.lines,
    (lines) => lines.includes("waits"),
  );
  const restore = fullDisk();
  await service.api("PATCH", `/invocations/${id}`, { json: { status: "succeeded", output: "5" } });
  restore();
  await service.stop();
  service = await startService({ stateDir: service.stateDir, keepDir: true });
  expect((await service.api("GET", `/invocations/${id}`)).body).toMatchObject({ status: "succeeded", output: "5" });
});
