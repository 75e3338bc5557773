import { randomBytes } from "node:crypto";
import { type FileHandle, link, open, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { CliError, fileError } from "./errors.ts";

export interface SaveOptions {
  cwd: string;
  /** Replace a file that exists. */
  force: boolean;
  /** Permissions of the file, less those of the umask; 0666 when omitted. */
  mode?: number | undefined;
  /** Registers the removal of the unfinished file on interruption. Returns a function that removes the registration. */
  defer: (cleanup: () => Promise<void>) => () => void;
  signal: AbortSignal;
  /** Called when everything is written, directly before the file gets its name; an error keeps what is there. */
  beforeRename?: (() => Promise<void>) | undefined;
}

/**
 * Writes a file atomically: to a temporary file beside it, which is flushed to the disk and renamed. Exit 10 when the file
 * exists and `force` is not set, or when it cannot be written; then nothing is left behind.
 */
export async function saveFile(
  path: string,
  data: Uint8Array | AsyncIterable<Uint8Array>,
  options: SaveOptions,
): Promise<{ path: string; bytes: number }> {
  const target = resolve(options.cwd, path);
  await checkTarget(target, path, options.force);
  const temporary = join(dirname(target), temporaryName(basename(target)));
  let file: FileHandle;
  try {
    file = await open(temporary, "wx", options.mode ?? 0o666);
  } catch (error) {
    throw fileError("write", path, error);
  }
  const remove = async (): Promise<void> => {
    await file.close().catch(() => {});
    await rm(temporary, { force: true });
  };
  const keep = options.defer(remove);
  try {
    const bytes = await writeAll(file, data, path, options.signal);
    await file.sync();
    await file.close();
    await options.beforeRename?.();
    await put(temporary, target, path, options.force);
    return { path: target, bytes };
  } catch (error) {
    await remove();
    throw error instanceof CliError || options.signal.aborted ? error : fileError("write", path, error);
  } finally {
    keep();
  }
}

/** A name for the unfinished file, at most 119 bytes: the target's own may be as long as names can be. */
export function temporaryName(name: string): string {
  return `.${[...name].slice(0, 25).join("")}.${randomBytes(6).toString("hex")}.part`;
}

/** Checks that a file can be made or replaced at a path. Exit 10 for a directory, and for a file without `force`. */
export async function checkTarget(target: string, path: string, force: boolean): Promise<void> {
  const found = await stat(target).catch(() => undefined);
  if (found?.isDirectory()) throw new CliError("local-file", `cannot write "${path}": is a directory`);
  if (found && !force) throw exists(path);
}

function exists(path: string): CliError {
  return new CliError("local-file", `"${path}" already exists`, { hint: "add --force to replace it" });
}

async function writeAll(
  file: FileHandle,
  data: Uint8Array | AsyncIterable<Uint8Array>,
  path: string,
  signal: AbortSignal,
): Promise<number> {
  let bytes = 0;
  const write = async (chunk: Uint8Array): Promise<void> => {
    signal.throwIfAborted();
    let written = 0;
    while (written < chunk.length) {
      const result = await file.write(chunk, written).catch((error) => {
        throw fileError("write", path, error);
      });
      written += result.bytesWritten;
    }
    bytes += chunk.length;
  };
  if (data instanceof Uint8Array) await write(data);
  else for await (const chunk of data) await write(chunk);
  signal.throwIfAborted();
  return bytes;
}

/** Without `force`, a file created in the meantime is not replaced either: a link fails where a rename would succeed. */
export async function put(temporary: string, target: string, path: string, force: boolean): Promise<void> {
  if (force) return rename(temporary, target);
  try {
    await link(temporary, target);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST") throw exists(path);
    // Some file systems have no hard links.
    if (code !== "EPERM" && code !== "ENOTSUP" && code !== "ENOSYS") throw error;
    return rename(temporary, target);
  }
  await rm(temporary);
}
