import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { beforeAll, describe, expect, test } from "vitest";
import { launchChromium } from "../../../src/service/chromium/launch.ts";
import { containerHost } from "../../../src/service/processes/container-browser.ts";
import { startInContainer } from "../../../src/service/processes/container-program.ts";
import { temporaryDirectory } from "../../support/browser/chromium.ts";
import { writeFakeBrowser } from "../../support/browser/fake-browser.ts";
import { processesWith, uniqueSeconds } from "../../support/machine/processes.ts";
import { startedContainer } from "../../support/machine/started-container.ts";
import { ensureDebianPackage } from "../../support/screen/debian-package.ts";
import { until } from "../../support/until.ts";

beforeAll(() => ensureDebianPackage("procps", "pgrep"), 300_000);

test("a program that joins a container gets no signal when the process that started it ends", async () => {
  const { paths, container } = await startedContainer();
  const command = ["/bin/sh", "-c", "exec setpriv --dump >&3"];
  const { child } = await startInContainer(paths, container, { command, env: {}, mounts: [] });
  expect(await text(child.stdio[3] as Readable)).toContain("Parent death signal: [none]");
});

test("a program that joins before the container's own program runs goes on when strays are ended", async () => {
  const fifo = join(await temporaryDirectory(), "go");
  execFileSync("mkfifo", [fifo]);
  // The container's own program starts once the pipe has a byte.
  const late = (bwrap: string): string =>
    writeFakeBrowser(
      `#!/bin/sh\ncase "$*" in --unshare-pid*) exec ${bwrap} --block-fd 9 "$@" 9<>${fifo};; esac\nexec ${bwrap} "$@"\n`,
    );
  const { paths, container } = await startedContainer(late);
  const { child } = await startInContainer(paths, container, {
    command: ["/bin/sh", "-c", "echo $$ >&3; read -r line <&4; echo $line >&3"],
    env: {},
    mounts: [],
  });
  const [input, output] = [child.stdio[4] as Writable, child.stdio[3] as Readable];
  const lines = createInterface({ input: output })[Symbol.asyncIterator]();
  expect((await lines.next()).value).toBe("2");
  writeFileSync(fifo, "\n");
  expect([await container.endStrays(), await container.hasEnded(0)]).toEqual([true, false]);
  input.end("alive\n");
  expect((await lines.next()).value).toBe("alive");
});

describe("a browser that never answers, when its start is given up", () => {
  test.each<[string, (giveUp: () => void, seconds: string) => void]>([
    ["before it runs", (giveUp) => void setImmediate(giveUp)],
    [
      "when it runs, before its process is known",
      (giveUp, seconds) => {
        // Its arguments are sent in this turn of the event loop; the report of its process is read in a later one.
        setTimeout(() => {
          execFileSync("sh", ["-c", `until pgrep -f "[s]leep ${seconds}"; do :; done`], { timeout: 120_000 });
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
  ])("a browser that never answers and is given up %s leaves no process in the container", async (_when, spawned) => {
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
