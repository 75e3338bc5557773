import { access, constants, mkdtemp, rm, statfs, writeFile } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";

const SHARED_MEMORY = "/dev/shm";
/** Type of a file system in memory, as `statfs` gives it. */
const TMPFS = 0x01021994;
/** Four times what the files of a run take at once, in bytes. */
const LEAST_ROOM = 4 * 2 ** 30;
/** Memory that must be available beside those files, in bytes. */
const LEAST_MEMORY = 4 * 2 ** 30;

/** Variable with the {@link visibleDirectory} of a run. */
export const VISIBLE_DIRECTORY = "BROWSERCTL_TEST_VISIBLE";

/**
 * Directory of a run that is not below /dev: a session's container has a /dev of its own, so that a program of the test
 * could not be started in it, and a link to a file there would be a link into the container.
 */
export function visibleDirectory(): string {
  return process.env[VISIBLE_DIRECTORY] ?? tmpdir();
}

/** Variable with the {@link lastingCache} of a run, whose home is not the user's. */
const LASTING_CACHE = "BROWSERCTL_TEST_CACHE";

/** Directory for what a later run shall not install again. */
export function lastingCache(): string {
  const ofUser = process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache");
  return process.env[LASTING_CACHE] ?? join(ofUser, "browserctl-test-applications");
}

/** Environment that keeps the user's settings and cache of npm, and the {@link lastingCache}, in a run with another home. */
export function lastingPlaces(): Readonly<Record<string, string>> {
  return {
    [LASTING_CACHE]: lastingCache(),
    npm_config_userconfig: process.env["npm_config_userconfig"] ?? join(homedir(), ".npmrc"),
    npm_config_cache: process.env["npm_config_cache"] ?? join(homedir(), ".npm"),
  };
}

/**
 * Directory in memory for the temporary files of a run; undefined where `TMPDIR` chooses another one, where memory is
 * short, or where programs cannot be executed there. On a disk, a third of the run's time goes into waiting for it: tests
 * start hundreds of services, and each writes its state durably.
 */
export async function inMemory(): Promise<string | undefined> {
  if (process.env["TMPDIR"]) return undefined;
  const facts = await statfs(SHARED_MEMORY).catch(() => undefined);
  if (facts?.type !== TMPFS || facts.bavail * facts.bsize < LEAST_ROOM) return undefined;
  if (process.availableMemory() < LEAST_ROOM + LEAST_MEMORY) return undefined;
  return (await canExecute(SHARED_MEMORY)) ? SHARED_MEMORY : undefined;
}

/** Checks whether a file in a directory can be a program: a mount can forbid it. */
async function canExecute(directory: string): Promise<boolean> {
  const own = await mkdtemp(join(directory, "br-probe-")).catch(() => undefined);
  if (own === undefined) return false;
  const program = join(own, "program");
  const can = await writeFile(program, "#!/bin/sh\n", { mode: 0o755 })
    .then(() => access(program, constants.X_OK))
    .then(
      () => true,
      () => false,
    );
  await rm(own, { recursive: true });
  return can;
}
