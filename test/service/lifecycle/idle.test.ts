import type { ServerResponse } from "node:http";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { Clock } from "../../../src/service/clock.ts";
import { withServer } from "../../support/browser/chromium.ts";
import { startServiceWithFakeBrowser } from "../../support/browser/fake-browser.ts";
import { deployed, invoke, reached } from "../../support/service/app.ts";
import { processesOf, startService, type TestService } from "../../support/service/service.ts";
import { until } from "../../support/until.ts";

const start = Date.UTC(2026, 0, 31, 12);
const options = () => ({ clock: new Clock(start), idleStopSeconds: 300 });
let service: TestService;
afterEach(async () => {
  await service.stop();
});
const useFakeBrowser = async (): Promise<void> => {
  service = await startServiceWithFakeBrowser(options());
};

const state = async (id: string): Promise<{ state: string; end_reason?: string; idle_seconds?: number }> =>
  (await service.api("GET", `/_local/browsers/${id}`)).body;

describe("a session that nobody uses", () => {
  beforeEach(useFakeBrowser);

  test("an unused session ends at the check after its time-out, and says so", async () => {
    const { session_id, created_at } = await service.create({ timeout_seconds: 12 });
    expect(created_at).toBe(new Date(start).toISOString());
    await service.clock.advance(11_999);
    expect(await state(session_id)).toMatchObject({ state: "active", idle_seconds: 11 });
    // The checks are at 10 s and 15 s.
    await service.clock.advance(3_000);
    expect(await state(session_id)).toMatchObject({ state: "active" });
    await service.clock.advance(1);
    expect(await state(session_id)).toEqual({
      session_id,
      state: "deleted",
      end_reason: "nothing used it for 12 s (timeout_seconds)",
    });
    expect(await processesOf(service.stateDir)).toEqual([]);
    const answer = await service.api("GET", `/browsers/${session_id}`);
    expect(answer.body.message).toContain("ended at 2026-01-31T12:00:15.000Z: nothing used it for 12 s");
  });

  test("calls to a session keep it alive; showing its record does not", async () => {
    const { session_id } = await service.create({ timeout_seconds: 20 });
    for (let round = 0; round < 3; round++) {
      await service.clock.advance(15_000);
      await service.api("PATCH", `/browsers/${session_id}`, { json: {} });
    }
    expect(await state(session_id)).toMatchObject({ state: "active", idle_seconds: 0 });
    for (let round = 0; round < 4; round++) {
      await service.clock.advance(5_000);
      await service.api("GET", "/browsers");
      await service.api("GET", `/browsers/${session_id}?include_deleted=true`);
    }
    expect(await state(session_id)).toMatchObject({ state: "deleted" });
  });
});

test("a session stays alive during a call and while a CDP client is connected; its idle time starts after that", async () => {
  // Its browsers answer clients and calls.
  service = await startService(options());
  const { session_id, cdp_ws_url } = await service.create({ timeout_seconds: 10 });
  const arrived = Promise.withResolvers<ServerResponse>();
  const { url } = await withServer((_request, response) => arrived.resolve(response));
  const call = service.api("POST", `/browsers/${session_id}/curl`, { json: { url } });
  const response = await arrived.promise;
  await service.clock.advance(60_000);
  expect(await state(session_id)).toMatchObject({ state: "active" });
  response.end("late");
  expect((await call).body).toMatchObject({ status: 200, body: "late" });
  const socket = new WebSocket(cdp_ws_url);
  await new Promise((resolve) => socket.once("open", resolve));
  await service.clock.advance(3_600_000);
  expect(await state(session_id)).toMatchObject({ state: "active", idle_seconds: 0, cdp_clients: 1 });
  socket.close();
  await until(
    () => state(session_id),
    (now) => (now as { cdp_clients?: number }).cdp_clients === 0,
  );
  await service.clock.advance(9_000);
  expect(await state(session_id)).toMatchObject({ state: "active" });
  await service.clock.advance(10_000);
  expect(await state(session_id)).toMatchObject({ state: "deleted" });
});

describe("a service that nobody uses", () => {
  beforeEach(useFakeBrowser);

  test("an unused service stops after its idle time; a request without a token does not keep it running", async () => {
    await service.clock.advance(299_000);
    await service.api("GET", "/browsers");
    await service.clock.advance(299_000);
    expect((await service.api("GET", "/browsers")).status).toBe(200);
    await service.clock.advance(200_000);
    await service.api("GET", "/browsers", { anonymous: true });
    await service.clock.advance(100_000);
    expect(await service.running.stopped).toBe("it was not used for 300 s");
    await expect(service.api("GET", "/browsers")).rejects.toThrow();
  });

  test("a session keeps the service running; its idle time starts when the last one has ended", async () => {
    const { session_id } = await service.create({ timeout_seconds: 3_600 });
    await service.clock.advance(3_000_000);
    expect(await state(session_id)).toMatchObject({ state: "active" });
    await service.clock.advance(605_000);
    expect(await state(session_id)).toMatchObject({ state: "deleted" });
    await service.clock.advance(290_000);
    expect((await service.api("GET", "/browsers")).status).toBe(200);
  });

  test("an invocation keeps the service running", async () => {
    await deployed(service, '"wait": () => new Promise((go) => setTimeout(go, 100_000_000))');
    const { id } = await invoke(service, "wait", { async: true, timeoutSeconds: 3_600 });
    await reached(service, id, "running");
    await service.clock.advance(3_000_000);
    expect((await service.api("GET", `/invocations/${id}`)).body.status).toBe("running");
    await service.api("PATCH", `/invocations/${id}`, { json: { status: "succeeded" } });
    await service.clock.advance(290_000);
    expect((await service.api("GET", "/browsers")).status).toBe(200);
    await service.clock.advance(300_000);
    expect(await service.running.stopped).toBe("it was not used for 300 s");
  });
});
