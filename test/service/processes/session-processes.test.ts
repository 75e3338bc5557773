import { expect, test } from "vitest";
import { nodeProgram } from "../../../src/core/node-program.ts";
import { Clock } from "../../../src/service/clock.ts";
import { SessionPaths } from "../../../src/service/processes/session-paths.ts";
import type { SessionProcess } from "../../../src/service/processes/session-process.ts";
import { SessionProcesses } from "../../../src/service/processes/session-processes.ts";
import { prepareSessionRoot } from "../../../src/service/processes/session-root.ts";
import { temporaryDirectory } from "../../support/browser/chromium.ts";

const { signal } = new AbortController();

/** Processes of a session without a container. */
async function withLimits(limits: { running?: number; ended?: number }): Promise<SessionProcesses> {
  const facts = { available: false, node: nodeProgram(), hidden: [], secrets: { files: [], directories: [] } };
  const paths = new SessionPaths(facts, await prepareSessionRoot(await temporaryDirectory()), () => {});
  return new SessionProcesses(paths, new Clock(), limits);
}

test("a process beyond the limit is refused before anything starts", async () => {
  const processes = await withLimits({ running: 0 });
  const request = { command: "true", input: false };
  const refusal = { kind: "too-many-processes" };
  await expect(processes.spawn(request, undefined, signal)).rejects.toMatchObject(refusal);
  await expect(processes.exec(request, { outputBytes: 1, overflow: "kill" }, signal)).rejects.toMatchObject(refusal);
  expect(processes.list()).toEqual([]);
});

test("the newest ended processes are kept, and all that run", async () => {
  const processes = await withLimits({ ended: 2 });
  const spawn = (command: string) => processes.spawn({ command, input: true }, undefined, signal);
  const running = await spawn("cat");
  const ended: SessionProcess[] = [];
  for (let count = 0; count < 4; count += 1) {
    const process = await spawn("true");
    await process.finished;
    ended.push(process);
  }
  expect(processes.list()).toEqual([running, ...ended.slice(2)]);
  expect(() => processes.require(ended[1]?.facts.id ?? "")).toThrow(/^there is no process /);
  await running.kill();
  await running.finished;
  expect(processes.list()).toEqual([running, ended[3]]);
});

test("the beginning of a long command line is kept, and no argument and variable beside it", async () => {
  const processes = await withLimits({});
  const args = ["short", "x".repeat(100_000), "y".repeat(100_000)];
  const spawned = await processes.spawn({ command: "true", args, env: { A: "z" }, input: false }, undefined, signal);
  await spawned.finished;
  expect(spawned.facts).toEqual({
    id: expect.any(String),
    commandLine: `true short ${"x".repeat(4_096 - "true short ".length)}`,
    startedAt: expect.any(Number),
    begun: expect.any(Number),
    timeoutSec: undefined,
  });
});
