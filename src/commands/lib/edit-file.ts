import { chmod, chown, lstat, realpath, rm, rmdir, stat } from "node:fs/promises";
import { dirname, isAbsolute, relative } from "node:path";
import { CliError, fileError } from "../../core/errors.ts";
import { readRegularText } from "../../core/input-file.ts";
import { makeDirectory } from "../../core/make-directory.ts";
import { type SaveOptions, saveFile } from "../../core/save-file.ts";

/** Change of one file. */
export interface Change {
  readonly path: string;
  readonly action: "created" | "updated" | "unchanged" | "removed" | "absent";
}

export type EditOptions = Pick<SaveOptions, "cwd" | "defer" | "signal"> & {
  /** The user's home directory; directories that are empty afterwards are removed below it. */
  readonly home: string;
  /** Permissions of a new file, less those of the umask; 0644 when omitted. */
  readonly newMode?: number;
};

/** Maximum number of attempts to change a file that other programs change at the same time. */
const MAX_ATTEMPTS = 100;

/**
 * Changes a text file. It is read and written with one character per byte, so that text in any encoding is preserved. A
 * link stays a link, and the file keeps its mode and owner. When another program changes the file meanwhile, the change
 * is made again, to the new content.
 *
 * @param change gets the content, undefined if there is none; returns the new content, undefined to remove the file
 */
export async function editFile(
  path: string,
  change: (text: string | undefined) => string | undefined,
  options: EditOptions,
): Promise<Change> {
  for (let attempt = 1; attempt < MAX_ATTEMPTS; attempt += 1) {
    try {
      return await editOnce(path, change, options);
    } catch (error) {
      if (!isOvertaken(error)) throw error;
      options.signal.throwIfAborted();
    }
  }
  return editOnce(path, change, options);
}

/** True when another program has changed or removed the file, or removed its directory, since it was read. */
function isOvertaken(error: unknown): boolean {
  if (!(error instanceof CliError)) return false;
  return error instanceof OvertakenError || (error.cause as NodeJS.ErrnoException | undefined)?.code === "ENOENT";
}

class OvertakenError extends CliError {}

async function editOnce(
  path: string,
  change: (text: string | undefined) => string | undefined,
  options: EditOptions,
): Promise<Change> {
  const target = await targetOf(path);
  const before = await contentOf(target, path);
  const after = change(before);
  if (after === before) return { path, action: before === undefined ? "absent" : "unchanged" };
  const requireUnchanged = async (): Promise<void> => {
    if ((await contentOf(target, path)) === before) return;
    throw new OvertakenError("local-file", `cannot write "${path}": another program keeps changing it`);
  };
  if (after === undefined) {
    await requireUnchanged();
    await rm(target).catch((error: unknown) => {
      throw fileError("remove", path, error);
    });
    await removeEmpty(dirname(target), options.home);
    return { path, action: "removed" };
  }
  const own = await stat(target).catch(() => undefined);
  // zsh treats a directory that the group can write to as insecure.
  try {
    makeDirectory(dirname(target), 0o755);
  } catch (error) {
    throw fileError("write", path, error);
  }
  await saveFile(target, Buffer.from(after, "latin1"), {
    ...options,
    force: true,
    beforeRename: requireUnchanged,
    mode: own ? own.mode & 0o7777 : (options.newMode ?? 0o644),
  });
  if (own) await keepOwner(target, own);
  return { path, action: before === undefined ? "created" : "updated" };
}

/** Content of a text file in the form that {@link editFile} uses; undefined if there is none. */
export async function readForEdit(path: string): Promise<string | undefined> {
  return contentOf(await targetOf(path), path);
}

/** Converts a text to the form that `editFile` uses: one character per byte of UTF-8. */
export function asBytes(text: string): string {
  return Buffer.from(text).toString("latin1");
}

/** Restores the owner and mode of a file, as far as permissions allow. */
async function keepOwner(target: string, own: { mode: number; uid: number; gid: number }): Promise<void> {
  const now = await stat(target);
  if (now.uid !== own.uid || now.gid !== own.gid) await chown(target, own.uid, own.gid).catch(() => {});
  if (now.mode !== own.mode) await chmod(target, own.mode & 0o7777).catch(() => {});
}

/** Path of the file that a link leads to. */
async function targetOf(path: string): Promise<string> {
  const target = await realpath(path).catch(() => undefined);
  if (target !== undefined) return target;
  const link = await lstat(path).catch(() => undefined);
  if (!link?.isSymbolicLink()) return path;
  throw new CliError("local-file", `cannot write "${path}": it is a link to a file that does not exist`);
}

async function contentOf(target: string, path: string): Promise<string | undefined> {
  try {
    return await readRegularText(target, "latin1");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw fileError("read", path, error);
  }
}

/** Removes a directory and those above it as long as they are empty and below `home`. */
async function removeEmpty(directory: string, home: string): Promise<void> {
  const below = relative(home, directory);
  // On Windows the path to another drive is absolute.
  if (below === "" || below.startsWith("..") || isAbsolute(below)) return;
  const removed = await rmdir(directory).then(
    () => true,
    () => false,
  );
  if (removed) await removeEmpty(dirname(directory), home);
}
