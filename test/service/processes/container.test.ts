import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readdir, readFile, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { Clock } from "../../../src/service/clock.ts";
import { stopService } from "../../../src/service/lifecycle/stop.ts";
import { ChangingBrowser, startServiceWithFakeBrowser, writeFakeBrowser } from "../../support/browser/fake-browser.ts";
import { runAsUser } from "../../support/machine/as-user.ts";
import { processesWith, SessionApi, uniqueSeconds } from "../../support/machine/processes.ts";
import { ensureDebianPackage } from "../../support/screen/debian-package.ts";
import {
  callApi,
  processesOf,
  startService,
  type TestService,
  tempDir,
  withoutContainers,
} from "../../support/service/service.ts";
import { serviceProgram } from "../../support/service/service-program.ts";
import { writtenState } from "../../support/service/written-state.ts";
import { until } from "../../support/until.ts";

let service: TestService;
beforeAll(async () => {
  await ensureDebianPackage("bubblewrap", "bwrap");
  service = await startServiceWithFakeBrowser();
});
afterAll(async () => {
  await service.stop();
});

async function newSession(from = service, body: Record<string, unknown> = {}): Promise<SessionApi> {
  return new SessionApi(from, (await from.create({ timeout_seconds: 3600, ...body })).session_id);
}

async function rootOf(session: SessionApi): Promise<string> {
  return (await session.service.api("GET", `/_local/browsers/${session.id}`)).body.root;
}

const gone = async (seconds: string): Promise<void> => {
  const left = await until(
    () => processesWith(seconds),
    (pids) => pids.length === 0,
  );
  expect(left).toEqual([]);
};

describe("what a process sees", () => {
  let session: SessionApi;
  let root: string;
  beforeAll(async () => {
    session = await newSession();
    root = await rootOf(session);
  });

  test("the status reports the container", async () => {
    expect((await service.api("GET", "/_local/status")).body.container).toEqual({ available: true });
    const { body } = await service.api("GET", `/_local/browsers/${session.id}`);
    expect(body).toMatchObject({ container: true, root: join(service.stateDir, "sessions", session.id, "root") });
  });

  test("a process sees the session's root at the same absolute paths, new directories at the top included", async () => {
    await session.sh("echo a > /tmp/a; echo b > ~/b; mkdir /data; echo c > /data/c; echo d > /d");
    for (const path of ["tmp/a", "home/user/b", "data/c", "d"]) {
      expect(await readFile(join(root, path), "utf8")).toBe(`${path.at(-1)}\n`);
    }
    await writeFile(join(root, "data/from-outside"), "x");
    expect((await session.sh("cat /data/from-outside /tmp/a")).stdout).toBe("xa\n");
  });

  test("a process sees the system's directories read-only", async () => {
    const { stdout } = await session.sh(`for d in /usr /bin /sbin /lib /etc /sys /run /proc/sys/kernel; do
      touch $d/x 2>/dev/null && echo "wrote $d"; mkdir $d/y 2>/dev/null && echo "made $d"; rmdir $d 2>/dev/null && echo "removed $d"
      mv $d /tmp/moved 2>/dev/null && echo "moved $d"; done
      old=$(cat /proc/sys/kernel/core_pattern); (echo "$old" > /proc/sys/kernel/core_pattern) 2>/dev/null && echo "wrote core_pattern"; ls -d /usr/bin/env`);
    expect(stdout).toBe("/usr/bin/env\n");
  });

  test("a process sees nothing of the user's home, the service's state, other sessions or other programs", async () => {
    const other = await newSession();
    await other.sh("echo secret > /tmp/other; echo secret > ~/other");
    const seconds = uniqueSeconds();
    await other.spawn({ command: "sleep", args: [seconds] });
    const home = process.env["HOME"] ?? "/root";
    const places = [
      service.stateDir,
      home,
      process.cwd(),
      join(service.stateDir, "sessions", other.id),
      "/tmp/other",
      "/home/user/other",
    ];
    const { stdout } = await session.sh(
      `for p in "$@"; do ls -d "$p" 2>/dev/null; done; ps axww -o args= | grep "[s]leep ${seconds}"; cat /etc/shadow 2>/dev/null`.replace(
        '"$@"',
        places.map((path) => `'${path}'`).join(" "),
      ),
    );
    expect(stdout).toBe("");
    expect((await session.sh("ls /proc | grep -c '^[0-9]'")).stdout.trim().length).toBeLessThan(3);
    const listed = (await session.sh("ls /")).stdout.trim().split("\n");
    expect(listed).toEqual(expect.arrayContaining(["dev", "etc", "home", "proc", "tmp", "usr"]));
    for (const name of ["root", "work", "mnt", "srv", "opt"]) expect(listed).not.toContain(name);
    const answer = await service.api("DELETE", `/browsers/${other.id}`);
    expect(answer.status).toBe(204);
    await gone(seconds);
  });

  test("a process has no token and no variable of the service", async () => {
    const { stdout } = await session.sh("cat /proc/*/environ /proc/*/cmdline 2>/dev/null | tr '\\0' '\\n'; env");
    expect(stdout).not.toContain(service.token);
    expect(stdout).not.toMatch(/BROWSERCTL|VITEST|npm_/);
    expect(stdout).not.toContain(service.stateDir);
  });

  test("a process has no capabilities, cannot gain rights, and has its own device directory", async () => {
    const { stdout } = await session.sh(
      "grep -E 'CapEff|CapPrm|NoNewPrivs' /proc/self/status; ls /dev; ls /proc/self/fd",
    );
    expect(stdout).toMatch(/CapPrm:\t0+\nCapEff:\t0+\nNoNewPrivs:\t1\n/);
    expect(stdout).not.toMatch(/\b(sda|vda|mem|kmsg|loop\d|kvm)\b/);
    for (const device of ["null", "zero", "urandom", "pts", "shm"])
      expect(stdout).toMatch(new RegExp(`^${device}$`, "m"));
    expect((await session.sh("mount -t tmpfs x /tmp; chroot / true; mknod /tmp/n c 1 3")).code).not.toBe(0);
  });

  test("a process shares the network and resolves names as the machine does", async () => {
    const target = new URL(service.baseUrl);
    const script = `exec 3<>/dev/tcp/127.0.0.1/${target.port}; printf 'GET /openapi.json HTTP/1.0\\r\\nHost: 127.0.0.1:${target.port}\\r\\n\\r\\n' >&3; head -1 <&3; getent hosts localhost`;
    const { body } = await session.exec({ command: "bash", args: ["-c", script] });
    const said = Buffer.from(body.stdout_b64, "base64").toString();
    expect(said).toContain("200 OK");
    expect(said).toContain("localhost");
  });

  test("a process has the Node that runs the service", async () => {
    expect((await session.sh("/run/browserctl/bin/node -p process.version")).stdout.trim()).toBe(process.version);
  });

  test("a link that leads out of the root leads into the session", async () => {
    await mkdir(join(root, "links"), { recursive: true });
    await symlink("/etc/hostname", join(root, "links/up"));
    await symlink(service.stateDir, join(root, "links/state"));
    expect((await session.sh("ls /links/state/ 2>&1; cat /links/up")).stdout).toContain("No such file");
  });
});

describe("the end of a session", () => {
  /** Service with real browsers, whose end takes a while. */
  let real: TestService;
  beforeAll(async () => {
    real = await startService();
  });
  afterAll(() => real.stop());

  test("the end of a session runs traps, then kills the remaining processes, including those with their own session", async () => {
    const session = await newSession(real);
    const seconds = uniqueSeconds();
    const polite = await session.script(`trap 'exit 0' TERM; echo ready; while :; do sleep 0.05; done`);
    const rude = await session.script(
      `trap '' TERM HUP INT; (trap '' TERM; sleep ${seconds}) & setsid sleep ${seconds} & setsid -f sh -c "trap '' TERM; sleep ${seconds}"; echo ready; while :; do sleep 1; done`,
    );
    const readers = [polite.follow(), rude.follow()];
    for (const reader of readers)
      await until(
        () => reader.text(),
        (text) => text === "ready\n",
      );
    const dir = join(real.stateDir, "sessions", session.id);
    expect((await real.api("DELETE", `/browsers/${session.id}`)).status).toBe(204);
    expect(await processesWith(seconds)).toEqual([]);
    expect(await readdir(dir).catch(() => "gone")).toBe("gone");
    for (const reader of readers) await reader.done;
    expect(readers.map(({ exit }) => exit)).toEqual([0, 137]);
  });

  test("the end of a session during each operation is a clean error, and nothing remains", async () => {
    const session = await newSession(real);
    const seconds = uniqueSeconds();
    const sleeper = await session.spawn({ command: "sleep", args: [seconds] });
    const terminal = await session.spawn({ command: "sleep", args: [seconds], allocate_tty: true });
    const calls = [
      session.exec({ command: "sleep", args: [seconds] }),
      sleeper.write(Buffer.alloc(2 ** 20)),
      session.call("POST", "playwright/execute", { code: "await new Promise(() => setInterval(() => {}, 1000))" }),
    ];
    const followers = [sleeper.follow(), terminal.follow()];
    await until(
      () => processesWith(seconds),
      (pids) => pids.length >= 6,
    );
    await until(
      () => real.log.filter((line) => line.includes(`${session.id}: a CDP client connected`)),
      (lines) => lines.length > 0,
    );
    const spawns = Array.from({ length: 10 }, () =>
      session.call("POST", "process/spawn", { command: "sleep", args: [seconds] }),
    );
    const deleted = real.api("DELETE", `/browsers/${session.id}`);
    const answers = await Promise.all(calls);
    for (const { status, body } of answers) expect([status, body.code]).toEqual([404, "browser_deleted"]);
    for (const { status, body } of await Promise.all(spawns)) {
      if (status !== 200) expect([status, body.code]).toEqual([404, "browser_deleted"]);
    }
    expect((await deleted).status).toBe(204);
    for (const follower of followers) {
      await follower.done;
      expect(follower.exit).toBe(143);
    }
    expect(await processesWith(seconds)).toEqual([]);
    for (const [method, path, json] of [
      ["GET", "status"],
      ["POST", "kill", { signal: "TERM" }],
      ["GET", "stdout/stream"],
    ] as const) {
      const after = await sleeper.call(method, path, json);
      expect([after.status, after.body.code]).toEqual([404, "browser_deleted"]);
    }
  });

  test("the end of a session comes with the end of its browser", async () => {
    const session = await newSession();
    const seconds = uniqueSeconds();
    await session.script(`setsid sleep ${seconds} & sleep ${seconds}`);
    await until(
      () => processesWith(seconds),
      (pids) => pids.length >= 2,
    );
    const { body } = await service.api("GET", `/_local/browsers/${session.id}`);
    process.kill(body.pid, "SIGKILL");
    await gone(seconds);
  });

  test("a running command and a reader of output keep a session; an idle process does not", async () => {
    const clock = new Clock();
    const timed = await startServiceWithFakeBrowser({ clock });
    onTestFinished(() => timed.stop());
    const session = await newSession(timed, { timeout_seconds: 60 });
    const seconds = uniqueSeconds();
    const idle = await session.spawn({ command: "sleep", args: [seconds] });
    const reader = new AbortController();
    const follower = idle.follow(reader.signal);
    const idleSeconds = async (): Promise<number> =>
      (await timed.api("GET", `/_local/browsers/${session.id}`)).body.idle_seconds;
    await until(
      () => processesWith(seconds),
      (pids) => pids.length > 0,
    );
    const command = new AbortController();
    session.exec({ command: "sleep", args: [seconds] }, command.signal).catch(() => {});
    await until(
      () => processesWith(seconds),
      (pids) => pids.length > 2,
    );
    await clock.advance(600_000);
    expect(await idleSeconds()).toBe(0);
    command.abort();
    await until(
      () => processesWith(seconds),
      (pids) => pids.length <= 2,
    );
    await clock.advance(600_000);
    expect(await idleSeconds()).toBe(0);
    reader.abort();
    await follower.done.catch(() => {});
    const later = async (): Promise<number> => {
      await clock.advance(1_000);
      return await idleSeconds();
    };
    await until(later, (seconds) => seconds > 0);
    await clock.advance(70_000);
    await gone(seconds);
    expect((await timed.api("GET", `/browsers/${session.id}`)).body.code).toBe("browser_deleted");
  });
});

test("kill -9 of the service leaves no process", async () => {
  const stateDir = await tempDir();
  const script = await serviceProgram("serve-process");
  const options = JSON.stringify({ stateDir, version: "0.1.0", port: 0, browser: writeFakeBrowser() });
  const child: ChildProcess = spawn(process.execPath, [script, options], { stdio: "ignore" });
  const exited = once(child, "exit");
  const state = await until(
    () => writtenState(stateDir),
    (value) => value !== undefined,
  );
  const api = (method: string, path: string, json?: unknown): ReturnType<typeof callApi> =>
    callApi(state?.base_url ?? "", state?.token ?? "", method, path, json === undefined ? {} : { json });
  const { session_id } = (await api("POST", "/browsers", {})).body;
  const seconds = uniqueSeconds();
  const args = ["-c", `trap '' TERM HUP; setsid sleep ${seconds} & sleep ${seconds} & sleep ${seconds}`];
  await api("POST", `/browsers/${session_id}/process/spawn`, { command: "sh", args });
  await api("POST", `/browsers/${session_id}/process/spawn`, { command: "sleep", args: [seconds], allocate_tty: true });
  await until(
    () => processesWith(seconds),
    (pids) => pids.length >= 4,
  );
  // The browser is one of them, which shows that the search finds processes that see the session's directory.
  const { pid } = (await api("GET", `/_local/browsers/${session_id}`)).body;
  expect(await processesOf(stateDir)).toContain(pid);
  child.kill("SIGKILL");
  await exited;
  await gone(seconds);
  await until(
    () => processesOf(stateDir),
    (pids) => pids.length === 0,
  );
  // The next start or stop removes the files that its browsers had put aside.
  await stopService({ stateDir });
  await rm(stateDir, { recursive: true, force: true });
});

describe("without bubblewrap", () => {
  /** A stand-in, but for the session that runs Playwright. */
  const browser = new ChangingBrowser();
  let plain: TestService;
  let session: SessionApi;
  beforeAll(async () => {
    plain = await startService({ env: withoutContainers, browser: browser.path });
    session = await newSession(plain);
  });
  afterAll(async () => {
    await plain.api("DELETE", `/browsers/${session.id}`);
    await plain.stop();
  });

  test("the status says that bubblewrap is missing, and why", async () => {
    const { container } = (await plain.api("GET", "/_local/status")).body;
    expect(container).toEqual({ available: false, reason: expect.stringContaining("bubblewrap is not installed") });
    expect((await plain.api("GET", `/_local/browsers/${session.id}`)).body.container).toBe(false);
  });

  test("without bubblewrap the root is home and working directory; commands, signals and terminals work", async () => {
    const root = await realpath(await rootOf(session));
    const { stdout } = await session.sh('pwd; echo "$HOME"; echo "$TMPDIR"; env | grep -c BROWSERCTL');
    expect(stdout).toBe(`${root}/home/user\n${root}/home/user\n${root}/tmp\n0\n`);
    expect((await session.sh("pwd", { cwd: "/tmp" })).stdout).toBe(`${root}/tmp\n`);
    expect((await session.exec({ command: "no-such-program" })).body.code).toBe("command_not_found");
    const process = await session.script("trap 'echo bye; exit 9' TERM; echo hi; while :; do sleep 0.05; done");
    const follower = process.follow();
    await until(
      () => follower.text(),
      (text) => text === "hi\n",
    );
    await process.kill("TERM");
    await follower.done;
    expect([follower.text(), follower.exit]).toEqual(["hi\nbye\n", 9]);
    const terminal = await session.spawn({ command: "sh", args: ["-c", "stty size; tty"], allocate_tty: true });
    expect((await terminal.output()).stdout.toString()).toMatch(/^24 80\r\n\/dev\/pts\/\d+\r\n$/);
  });

  test("without bubblewrap playwright works, and a session's end still takes its processes", async () => {
    browser.useChromium();
    const other = await newSession(plain);
    const answer = await other.call("POST", "playwright/execute", { code: "return 6 * 7" });
    expect(answer.body).toMatchObject({ success: true, result: 42 });
    const seconds = uniqueSeconds();
    await other.script(`trap '' TERM; setsid sleep ${seconds} & sleep ${seconds}`);
    await until(
      () => processesWith(seconds),
      (pids) => pids.length >= 2,
    );
    expect((await plain.api("DELETE", `/browsers/${other.id}`)).status).toBe(204);
    await gone(seconds);
  });
});

test.skipIf(process.getuid?.() !== 0)("an ordinary user has the same container as root", async () => {
  const { facts, ran } = (await runAsUser("container-as-user.ts")) as { facts: unknown; ran: string };
  expect(facts).toMatchObject({ available: true, enterPrograms: { nsenter: expect.any(String) } });
  expect(ran).toMatch(/^uid=65534.*\n\/home\/user\nCapEff:\t0+\nwritten\n1\n$/);
});
