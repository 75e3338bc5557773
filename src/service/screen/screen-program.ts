import { constants } from "node:fs";
import { access, realpath } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { lastLine, runVersion } from "../../core/run-version.ts";
import type { Package } from "../packages/install-plan.ts";
import type { KnownVersions } from "./known-versions.ts";

/** Program that a private display needs. */
export interface ScreenProgram {
  readonly name: string;
  readonly product: string;
  readonly package: Package;
  readonly versionOption: string;
  /** Oldest version with everything that is used of it, as major and minor number. */
  readonly minimum: readonly [major: number, minor: number];
}

/** assumed: 1.12 is the oldest tested; it has `-rfbunixpath`, `-AcceptSetDesktopSize` and the extended clipboard. */
export const XVNC: ScreenProgram = {
  name: "Xvnc",
  product: "TigerVNC",
  package: "tigervnc-standalone-server",
  versionOption: "-version",
  minimum: [1, 12],
};

/** assumed: 3.6 is the oldest tested. */
export const OPENBOX: ScreenProgram = {
  name: "openbox",
  product: "Openbox",
  package: "openbox",
  versionOption: "--version",
  minimum: [3, 6],
};

export interface ProgramSearch {
  /** Environment with the PATH that is searched. */
  readonly env: NodeJS.ProcessEnv;
  /** Directories of the machine that sessions see. */
  readonly mounted: readonly string[];
  readonly versions: KnownVersions;
  /** Time limit of a program that is asked for its version. */
  readonly timeoutMs: number;
}

/** Path of a usable program, or the reason why there is none. */
export type FoundProgram = { readonly path: string } | { readonly problem: string };

/**
 * Finds the first usable program of PATH, as bubblewrap is found. The problem is that of the first one when none is
 * usable.
 */
export async function findProgram(program: ScreenProgram, search: ProgramSearch): Promise<FoundProgram> {
  let first: FoundProgram | undefined;
  for (const path of await installed(program.name, search.env)) {
    const problem = await problemOf(program, path, search);
    if (problem === undefined) return { path };
    first ??= { problem };
  }
  return first ?? { problem: `${wordsOf(program)} is not installed` };
}

/** Paths of PATH's files with a name. */
export async function installed(name: string, env: NodeJS.ProcessEnv): Promise<string[]> {
  const directories = (env["PATH"] ?? "").split(delimiter).filter((directory) => directory.startsWith("/"));
  const paths = [...new Set(directories)].map((directory) => join(directory, name));
  const present = await Promise.all(paths.map((path) => isAccessible(path, constants.F_OK)));
  return paths.filter((_, at) => present[at]);
}

async function problemOf(
  program: ScreenProgram,
  path: string,
  { env, mounted, versions, timeoutMs }: ProgramSearch,
): Promise<string | undefined> {
  if (!(await isAccessible(path, constants.X_OK))) return `"${path}" cannot be executed`;
  const real = await realpath(path).catch(() => path);
  const hidden = [path, real].find((each) => !mounted.some((directory) => each.startsWith(`${directory}/`)));
  if (hidden !== undefined) {
    return `the containers of sessions do not see "${hidden}", because they see only ${mounted.join(", ")}`;
  }
  try {
    const version = await versions.get(path, () => askVersion(program, path, env, timeoutMs));
    if (isRecent(version, program.minimum)) return undefined;
    return `"${path}" is ${program.product} ${version}; ${program.minimum.join(".")} or later is needed`;
  } catch (error) {
    return (error as Error).message;
  }
}

/** Version such as `1.12.0`. Throws an error with the reason when the program does not report it. */
async function askVersion(
  { product, versionOption }: ScreenProgram,
  path: string,
  env: NodeJS.ProcessEnv,
  timeoutMs: number,
): Promise<string> {
  // openbox creates a log in the user's cache directory even for this, and continues when it cannot.
  const program = { ...env, XDG_CACHE_HOME: "/dev/null" };
  const { failed, stdout, stderr } = await runVersion([path, versionOption], program, timeoutMs);
  // Xvnc prints it on stderr.
  const output = `${stdout}\n${stderr}`;
  const version = new RegExp(`\\b${product} v?(\\d+\\.\\d+[.\\d]*)`, "i").exec(output)?.[1];
  if (version !== undefined && !failed) return version;
  const last = lastLine(output);
  const said = last === "" ? "" : `; it said: ${last}`;
  if (failed?.killed)
    throw new Error(`"${path}" does not answer ${versionOption} within ${timeoutMs / 1_000} s${said}`);
  throw new Error(`"${path}" does not answer ${versionOption} as ${product} does${said}`);
}

function isRecent(version: string, [major, minor]: ScreenProgram["minimum"]): boolean {
  const [ownMajor = 0, ownMinor = 0] = version.split(".").map(Number);
  return ownMajor > major || (ownMajor === major && ownMinor >= minor);
}

function wordsOf({ name, product }: ScreenProgram): string {
  return name.toLowerCase() === product.toLowerCase() ? name : `${name} (${product})`;
}

async function isAccessible(path: string, mode: number): Promise<boolean> {
  return access(path, mode).then(
    () => true,
    () => false,
  );
}
