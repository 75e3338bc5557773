import { execFileSync } from "node:child_process";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { launchChromium } from "../../../src/service/chromium/launch.ts";
import type { Container } from "../../../src/service/processes/container.ts";
import { containerHost } from "../../../src/service/processes/container-browser.ts";
import { probeContainer } from "../../../src/service/processes/container-probe.ts";
import { startInContainer } from "../../../src/service/processes/container-program.ts";
import { SessionPaths } from "../../../src/service/processes/session-paths.ts";
import { prepareSessionRoot } from "../../../src/service/processes/session-root.ts";
import { temporaryDirectory } from "../../support/chromium.ts";
import { ensureDebianPackage } from "../../support/debian-package.ts";
import { writeFakeBrowser } from "../../support/fake-browser.ts";
import { processesWith, uniqueSeconds } from "../../support/processes.ts";
import { until } from "../../support/until.ts";

interface Place {
  dir: string;
  paths: SessionPaths;
  container: Container;
}

beforeAll(() => ensureDebianPackage("bubblewrap", "bwrap"), 300_000);

/** A running container, until the test has finished. */
async function startedContainer(): Promise<Place> {
  const dir = await temporaryDirectory();
  const facts = await probeContainer({ env: process.env, stateDir: dir, log: () => {} });
  const paths = new SessionPaths(facts, await prepareSessionRoot(dir), () => {});
  const container = paths.container as Container;
  onTestFinished(() => container.close());
  await container.namespaces();
  return { dir, paths, container };
}

test("a program that joins a container gets no signal when the process that started it ends", async () => {
  const { paths, container } = await startedContainer();
  const command = ["/bin/sh", "-c", "exec setpriv --dump >&3"];
  const { child } = await startInContainer(paths, container, { command, env: {}, mounts: [] });
  expect(await text(child.stdio[3] as Readable)).toContain("Parent death signal: [none]");
});

describe("a browser that never answers, when its start is given up", () => {
  test.each<[string, (giveUp: () => void, seconds: string) => void]>([
    ["before it runs", (giveUp) => void setImmediate(giveUp)],
    [
      "when it runs, before its process is known",
      (giveUp, seconds) => {
        // Its arguments are sent in this turn; what it tells of its process is read in a later one.
        setTimeout(() => {
          execFileSync("sh", ["-c", `until pgrep -f "[s]leep ${seconds}"; do :; done`], { timeout: 20_000 });
          giveUp();
        });
      },
    ],
    [
      "when it runs",
      (giveUp, seconds) => {
        void until(
          () => processesWith(seconds),
          (pids) => pids.length > 0,
        ).then(giveUp);
      },
    ],
  ])("%s: leaves no process in the container", async (_when, spawned) => {
    const { dir, paths, container } = await startedContainer();
    const seconds = uniqueSeconds();
    const host = containerHost(paths, container, dir);
    const given = new AbortController();
    const start = launchChromium({
      executable: writeFakeBrowser(
        `#!/bin/sh\n[ "$1" = --version ] && echo Chromium 156.0.0.0 && exit\nexec sleep ${seconds}\n`,
      ),
      userDataDir: host.profileDir,
      host: {
        ...host,
        spawn: async (...words) => {
          const program = await host.spawn(...words);
          spawned(() => given.abort(new Error("given up")), seconds);
          return program;
        },
      },
      viewport: { width: 800, height: 600 },
      stealth: false,
      signal: given.signal,
    });
    await expect(start).rejects.toThrow("given up");
    await until(
      () => processesWith(seconds),
      (pids) => pids.length === 0,
    );
    expect(await container.hasEnded(0)).toBe(false);
  });
});
