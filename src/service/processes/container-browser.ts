import { accessSync, constants, existsSync, realpathSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { BrowserHost } from "../chromium/browser-host.ts";
import { spawnFailure } from "../chromium/chromium-process.ts";
import { type ChromePolicy, policyMounts } from "./browser-policies.ts";
import type { Container } from "./container.ts";
import { startInContainer } from "./container-program.ts";
import type { PrivateNetwork } from "./private-network.ts";
import type { SessionPaths } from "./session-paths.ts";
import { mountedDirectories } from "./session-root.ts";

/**
 * Paths of a browser's own files in a container. assumed: below `/run`, where neither file operations nor the session's
 * processes can change a profile that is in use.
 */
const browserPaths = {
  program: "/run/browserctl/chromium",
  profile: "/run/browserctl/profile",
  extensions: "/run/browserctl/extensions",
  /** Home, caches and temporary files of the browser only. */
  own: "/run/browserctl/browser",
} as const;

/** Variables and mounts with which a browser shows its windows on a display. */
export interface DisplayAccess {
  readonly env: Readonly<Record<string, string>>;
  /** Arguments of bubblewrap that mount the display's socket and cookie. */
  readonly mounts: readonly string[];
  /** Descriptor of the display's namespace of shared memory, in which the browser draws. */
  readonly sharedMemory: number | undefined;
}

export interface ContainerHostOptions {
  /** Display of its windows; without one it runs headless. */
  readonly display?: DisplayAccess;
  /** Network of its own; without one it has that of the machine. */
  readonly network?: PrivateNetwork | undefined;
  /** Enterprise policies, in addition to those of this machine. */
  readonly policy?: ChromePolicy | undefined;
}

/** Directories of a session's browser on the machine, by their names inside. */
interface BrowserDirectories {
  profile: string;
  extensions: string;
  own: string;
}

/** Directory of unpacked extensions in a session's directory. */
export const EXTENSIONS_DIRECTORY = "extensions";
/** Directory of the browser's profile in a session's directory. */
export const PROFILE_DIRECTORY = "user-data";

const PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
const FONT_CACHE = "/var/cache/fontconfig";
/** Files next to the executable of an installed Chromium. */
const INSTALLED = ["resources.pak", "icudtl.dat"];

/**
 * Runs a session's browser in its container: it joins the namespaces of the processes and sees the same root, plus its
 * profile, its extensions and its own home. The debugging pipe is passed through.
 *
 * @param dir the session's directory
 */
export function containerHost(
  paths: SessionPaths,
  container: Container,
  dir: string,
  { display, network, policy }: ContainerHostOptions = {},
): BrowserHost {
  const at: BrowserDirectories = {
    profile: join(dir, PROFILE_DIRECTORY),
    extensions: join(dir, EXTENSIONS_DIRECTORY),
    own: join(dir, "browser"),
  };
  return {
    confined: true,
    hasDisplay: display !== undefined,
    userDataDir: browserPaths.profile,
    profileDir: at.profile,
    // The container has its own `/dev`, whose shared memory can use up to half of the machine's memory.
    smallSharedMemory: async () => false,
    inside: (path) => browserPath(path, at),
    spawn: async (executable, args) => {
      const program = insidePath(executable);
      await makeDirectories(at);
      const policies = policy === undefined ? [] : await policyMounts(join(dir, "policies"), policy);
      return await startInContainer(paths, container, {
        command: [program.path, ...args],
        env: { ...environment, ...display?.env },
        mounts: [...browserMounts(at), ...program.mounts, ...(display?.mounts ?? []), ...policies],
        sharedMemory: display?.sharedMemory,
        network,
      });
    },
  };
}

/** Converts a path of a session's browser to the path inside the container. */
function browserPath(path: string, at: BrowserDirectories): string {
  for (const name of ["profile", "extensions", "own"] as const) {
    if (path === at[name] || path.startsWith(`${at[name]}/`)) return browserPaths[name] + path.slice(at[name].length);
  }
  return path;
}

/**
 * Environment inside the container; the service's own would reveal facts of the user and name paths that do not exist
 * inside.
 */
const environment: Readonly<Record<string, string>> = {
  PATH,
  HOME: browserPaths.own,
  TMPDIR: `${browserPaths.own}/tmp`,
  XDG_CACHE_HOME: `${browserPaths.own}/cache`,
  BREAKPAD_DUMP_LOCATION: `${browserPaths.own}/crashes`,
};

async function makeDirectories(at: BrowserDirectories): Promise<void> {
  const all = [at.profile, at.extensions, ...["tmp", "cache", "crashes"].map((name) => join(at.own, name))];
  await Promise.all(all.map((path) => mkdir(path, { recursive: true, mode: 0o700 })));
}

function browserMounts(at: BrowserDirectories): string[] {
  return [
    ...(["profile", "extensions", "own"] as const).flatMap((name) => ["--bind", at[name], browserPaths[name]]),
    ...fontCacheMounts(`${browserPaths.own}/cache`),
  ];
}

/**
 * Mounts of the machine's cache of fonts, without which every start of a program scans all fonts.
 *
 * @param caches directory of caches (XDG_CACHE_HOME) of the program inside
 */
export function fontCacheMounts(caches: string): string[] {
  return existsSync(FONT_CACHE) ? ["--ro-bind", FONT_CACHE, `${caches}/fontconfig`] : [];
}

/**
 * Path of the browser's executable inside, and the mounts for an executable outside the system's directories. Throws
 * ChromiumStartError for a missing executable.
 */
function insidePath(executable: string): { path: string; mounts: string[] } {
  const directories = mountedDirectories();
  const real = programPath(executable);
  const isThere = (path: string): boolean => directories.some((directory) => path.startsWith(`${directory}/`));
  if (isThere(real)) return { path: isThere(executable) ? executable : real, mounts: [] };
  const directory = dirname(real);
  const path = `${browserPaths.program}/${basename(real)}`;
  // An installed browser needs the files next to it. From any other directory only the executable is mounted.
  const whole = INSTALLED.some((name) => existsSync(join(directory, name)));
  return { path, mounts: whole ? ["--ro-bind", directory, browserPaths.program] : ["--ro-bind", real, path] };
}

function programPath(executable: string): string {
  try {
    accessSync(executable, constants.X_OK);
    return realpathSync(executable);
  } catch (error) {
    throw spawnFailure(executable, error as NodeJS.ErrnoException);
  }
}
