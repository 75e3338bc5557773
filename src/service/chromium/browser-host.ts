import { type ChildProcess, spawn } from "node:child_process";
import { mkdir, statfs } from "node:fs/promises";
import { join } from "node:path";

/** A browser that was started: its descriptors 3 and 4 are the debugging pipe, 2 is what it says. */
export interface HostedBrowser {
  readonly child: ChildProcess;
  /** The browser's own number as this process sees it; undefined when it never came so far. */
  readonly pid: Promise<number | undefined>;
}

/** Where a browser runs: as a child of the service that sees all the user does, or in the container of its session. */
export interface BrowserHost {
  /** True when the browser sees only its session and the system's directories. */
  readonly confined: boolean;
  /** The profile directory as the browser sees it. */
  readonly userDataDir: string;
  /** The profile directory as this process sees it. */
  readonly profileDir: string;
  /** A path of the machine as the browser sees it. */
  inside(path: string): string;
  /** Checks whether there is too little shared memory for a page. */
  smallSharedMemory(): Promise<boolean>;
  /** Starts it, the leader of a process group. Throws when the system refuses, or a ChromiumStartError. */
  spawn(executable: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<HostedBrowser>;
}

/** Directory of temporary files in the profile; of no use to anybody once Chromium has ended. */
export const TEMPORARY_DIRECTORY = "tmp";
/** 103 bytes on macOS, 107 on Linux, less what Chromium appends: /org.chromium.Chromium.XXXXXX/SingletonSocket. */
const SOCKET_PATH_LIMIT = 103 - 45;
const SMALL_SHARED_MEMORY = 256 * 1024 * 1024;

/** Runs a browser as a plain child, over a profile directory. */
export function plainHost(userDataDir: string): BrowserHost {
  return {
    confined: false,
    userDataDir,
    profileDir: userDataDir,
    inside: (path) => path,
    smallSharedMemory: async () => {
      if (process.platform !== "linux") return false;
      const shm = await statfs("/dev/shm").catch(() => undefined);
      return shm === undefined || shm.bavail * shm.bsize < SMALL_SHARED_MEMORY;
    },
    spawn: async (executable, args, env) => {
      const child = spawn(executable, args, {
        env: { ...env, ...(await temporaryDirectory(userDataDir)) },
        // Its own group and session: a Ctrl-C at the terminal is for us, and one kill reaches all of its processes.
        detached: process.platform !== "win32",
        windowsHide: true,
        stdio: ["ignore", "ignore", "pipe", "pipe", "pipe"],
      });
      return { child, pid: Promise.resolve(child.pid) };
    },
  };
}

/**
 * Keeps Chromium's temporary files under its profile, where they go with it even after a kill. Not where the path of
 * its lock socket would grow too long: Chromium then refuses to start.
 */
async function temporaryDirectory(userDataDir: string): Promise<{ TMPDIR?: string }> {
  const directory = join(userDataDir, TEMPORARY_DIRECTORY);
  if (process.platform === "win32" || Buffer.byteLength(directory) > SOCKET_PATH_LIMIT) return {};
  const made = await mkdir(directory, { recursive: true, mode: 0o700 }).then(
    () => true,
    () => false,
  );
  return made ? { TMPDIR: directory } : {};
}
