import { type ChildProcess, spawn } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { smallSharedMemory } from "./browser-memory.ts";

/** Started browser: its descriptors 3 and 4 are the debugging pipe, 2 is stderr. */
export interface HostedBrowser {
  readonly child: ChildProcess;
  /** Process id of the browser as this process sees it; undefined when it did not start. */
  readonly pid: Promise<number | undefined>;
}

/** Host of a browser: a plain child of the service with the user's file access, or the container of its session. */
export interface BrowserHost {
  /** True when the browser sees only its session and the system's directories. */
  readonly confined: boolean;
  /** True when its windows are on a display; it runs headless otherwise. */
  readonly hasDisplay: boolean;
  /** The profile directory as the browser sees it. */
  readonly userDataDir: string;
  /** The profile directory as this process sees it. */
  readonly profileDir: string;
  /** Converts a path of the machine to the path that the browser sees. */
  inside(path: string): string;
  /** Resolves with true when there is too little shared memory for a page. */
  smallSharedMemory(): Promise<boolean>;
  /** Starts the browser as the leader of a process group. Throws a system error or a ChromiumStartError. */
  spawn(executable: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<HostedBrowser>;
}

/** Directory of temporary files in the profile; useless after Chromium has ended. */
const TEMPORARY_DIRECTORY = "tmp";
/**
 * The limit is 103 bytes on macOS and 107 on Linux, less the part that Chromium appends:
 * /org.chromium.Chromium.XXXXXX/SingletonSocket.
 */
const MAX_SOCKET_PATH = 103 - 45;

/** Runs a browser as a plain child, over a profile directory. */
export function plainHost(userDataDir: string): BrowserHost {
  return {
    confined: false,
    hasDisplay: false,
    userDataDir,
    profileDir: userDataDir,
    inside: (path) => path,
    smallSharedMemory,
    spawn: async (executable, args, env) => {
      const child = spawn(executable, args, {
        env: { ...env, ...(await temporaryDirectory(userDataDir)) },
        // Its own group and session: Ctrl-C at the terminal does not reach it, and one kill reaches all its processes.
        detached: process.platform !== "win32",
        windowsHide: true,
        stdio: ["ignore", "ignore", "pipe", "pipe", "pipe"],
      });
      return { child, pid: Promise.resolve(child.pid) };
    },
  };
}

/**
 * Creates the directory of Chromium's temporary files in its profile, so that they are removed with it even after a
 * kill. Undefined when the path of Chromium's lock socket would be too long for Chromium to start.
 */
async function temporaryDirectory(userDataDir: string): Promise<{ TMPDIR?: string }> {
  const directory = join(userDataDir, TEMPORARY_DIRECTORY);
  if (process.platform === "win32" || Buffer.byteLength(directory) > MAX_SOCKET_PATH) return {};
  const made = await mkdir(directory, { recursive: true, mode: 0o700 }).then(
    () => true,
    () => false,
  );
  return made ? { TMPDIR: directory } : {};
}
