import { afterEach, beforeEach, expect, test } from "vitest";
import { startServiceWithFakeBrowser } from "../../support/browser/fake-browser.ts";
import type { Answer, TestService } from "../../support/service/service.ts";

let service: TestService;
beforeEach(async () => {
  service = await startServiceWithFakeBrowser();
});
afterEach(() => service.stop());

const put = (now: unknown): Promise<Answer> => service.api("PUT", "/_local/clock", { json: { now } });
const advance = (ms: unknown): Promise<Answer> => service.api("POST", "/_local/clock/advance", { json: { ms } });
const HOUR = 3_600_000;

test("the clock moves to past and future times, reports it, and returns", async () => {
  expect((await service.api("GET", "/_local/clock")).body).toMatchObject({ moved: false, offset_ms: 0 });
  expect((await service.api("GET", "/_local/status")).body.clock_offset_ms).toBeUndefined();
  for (const now of ["1999-12-31T23:59:59Z", "2031-05-01T12:00:00+02:00"]) {
    const { body } = await put(now);
    expect(Date.parse(body.now) - Date.parse(now)).toBeLessThan(60_000);
    expect(body).toMatchObject({ moved: true, offset_ms: service.clock.offsetMs });
    const { body: profile } = await service.api("POST", "/profiles", { json: {} });
    expect(Date.parse(profile.created_at) - Date.parse(now)).toBeLessThan(60_000);
    expect((await service.api("GET", "/_local/status")).body.clock_offset_ms).toBe(body.offset_ms);
  }
  const { body } = await service.api("DELETE", "/_local/clock");
  expect(body).toMatchObject({ moved: false, offset_ms: 0 });
  expect(Math.abs(Date.parse(body.now) - Date.now())).toBeLessThan(60_000);
});

test("times outside of the clock's range are refused", async () => {
  for (const now of ["tomorrow", "2026-02-30T00:00:00Z", "1969-12-31T23:59:59Z", 5, undefined]) {
    expect((await put(now)).status, String(now)).toBe(400);
  }
  await put("9999-12-31T00:00:00Z");
  for (const ms of [-1, 1.5, "1h", 25 * HOUR, Number.MAX_SAFE_INTEGER]) expect((await advance(ms)).status).toBe(400);
  expect((await advance(HOUR)).status).toBe(200);
});

test("elapsed time ends idle sessions; a clock that moves back neither ends nor keeps them", async () => {
  const idle = await service.create({ timeout_seconds: 600 });
  await put("2001-01-01T00:00:00Z");
  const get = (): Promise<Answer> => service.api("GET", `/browsers/${idle.session_id}`);
  expect((await get()).status).toBe(200);
  await advance(590_000);
  expect((await get()).status).toBe(200);
  await advance(30_000);
  expect((await get()).body.code).toBe("browser_deleted");
  // The service itself stays, although it would have been idle for years.
  await put("2100-01-01T00:00:00Z");
  expect((await service.api("GET", "/_local/status")).status).toBe(200);
});
