import { afterAll, beforeAll, expect, test } from "vitest";
import { containedSession, processesWith, type SessionApi, uniqueSeconds } from "../../support/machine/processes.ts";
import type { TestService } from "../../support/service/service.ts";
import { until } from "../../support/until.ts";

let service: TestService;
let session: SessionApi;
beforeAll(async () => {
  ({ service, session } = await containedSession());
}, 300_000);
afterAll(() => service.stop());

test("200 processes at once, and no more than 256", async () => {
  const seconds = uniqueSeconds();
  const started = await Promise.all(
    Array.from({ length: 200 }, () => session.spawn({ command: "sleep", args: [seconds] })),
  );
  expect(new Set(started.map(({ pid }) => pid)).size).toBe(200);
  const more = await Promise.all(
    Array.from({ length: 57 }, () => session.call("POST", "process/spawn", { command: "sleep", args: [seconds] })),
  );
  const refused = more.filter(({ status }) => status !== 200);
  expect(refused.map(({ status, body }) => [status, body.code])).toEqual([[429, "too_many_processes"]]);
  expect((await session.exec({ command: "true" })).status).toBe(429);
  const all = [...started.map(({ id }) => id), ...more.flatMap(({ body }) => body.process_id ?? [])];
  await Promise.all(all.map((id) => session.call("POST", `process/${id}/kill`, { signal: "KILL" })));
  await until(
    () => processesWith(seconds),
    (pids) => pids.length === 0,
  );
  await until(
    () => session.exec({ command: "true" }),
    ({ status }) => status === 200,
  );
});
