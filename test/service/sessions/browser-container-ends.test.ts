import { chmod, mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { CHROMIUM } from "../../support/browser/chromium.ts";
import { startServiceWithFakeBrowser } from "../../support/browser/fake-browser.ts";
import { mountedName } from "../../support/machine/mounted.ts";
import { SessionApi } from "../../support/machine/processes.ts";
import { visibleDirectory } from "../../support/machine/run-directories.ts";
import {
  startService,
  type TestService,
  tempDir,
  uncontainedEnded,
  withoutContainers,
} from "../../support/service/service.ts";
import { until } from "../../support/until.ts";
import { downloads, open } from "./support/browser-client.ts";
import { confinedSessions } from "./support/confined-sessions.ts";
import { expectNothingLeftByKill } from "./support/killed-start.ts";

let service: TestService;
/** Service with stand-in browsers, for ends of the browser's surroundings. */
let standIn: TestService;
let url: string;
let stop: () => Promise<void>;
beforeAll(async () => {
  ({ service, url, stop } = await confinedSessions());
  standIn = await startServiceWithFakeBrowser();
});
afterAll(() => Promise.all([stop(), standIn.stop()]));

describe("ends", () => {
  const directories = (of: TestService): Promise<string[]> => readdir(join(of.stateDir, "sessions"));
  const newSession = async (): Promise<SessionApi> =>
    new SessionApi(standIn, (await standIn.create({ timeout_seconds: 3600 })).session_id);

  test("a browser that crashes ends the session, with that reason, and leaves no process of the container", async () => {
    const { session } = await open(service);
    const { body } = await service.api("GET", `/_local/browsers/${session.id}`);
    const dir = await realpath(join(service.stateDir, "sessions", session.id));
    process.kill(body.pid, "SIGKILL");
    const { body: after } = await until(
      () => service.api("GET", `/_local/browsers/${session.id}`),
      (answer) => answer.body.state === "deleted",
    );
    expect(after.end_reason).toBe("the browser ended unexpectedly: Chromium was ended by SIGKILL");
    await until(
      () => directories(service),
      (names) => !names.includes(session.id),
    );
    expect(await holdersOf(dir)).toEqual([]);
  });

  test("a container that is killed takes the browser with it, and the session ends", async () => {
    const session = await newSession();
    const dir = await realpath(join(standIn.stateDir, "sessions", session.id));
    const { body } = await standIn.api("GET", `/_local/browsers/${session.id}`);
    const stat = await readFile(`/proc/${body.pid}/status`, "utf8");
    expect(body.confined).toBe(true);
    expect(stat).toMatch(/NSpid:\t\d+\t\d+/);
    const all = await holdersOf(dir);
    const init = (
      await Promise.all(
        all.map(async (pid) => ((await readFile(`/proc/${pid}/status`, "utf8")).includes("\t1\n") ? pid : undefined)),
      )
    ).find((pid) => pid !== undefined);
    process.kill(init ?? 0, "SIGKILL");
    await until(
      () => standIn.api("GET", `/_local/browsers/${session.id}`),
      (answer) => answer.body.state === "deleted",
    );
    await until(
      () => directories(standIn),
      (names) => !names.includes(session.id),
    );
    expect(await holdersOf(dir)).toEqual([]);
  });

  test("a process that ends everything it can reach ends the browser too, and the reason is reported", async () => {
    const session = await newSession();
    await session.exec({ command: "sh", args: ["-c", "kill -9 -1"] });
    const { body } = await until(
      () => standIn.api("GET", `/_local/browsers/${session.id}`),
      (answer) => answer.body.state === "deleted",
    );
    expect(body.end_reason).toMatch(/^the browser ended unexpectedly/);
  });
});

/** Processes that see something of a directory. */
async function holdersOf(dir: string): Promise<number[]> {
  const pids: number[] = [];
  for (const name of (await readdir("/proc")).filter((one) => /^\d+$/.test(one))) {
    const mounts = await readFile(`/proc/${name}/mountinfo`, "utf8").catch(() => "");
    if (mounts.includes(`${mountedName(dir)}/`)) pids.push(Number(name));
  }
  return pids;
}

describe("where the browser cannot run in a container", () => {
  async function startWith(options: Parameters<typeof startService>[0]): Promise<TestService> {
    const plain = await startService(options);
    onTestFinished(() => plain.stop());
    return plain;
  }

  test("the status says why the browser has no container and what is weaker, and the browser runs anyway", async () => {
    const directory = await mkdtemp(join(visibleDirectory(), "browser-"));
    onTestFinished(() => rm(directory, { recursive: true }));
    const hidden = join(directory, "real");
    await mkdir(hidden);
    await writeFile(join(hidden, "run"), `#!/bin/sh\nexec ${CHROMIUM} "$@"\n`);
    const wrapper = join(directory, "wrapper");
    await writeFile(wrapper, `#!/bin/sh\nexec ${hidden}/run "$@"\n`);
    await Promise.all([chmod(wrapper, 0o755), chmod(join(hidden, "run"), 0o755)]);
    const plain = await startWith({ env: { ...process.env, BROWSERCTL_CHROMIUM: wrapper } });
    const { browser, container } = (await plain.api("GET", "/_local/status")).body;
    expect(container).toEqual({ available: true });
    expect(browser.confined).toBe(false);
    expect(browser.confined_reason).toMatch(
      /^the browser does not run in a container here: .*not found.*; a browser can read/,
    );
    const { session } = await open(plain);
    expect((await plain.api("GET", `/_local/browsers/${session.id}`)).body).toMatchObject({ confined: false });
    await session.exec({ command: "sh", args: ["-c", "kill -9 -1"] });
    // Its processes have a container anyway; the next process gets a new one.
    expect((await session.sh("echo works")).stdout).toBe("works\n");
    expect(plain.log.join("\n")).toContain("browsers of sessions run without a container: the browser does not run");
  });

  test("without bubblewrap downloads land in the session's root, and a page with sound changes no home", async () => {
    const home = await tempDir();
    onTestFinished(() => rm(home, { recursive: true, force: true }));
    const plain = await startWith({ env: { ...withoutContainers, HOME: home } });
    const { browser } = (await plain.api("GET", "/_local/status")).body;
    expect(browser).toMatchObject({
      confined: false,
      confined_reason: expect.stringContaining("bubblewrap is not installed"),
    });
    const { session_id } = await plain.create({ timeout_seconds: 3600, start_url: `${url}at-once` });
    const session = new SessionApi(plain, session_id);
    await until(
      () => downloads(session),
      (names) => names.includes("own.txt"),
    );
    const code = `
      await page.goto("${url}");
      return await page.evaluate(async () => {
        const audio = new AudioContext();
        await audio.resume();
        return audio.state;
      });`;
    const played = await plain.api("POST", `/browsers/${session_id}/playwright/execute`, { json: { code } });
    expect(played.body).toMatchObject({ result: "running" });
    await plain.api("DELETE", `/browsers/${session_id}`);
    await uncontainedEnded(plain);
    expect(await readdir(home)).toEqual([]);
  });
});

test("kill -9 of the service while a session starts, with 5 processes there, leaves none", async () => {
  await expectNothingLeftByKill(5, { sessions: 1 });
});
