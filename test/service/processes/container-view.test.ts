import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { Clock } from "../../../src/service/clock.ts";
import { type ContainerFacts, findBubblewrap, probeContainer } from "../../../src/service/processes/container-probe.ts";
import { ContainerView, loadsFromSystem, spellEnvironment } from "../../../src/service/processes/container-view.ts";
import { SessionPaths } from "../../../src/service/processes/session-paths.ts";
import { type CommandRequest, SessionProcesses } from "../../../src/service/processes/session-processes.ts";
import { prepareSessionRoot } from "../../../src/service/processes/session-root.ts";
import { ensureDebianPackage } from "../../support/screen/debian-package.ts";

const limits = { outputBytes: 2 ** 20, overflow: "kill" } as const;
const { signal } = new AbortController();
let dir: string;
let facts: ContainerFacts;
beforeAll(async () => {
  await ensureDebianPackage("bubblewrap", "bwrap");
  dir = await mkdtemp(join(tmpdir(), "browserctl-view-"));
  facts = await probeContainer({ env: process.env, stateDir: dir, log: () => {} });
});
afterAll(() => rm(dir, { recursive: true, force: true }));

let sessions = 0;
async function newProcesses(using: ContainerFacts): Promise<SessionProcesses> {
  sessions += 1;
  const root = await prepareSessionRoot(join(dir, `session-${sessions}`));
  return new SessionProcesses(new SessionPaths(using, root, () => {}), new Clock());
}

/** Ends processes and their container, which would live until this process ends. */
async function end(processes: SessionProcesses): Promise<void> {
  await processes.close(new Error("the session is over"));
  await processes.closeContainer();
}

async function run(processes: SessionProcesses, script: string, more: Partial<CommandRequest> = {}) {
  const request = { command: "sh", args: ["-c", script], input: false, ...more };
  const { exitCode, output } = await processes.exec(request, limits, signal);
  return { code: exitCode, stdout: output.stdout.toString(), stderr: output.stderr.toString() };
}

describe("a process that enters the container", () => {
  let processes: SessionProcesses;
  beforeAll(async () => {
    processes = await newProcesses(facts);
  });
  afterAll(() => end(processes));

  test("a process that enters the container shares its devices and memory with earlier ones", async () => {
    expect(facts.enterPrograms).toMatchObject({ setpriv: expect.any(String), setsid: expect.any(String) });
    const { stdout } = await run(
      processes,
      "echo shared > /dev/shm/file; stat -Lc %i /proc/self/ns/mnt /proc/self/ns/ipc",
    );
    expect((await run(processes, "cat /dev/shm/file; stat -Lc %i /proc/self/ns/mnt /proc/self/ns/ipc")).stdout).toBe(
      `shared\n${stdout}`,
    );
  });

  test("a process that enters the container gets its environment unchanged, whichever way it takes", async () => {
    for (const [name, value] of [
      ["A", "two\n\nlines\n"],
      ["A", " around\t"],
      ["A", "'\"$HOME`\\n\\"],
      ["A", "=+."],
      ["A", "é ✓"],
      ["A", ""],
      ["IFS", "x"],
      ["UID", "5"],
      ["A", "x".repeat(100_000)],
    ] as const) {
      const script = `printf '%s|' "$${name}"; env | grep -c '^LANG=C.UTF-8$'`;
      const { stdout } = await run(processes, script, { env: { [name]: value, B: "1" } });
      // A shell sets these two itself when it starts.
      if (name === "A") expect(stdout).toBe(`${value}|1\n`);
      else expect(stdout).toMatch(/\|1\n$/);
    }
  });

  test("a process that enters the container ignores no signal, with and without an input", async () => {
    for (const input of [true, false]) {
      expect((await run(processes, "grep -E 'Sig(Ign|Blk)' /proc/self/status", { input })).stdout).toBe(
        "SigBlk:\t0000000000000000\nSigIgn:\t0000000000000000\n",
      );
    }
  });

  test("the end of a process is noticed after it was stopped and continued", async () => {
    const script = `(until grep -q '^State:.T' /proc/$$/status; do :; done; kill -CONT $$) & kill -STOP $$; exit 3`;
    expect((await run(processes, script)).code).toBe(3);
  });
});

test("without the programs to enter it, each process builds the view of its container", async () => {
  const bin = join(dir, "bin");
  await mkdir(bin);
  await symlink(findBubblewrap(process.env) ?? "", join(bin, "bwrap"));
  const env = { ...process.env, PATH: bin };
  const bare = await probeContainer({ env, stateDir: dir, log: () => {} });
  expect([bare.available, bare.enterPrograms]).toEqual([true, undefined]);
  const processes = await newProcesses(bare);
  onTestFinished(() => end(processes));
  await run(processes, "echo one > /dev/shm/file; echo two > /tmp/file");
  expect((await run(processes, "cat /dev/shm/file /tmp/file 2>/dev/null")).stdout).toBe("two\n");
});

test("a view is outdated when a file that it shows or hides individually was replaced", async () => {
  const file = join(dir, "resolv.conf");
  await writeFile(file, "before");
  const view = new ContainerView(process.pid, false, Promise.resolve(true), [file, join(dir, "missing")]);
  onTestFinished(() => view.close());
  expect(await view.isCurrent()).toBe(true);
  await writeFile(`${file}.new`, "after");
  await rename(`${file}.new`, file);
  expect(await view.isCurrent()).toBe(false);
});

test("programs that enter are the system's own", async () => {
  await writeFile(join(dir, "setpriv"), "#!/bin/sh\n", { mode: 0o755 });
  expect(loadsFromSystem(join(dir, "setpriv"))).toBe(false);
  expect(loadsFromSystem("/usr/bin/no-such-program")).toBe(false);
});

test("variables that a shell reserves, or cannot name, are not passed to it", () => {
  expect(spellEnvironment({ A: "1\n2", B: "" })).toBe("=A=1\n+2\n=B=\n.\n");
  for (const name of ["UID", "PPID", "BASH_ENV", "PS4", "_", "a.b", "a b", ""]) {
    expect(spellEnvironment({ [name]: "1" }), name).toBeUndefined();
  }
  expect(spellEnvironment({ A: "x".repeat(16 * 1_024) })).toBeUndefined();
});
