import { mkdtemp, readdir, readlink, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { Clock } from "../../../src/service/clock.ts";
import type { Container } from "../../../src/service/processes/container.ts";
import { probeContainer } from "../../../src/service/processes/container-probe.ts";
import { SessionPaths } from "../../../src/service/processes/session-paths.ts";
import { SessionProcesses } from "../../../src/service/processes/session-processes.ts";
import { prepareSessionRoot } from "../../../src/service/processes/session-root.ts";
import { ensureDebianPackage } from "../../support/screen/debian-package.ts";

test("a container that has ended is replaced once for all concurrent callers", async () => {
  await ensureDebianPackage("bubblewrap", "bwrap");
  const dir = await mkdtemp(join(tmpdir(), "browserctl-container-"));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  const facts = await probeContainer({ env: process.env, stateDir: dir, log: () => {} });
  const paths = new SessionPaths(facts, await prepareSessionRoot(join(dir, "session")), () => {});
  const container = paths.container as Container;
  onTestFinished(() => container.close());
  const processes = new SessionProcesses(paths, new Clock());
  const { signal } = new AbortController();
  const run = (script: string) =>
    processes.exec(
      { command: "sh", args: ["-c", script], input: false },
      { outputBytes: 1_024, overflow: "kill" },
      signal,
    );
  // Two rounds: the descriptors of the first round are closed when those of the second are counted.
  const open: number[] = [];
  for (let round = 0; round < 2; round += 1) {
    await run("kill -KILL 2");
    expect(await container.hasEnded(10_000)).toBe(true);
    const all = await Promise.all(Array.from({ length: 3 }, () => container.namespaces()));
    expect(new Set(all).size).toBe(1);
    expect((await run("echo again")).output.stdout.toString()).toBe("again\n");
    open.push(await namespaceDescriptors());
  }
  expect(open[0]).toBeGreaterThan(0);
  expect(open[1]).toBe(open[0]);
});

/** Number of namespaces that this process has open. Other files' descriptors come and go while a test runs. */
async function namespaceDescriptors(): Promise<number> {
  const names = await readdir("/proc/self/fd");
  const targets = await Promise.all(names.map((name) => readlink(`/proc/self/fd/${name}`).catch(() => "")));
  return targets.filter((target) => /^(pid|mnt|ipc|uts|cgroup|user):\[/.test(target)).length;
}
