import { mkdir, rm, stat } from "node:fs/promises";
import { join, posix } from "node:path";
import { ArchiveError } from "../../archive/archive-error.ts";
import { extractZip } from "../../archive/read-zip.ts";
import type { FilePart } from "../../contract/form.ts";
import { DiskFullError, isDiskFull } from "../disk-full.ts";
import { ResourceError } from "../store/resource-error.ts";

/** assumed: the API has no limits. A directory of modules has many small files. */
const LIMITS = { entries: 200_000, bytes: 2 * 2 ** 30, ratio: 200 };

/** Path of the entry file from the root of the archive. Throws `invalid` for a path outside the archive. */
export function entryPath(given: string): string {
  const path = posix.normalize(given.replaceAll("\\", "/")).replace(/^\.\//, "");
  if (
    !posix.isAbsolute(path) &&
    !/^[A-Za-z]:/.test(path) &&
    path !== ".." &&
    !path.startsWith("../") &&
    !path.includes("\0")
  ) {
    return path;
  }
  throw refused("entrypoint_rel_path", `must be a path from the root of the archive, not ${JSON.stringify(given)}`);
}

/** Unpacks an app's source into a new directory. Throws `invalid` naming the field; nothing is left then. */
export async function unpackApp(file: FilePart, directory: string, entry: string): Promise<void> {
  try {
    await mkdir(directory, { mode: 0o700 });
    await extractZip(file.path, directory, { limits: LIMITS });
    const facts = await stat(join(directory, entry)).catch(() => undefined);
    if (!facts?.isFile()) throw refused("entrypoint_rel_path", `there is no file "${entry}" in the archive`);
  } catch (error) {
    await rm(directory, { recursive: true, force: true });
    if (error instanceof ArchiveError) throw refused("file", error.message);
    throw isDiskFull(error) ? new DiskFullError(directory, error) : error;
  }
}

function refused(path: string, message: string): Error {
  return ResourceError.invalid([{ path, message }], `the app cannot be deployed: ${message}`);
}
