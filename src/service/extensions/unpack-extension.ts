import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { ArchiveError } from "../../archive/archive-error.ts";
import { extractZip } from "../../archive/read-zip.ts";
import { archiveLitter, directoryManifest, type Manifest } from "../../extensions/manifest.ts";
import { DiskFullError, isDiskFull } from "../disk-full.ts";
import { newId } from "../ids.ts";
import { ResourceError } from "../store/resource-error.ts";

/** assumed: the API limits the archive only (contract 1.10). */
export const UNPACK_LIMITS = { entries: 10_000, bytes: 200 * 2 ** 20, ratio: 200 };

export interface UnpackedExtension {
  /** Directory with the manifest. */
  readonly path: string;
  readonly manifest: Manifest;
}

export interface UnpackOptions {
  /** Part of the request, such as `extensions[0].zip_file`. */
  readonly field: string;
  readonly signal?: AbortSignal;
}

/**
 * Unpacks an extension's archive to a new directory and checks its manifest, which is at the top level or in the only
 * top-level directory. Throws a {@link ResourceError} naming the part, `unsupported` for an extension that needs an
 * enterprise policy; the directory is removed then. assumed: unsupported, because only the administrator can set such a
 * policy.
 */
export async function unpackExtension(
  zip: string,
  directory: string,
  { field, signal }: UnpackOptions,
): Promise<UnpackedExtension> {
  // `~` is not allowed in names of extensions, and the name is never too long for the disk.
  const staging = join(dirname(directory), `~${newId()}`);
  await mkdir(dirname(directory), { recursive: true, mode: 0o700 });
  try {
    await mkdir(staging, { mode: 0o700 });
    await extractZip(zip, staging, { limits: UNPACK_LIMITS, ...(signal && { signal }) });
    const root = await rootOf(staging);
    const manifest = await directoryManifest(root);
    if (manifest.problems.length > 0) throw rejection(field, manifest.problems);
    rejectPolicy(manifest, field);
    signal?.throwIfAborted();
    await rename(staging, directory);
    return { path: join(directory, relative(staging, root)), manifest };
  } catch (error) {
    await rm(staging, { recursive: true, force: true });
    throw asRejection(error, zip, directory, field);
  }
}

function asRejection(error: unknown, zip: string, directory: string, field: string): unknown {
  if (error instanceof ArchiveError) return rejection(field, [error.message]);
  if (isDiskFull(error)) return new DiskFullError(dirname(directory), error);
  const { code, path } = (error ?? {}) as NodeJS.ErrnoException;
  if (code === "ENAMETOOLONG") return rejection(field, ["the archive has a name that is too long for the disk"]);
  // A stored extension that was deleted after the request had chosen it.
  return code === "ENOENT" && path === zip ? rejection(field, ["there is no such extension any more"]) : error;
}

function rejection(field: string, problems: readonly string[]): ResourceError {
  return new ResourceError("invalid", `the extension cannot be loaded: ${problems[0]}`, {
    problems: problems.map((message) => ({ path: field, message })),
  });
}

async function rootOf(directory: string): Promise<string> {
  const entries = (await readdir(directory, { withFileTypes: true })).filter(({ name }) => name !== archiveLitter);
  const [only] = entries;
  return entries.length === 1 && only?.isDirectory() ? join(directory, only.name) : directory;
}

/** Permissions that Chromium grants only to extensions installed by the administrator. */
const BY_POLICY = /^(webRequestBlocking|enterprise\..+|platformKeys|login(State|ScreenStorage|ScreenUi)?)$/;

function rejectPolicy({ permissions }: Manifest, field: string): void {
  const permission = permissions.find((each) => BY_POLICY.test(each));
  if (permission === undefined) return;
  const message = `asks for "${permission}", which only an enterprise policy of this machine can give`;
  throw new ResourceError("unsupported", `the local service does not support the extension: it ${message}`, {
    problems: [
      {
        path: field,
        message,
      },
    ],
  });
}
