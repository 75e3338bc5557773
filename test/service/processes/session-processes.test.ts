import { expect, test } from "vitest";
import { Clock } from "../../../src/service/clock.ts";
import type { SessionPaths } from "../../../src/service/processes/session-paths.ts";
import { SessionProcesses } from "../../../src/service/processes/session-processes.ts";

test("a process beyond the limit is refused before anything starts", async () => {
  const limit = 0;
  const processes = new SessionProcesses({} as SessionPaths, new Clock(), limit);
  const { signal } = new AbortController();
  const request = { command: "true", input: false };
  const refusal = { kind: "too-many-processes" };
  await expect(processes.spawn(request, undefined, signal)).rejects.toMatchObject(refusal);
  await expect(processes.exec(request, { outputBytes: 1, overflow: "kill" }, signal)).rejects.toMatchObject(refusal);
  expect(processes.list()).toEqual([]);
});
