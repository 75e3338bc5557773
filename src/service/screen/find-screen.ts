import { existsSync } from "node:fs";
import type { ScreenSetting } from "../../contract/screen.ts";
import type { Package } from "../packages/install-plan.ts";
import type { BrowserConfinement } from "../processes/browser-probe.ts";
import { findBubblewrap } from "../processes/container-probe.ts";
import { mountedDirectories } from "../processes/session-root.ts";
import { KnownVersions, type VersionMemory } from "./known-versions.ts";
import { type FoundProgram, findProgram, installed, OPENBOX, XVNC } from "./screen-program.ts";

/** Programs of private displays, or the reason why sessions on this machine have no display. */
export type ScreenFacts =
  | { readonly real: true; readonly xvnc: string; readonly openbox: string }
  | {
      readonly real: false;
      readonly reason: string;
      /** Packages that may remove the reason. */
      readonly packages: readonly Package[];
    };

export interface FindScreenOptions {
  /** Environment, for `PATH`. */
  readonly env: NodeJS.ProcessEnv;
  /** Keeps versions between runs; without it each run asks the programs. */
  readonly memory?: VersionMemory;
  readonly platform?: NodeJS.Platform;
  /** Directories of the machine that sessions see; by default the usual ones that exist. */
  readonly mounted?: readonly string[];
  /** Directory of the keyboard maps; default /usr/share/X11/xkb. */
  readonly keyboardMaps?: string;
  /** Time limit of each version query, in milliseconds; default 5 s. */
  readonly timeoutMs?: number;
}

const VERSION_MS = 5_000;
/** assumed: Xvnc of every usual distribution looks here. */
const KEYBOARD_MAPS = "/usr/share/X11/xkb";
const PLATFORM_NAMES: Partial<Record<NodeJS.Platform, string>> = { darwin: "macOS", win32: "Windows" };
const FORGETFUL: VersionMemory = { read: () => undefined, write: () => {} };

/** Finds the programs of a private display: Xvnc, its keyboard maps and compiler, and openbox. */
export async function findScreen(options: FindScreenOptions): Promise<ScreenFacts> {
  const { env, platform = process.platform, timeoutMs = VERSION_MS } = options;
  if (platform !== "linux") {
    const reason = `${PLATFORM_NAMES[platform] ?? platform} has no private display, which needs Linux`;
    return { real: false, reason, packages: [] };
  }
  const versions = new KnownVersions(options.memory ?? FORGETFUL);
  const search = { env, mounted: options.mounted ?? mountedDirectories(), versions, timeoutMs };
  const xvnc = await findProgram(XVNC, search);
  const openbox = await findProgram(OPENBOX, search);
  versions.save();
  const keyboard = "path" in xvnc ? await keyboardProblem(env, options.keyboardMaps ?? KEYBOARD_MAPS) : undefined;
  if ("path" in xvnc && "path" in openbox && keyboard === undefined) {
    return { real: true, xvnc: xvnc.path, openbox: openbox.path };
  }
  return withoutScreen([
    ...problemWith(xvnc, XVNC.package),
    ...(keyboard === undefined ? [] : [{ reason: keyboard, packages: ["x11-xkb-utils"] as const }]),
    ...problemWith(openbox, OPENBOX.package),
  ]);
}

export interface ScreenFactsOptions {
  readonly setting: ScreenSetting;
  readonly env: NodeJS.ProcessEnv;
  /** Finds the programs; not called when the setting is headless. */
  readonly find: () => Promise<ScreenFacts>;
  /** Result of checking whether browsers run in containers, where displays run too. */
  readonly confinement: Promise<BrowserConfinement>;
}

/** Combines the setting of the service, the programs and the container of sessions. */
export async function screenFacts({ setting, env, find, confinement }: ScreenFactsOptions): Promise<ScreenFacts> {
  if (setting === "headless") return { real: false, reason: "the service was started without screens", packages: [] };
  const [programs, { confined, reason }] = await Promise.all([find(), confinement]);
  if (confined) return programs;
  // A platform without displays has no packages either.
  if (!programs.real && programs.packages.length === 0) return programs;
  const packages: readonly Package[] = findBubblewrap(env) === undefined ? ["bubblewrap"] : [];
  return withoutScreen([
    ...(programs.real ? [] : [programs]),
    { reason: `browsers do not run in a container: ${reason}`, packages },
  ]);
}

async function keyboardProblem(env: NodeJS.ProcessEnv, maps: string): Promise<string | undefined> {
  if ((await installed("xkbcomp", env)).length === 0) return "xkbcomp is not installed, which Xvnc needs";
  return existsSync(maps) ? undefined : `there are no keyboard maps in "${maps}", which Xvnc needs`;
}

interface Problem {
  readonly reason: string;
  readonly packages: readonly Package[];
}

function problemWith(found: FoundProgram, name: Package): Problem[] {
  return "problem" in found ? [{ reason: found.problem, packages: [name] }] : [];
}

function withoutScreen(problems: readonly Problem[]): ScreenFacts {
  return {
    real: false,
    reason: problems.map(({ reason }) => reason).join("; "),
    packages: problems.flatMap(({ packages }) => packages),
  };
}
