import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { delimiter, dirname, join } from "node:path";
import { makeDirectory } from "../../core/make-directory.ts";
import { nodeProgram } from "../../core/node-program.ts";
import type { Container } from "./container.ts";
import { type EnterPrograms, loadsFromSystem } from "./container-view.ts";
import { tryEntering } from "./launch.ts";
import { findSecretFiles, type SecretFiles } from "./secret-files.ts";
import { SessionPaths } from "./session-paths.ts";
import { prepareSessionRoot } from "./session-root.ts";

/** Beginning of the name of a probe's directory in the state directory; six characters follow. */
const PROBE_PREFIX = "probe-";
/** Whole name of a probe's directory. */
export const PROBE_DIRECTORY = new RegExp(`^${PROBE_PREFIX}[A-Za-z0-9]{6}$`);

/** Container support of this machine. */
export interface ContainerFacts {
  readonly available: boolean;
  /** Reason why containers are not available. */
  readonly reason?: string;
  /** Path of bubblewrap; absent without containers. */
  readonly bwrap?: string;
  /** Programs to enter a running container; absent when bubblewrap builds a view for each process. */
  readonly enterPrograms?: EnterPrograms;
  /** Path of `setpriv`, which kills a process when the service dies, without a container. */
  readonly setpriv?: string;
  /** Path of Node; sessions see it read-only. */
  readonly node: string;
  /** Directory of playwright-core; absent when it is not installed. */
  readonly playwright?: string;
  /** Directories hidden from sessions: the service's state, the user's home. */
  readonly hidden: readonly string[];
  /** System files that only root may read; a service that runs as root would expose them. Empty for other users. */
  readonly secrets: SecretFiles;
}

export interface ProbeOptions {
  /** Environment, for `PATH` and `HOME`. */
  env: Readonly<Record<string, string | undefined>>;
  stateDir: string;
  log: (line: string) => void;
}

/**
 * Checks once whether bubblewrap is installed and supports the needs of sessions: a PID namespace that a second process
 * joins. Without bubblewrap, processes are plain children. assumed: bubblewrap 0.5 or later, Linux only.
 */
export async function probeContainer({ env, stateDir, log }: ProbeOptions): Promise<ContainerFacts> {
  const playwright = playwrightDirectory();
  const linux = process.platform === "linux";
  const setpriv = linux ? findProgram(env, "setpriv") : undefined;
  const facts = {
    node: nodeProgram(),
    hidden: [stateDir, env["HOME"] ?? ""].filter((path) => path.length > 1),
    secrets: linux && process.getuid?.() === 0 ? await findSecretFiles("/etc") : { files: [], directories: [] },
    ...(setpriv !== undefined && { setpriv }),
    ...(playwright !== undefined && { playwright }),
  };
  if (!linux) return { ...facts, available: false, reason: "containers need Linux" };
  const bwrap = findBubblewrap(env);
  if (bwrap === undefined) {
    return { ...facts, available: false, reason: "bubblewrap is not installed (no `bwrap` in PATH)" };
  }
  const enterPrograms = findEnterPrograms(env);
  const wanted: ContainerFacts = { ...facts, available: true, bwrap };
  makeDirectory(stateDir, 0o700);
  const dir = await mkdtemp(join(stateDir, PROBE_PREFIX));
  try {
    const withPrograms = { ...wanted, ...(enterPrograms && { enterPrograms }) };
    const paths = new SessionPaths(withPrograms, await prepareSessionRoot(dir), log);
    await using container = paths.container as Container;
    const [problem, enters] = await Promise.all([container.try(), enterPrograms && tryEntering(paths)]);
    if (problem === undefined) return enters ? withPrograms : wanted;
    return { ...facts, available: false, reason: `bubblewrap does not work here: ${problem}` };
  } catch (error) {
    return { ...facts, available: false, reason: `bubblewrap does not work here: ${(error as Error).message}` };
  } finally {
    await rm(dir, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Path of bubblewrap, working or not. */
export function findBubblewrap(env: ProbeOptions["env"]): string | undefined {
  return findProgram(env, "bwrap");
}

/** Programs that enter a container; undefined when one is missing or would load libraries that a session can write. */
function findEnterPrograms(env: ProbeOptions["env"]): EnterPrograms | undefined {
  const [nsenter, setpriv, setsid] = ["nsenter", "setpriv", "setsid"].map((name) => findProgram(env, name));
  if (nsenter === undefined || setpriv === undefined || setsid === undefined) return undefined;
  return loadsFromSystem(setpriv) ? { nsenter, setpriv, setsid } : undefined;
}

function findProgram(env: ProbeOptions["env"], name: string): string | undefined {
  const directories = (env["PATH"] ?? "").split(delimiter).filter((directory) => directory.startsWith("/"));
  return directories.map((directory) => join(directory, name)).find((path) => existsSync(path));
}

function playwrightDirectory(): string | undefined {
  try {
    return dirname(createRequire(import.meta.url).resolve("playwright-core/package.json"));
  } catch {
    return undefined;
  }
}
