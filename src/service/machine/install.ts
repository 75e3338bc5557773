import { commandToInstall, InstallError, type InstallOptions, installPackages } from "../packages/install.ts";
import type { Package } from "../packages/install-plan.ts";

/** Reason why packages were not installed. */
export interface InstallFailure {
  readonly message: string;
  /** Command that the user can type, if there is one. */
  readonly command: string | undefined;
  readonly error: Error;
}

/** Settings of {@link install}. */
export type InstallChoices = Pick<InstallOptions, "env" | "log" | "signal" | "refreshed">;

/** Installs packages with this machine's package manager, if it needs no question. Throws the signal's reason. */
export async function install(
  packages: readonly Package[],
  choices: InstallChoices,
): Promise<InstallFailure | undefined> {
  try {
    await installPackages(packages, choices);
    return undefined;
  } catch (error) {
    if (!(error instanceof InstallError)) throw error;
    return { message: error.message, command: error.command, error };
  }
}

/** Feature that needs packages, such as the container of sessions. */
export interface InstallPart {
  readonly missing: readonly Package[];
}

/** One call of the package manager, as {@link install} makes it. */
export type InstallStep = (packages: readonly Package[], refreshed: boolean) => Promise<InstallFailure | undefined>;

/**
 * Installs the needs of several parts with one call; if that fails, part by part. Returns the failures of parts.
 *
 * @param refreshed true when the lists of the package manager were just updated
 */
export async function installParts<Part extends InstallPart>(
  parts: readonly Part[],
  step: InstallStep,
  refreshed: boolean,
): Promise<Map<Part, InstallFailure>> {
  const failures = new Map<Part, InstallFailure>();
  const all = await step(
    parts.flatMap(({ missing }) => missing),
    refreshed,
  );
  if (!all) return failures;
  for (const part of parts) {
    const failure = parts.length === 1 ? all : await step(part.missing, true);
    if (failure) failures.set(part, failure);
  }
  return failures;
}

/** Command that installs the needs of a part on this machine, as a user types it; undefined when none is known. */
export async function installCommandOf({ missing }: InstallPart, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  return commandToInstall(missing, env);
}
