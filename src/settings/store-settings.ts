import {
  chownSync,
  closeSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { CliError, fileError } from "../core/errors.ts";
import type { Settings } from "./model.ts";
import type { SettingsPaths } from "./paths.ts";

export type ConfClass = typeof import("conf").default;

/**
 * Loads the class of the package conf. Its dependency when-exit would listen to a dozen signals and raise each a second
 * time, which a command treats as a second Ctrl-C; removing its listeners later would make SIGXFSZ fatal, which Node
 * ignores. Therefore it may listen only to the exit of the process.
 */
export async function loadConf(): Promise<ConfClass> {
  const once = process.once as (event: string, listener: () => void) => NodeJS.Process;
  const deaf = (event: string, listener: () => void): NodeJS.Process =>
    event.startsWith("SIG") ? process : once.call(process, event, listener);
  Object.defineProperty(process, "once", { value: deaf, configurable: true, writable: true });
  try {
    return (await import("conf")).default;
  } finally {
    // The inherited method is visible again. A concurrent second load does no harm.
    Reflect.deleteProperty(process, "once");
  }
}

/**
 * Replaces the settings file and its backup by `settings`, both mode 0600 whatever the umask. Call with the lock held.
 * Both are written beside their target and read back before either is renamed, so that a full disk, a quota or a crash
 * at any time leaves the old or the new version intact. Exit 10 when that fails.
 *
 * The backup is a copy of the new version and not of the previous one: a damaged file then loses nothing, and a token
 * removed by `logout` is gone from both.
 */
export function storeSettings(Conf: ConfClass, paths: SettingsPaths, settings: Settings): void {
  const target = linkTarget(paths.file);
  const staged: string[] = [];
  // Nothing below waits, so no other code of this process sees the narrower umask.
  const umask = process.umask(0o077);
  try {
    for (const path of [target, paths.backup]) {
      staged.push(`${path}.next`);
      stage(Conf, path, settings);
      keepOwner(path);
    }
    for (const path of [target, paths.backup]) renameSync(`${path}.next`, path);
    for (const directory of new Set([dirname(target), paths.configDir])) syncDirectory(directory);
  } catch (error) {
    for (const path of staged) discardStaged(path);
    throw error instanceof CliError ? error : fileError("write the settings file", paths.file, error);
  } finally {
    process.umask(umask);
  }
}

/**
 * Writes `<path>.next` through conf and reads it back: conf treats a short write on a nearly full disk as complete, and
 * writes in place under Snap.
 */
function stage(Conf: ConfClass, path: string, settings: Settings): void {
  removeLeftovers(`${path}.next`);
  const text = `${JSON.stringify(settings, undefined, 2)}\n`;
  const conf = new Conf<Record<string, unknown>>({
    cwd: dirname(path),
    configName: basename(path),
    fileExtension: "next",
    configFileMode: 0o600,
    accessPropertiesByDotNotation: false,
    serialize: () => text,
  });
  conf.store = { ...settings };
  const written = readFileSync(`${path}.next`);
  if (!written.equals(Buffer.from(text))) {
    throw new CliError(
      "local-file",
      `cannot write the settings file "${path}": the file system kept ${written.length} of ${Buffer.byteLength(text)} bytes`,
    );
  }
}

/** Gives the staged file the owner of the one it replaces: root, with `sudo`, must not lock a user out of their settings. */
function keepOwner(path: string): void {
  const before = process.geteuid?.() === 0 ? statSync(path, { throwIfNoEntry: false }) : undefined;
  if (before && before.uid !== 0) chownSync(`${path}.next`, before.uid, before.gid);
}

/**
 * Removes a staged file and the temporary files of a killed writer. The lock guarantees that no writer is active. Exit 10
 * for a directory of that name: nothing here makes one, so it is not removed.
 */
function removeLeftovers(staged: string): void {
  const directory = dirname(staged);
  for (const name of readdirSync(directory)) {
    if (!name.startsWith(basename(staged))) continue;
    const path = join(directory, name);
    try {
      rmSync(path, { force: true });
    } catch (error) {
      const what = statSync(path, { throwIfNoEntry: false })?.isDirectory() ? "the directory " : "";
      throw new CliError("local-file", `cannot remove ${what}"${path}": it is in the way of the new settings file`, {
        cause: error,
        hint: `move or remove ${path}`,
      });
    }
  }
}

/** Removes staged files after a failure, which is the error to report. */
function discardStaged(staged: string): void {
  try {
    removeLeftovers(staged);
  } catch {
    // The next write removes them, or names them.
  }
}

/** Target of a symlink, even if it does not exist yet; any other path is returned as it is. */
function linkTarget(path: string): string {
  let target = path;
  for (let hops = 0; hops < 40; hops++) {
    try {
      return realpathSync(target);
    } catch {
      try {
        target = resolve(dirname(target), readlinkSync(target));
      } catch {
        return target;
      }
    }
  }
  throw new CliError("local-file", `cannot write the settings file "${path}": its symbolic links form a loop`);
}

function syncDirectory(path: string): void {
  if (process.platform === "win32") return;
  const descriptor = openSync(path, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
