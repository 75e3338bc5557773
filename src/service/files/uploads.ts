import { chmod, mkdir, rm } from "node:fs/promises";
import { ArchiveError } from "../../archive/archive-error.ts";
import { extractZip } from "../../archive/read-zip.ts";
import type { FilePart } from "../../contract/form.ts";
import type { Faults } from "../faults.ts";
import { AtomicMerge } from "./atomic-merge.ts";
import { factsOf, withDirectory } from "./dir-handle.ts";
import { badPath, FileError, fileFailure, type RequestedPath } from "./file-errors.ts";
import { rejectDirectory } from "./operations.ts";
import type { ResolvedPath, SessionFiles } from "./session-files.ts";

export interface UploadOptions {
  files: SessionFiles;
  /** Returns an unused path outside the session, on its device. */
  newPath: () => string;
  faults: Faults;
  /** Aborts the operation with a rollback. */
  signal: AbortSignal;
}

export interface UploadedFile {
  dest_path: string;
  file: FilePart;
}

/**
 * Puts files in place (0644), all or none; creates parent directories. Throws a {@link FileError} for two files with
 * the same resolved path.
 */
export async function uploadFiles(options: UploadOptions, wanted: readonly UploadedFile[]): Promise<undefined> {
  const requested = wanted.map(({ dest_path: path }, at): RequestedPath => {
    return { field: `files[${at}].dest_path`, path, what: "file" };
  });
  for (const requestedPath of requested)
    await checkFirst(options.files, requestedPath, (resolved) => rejectDirectory(resolved, requestedPath));
  const taken = new Set<string>();
  return allOrNothing(options, requested[0], async (put) => {
    for (const [at, { file }] of wanted.entries()) {
      const requestedPath = requested[at] as RequestedPath;
      await chmod(file.path, 0o644);
      await options.files.reach(
        requestedPath,
        { follow: true, makeDirectories: put.madeDirectory },
        async (resolved) => {
          await rejectDirectory(resolved, requestedPath);
          if (taken.has(resolved.path))
            throw badPath(requestedPath, "is the destination of another file of this request");
          taken.add(resolved.path);
          await put.putFile(file.path, resolved.directory, resolved.name, resolved.path, requestedPath);
        },
      );
    }
  });
}

/**
 * Unpacks an archive in a staging directory and merges it into a directory, which is created when missing (spec 4.11).
 * Rolls back after a failure. Throws a {@link FileError} for what {@link extractZip} rejects and for a conflict between
 * a file and a directory. assumed: a link is replaced by a file of the archive; at the path of a directory it is an
 * error.
 */
export async function uploadZip(
  options: UploadOptions,
  body: { dest_path: string; zip_file: FilePart },
): Promise<undefined> {
  const { files, newPath, signal } = options;
  const requested: RequestedPath = { field: "dest_path", path: body.dest_path, what: "directory" };
  const checkDirectory = async ({ at }: ResolvedPath): Promise<void> => {
    const facts = await factsOf(at);
    if (facts && !facts.isDirectory()) throw badPath(requested, "is a file, not a directory");
  };
  await checkFirst(files, requested, checkDirectory);
  const staging = newPath();
  try {
    await mkdir(staging, { mode: 0o700 });
    await extractZip(body.zip_file.path, staging, { signal }).catch((error: unknown) => {
      throw error instanceof ArchiveError ? badArchive(error) : error;
    });
    return await allOrNothing(options, requested, (put) =>
      files.reach(requested, { follow: true, makeDirectories: put.madeDirectory }, async (resolved) => {
        await checkDirectory(resolved);
        await put.makeDirectory(resolved);
        await withDirectory(resolved.at, async (directory) => {
          await put.checkMerge(staging, directory, resolved.path, requested);
          await put.merge(staging, directory, resolved.path, requested);
        });
      }),
    );
  } catch (error) {
    throw fileFailure(error, requested, files.root);
  } finally {
    // No process of the session can see the staging directory.
    await rm(staging, { recursive: true, force: true });
  }
}

/** Checks a destination before any change; it may not exist yet. */
async function checkFirst(
  files: SessionFiles,
  requested: RequestedPath,
  check: (resolved: ResolvedPath) => Promise<void>,
) {
  try {
    await files.reach(requested, { follow: true }, check);
  } catch (error) {
    if (!(error instanceof FileError) || error.kind !== "not-found") throw error;
  }
}

function badArchive({ message }: ArchiveError): FileError {
  const problems = [{ path: "zip_file", message }];
  return new FileError("invalid", `the archive cannot be unpacked: ${message}`, { problems });
}

async function allOrNothing(
  { files, newPath, faults, signal }: UploadOptions,
  requested: RequestedPath | undefined,
  work: (put: AtomicMerge) => Promise<void>,
): Promise<undefined> {
  const put = new AtomicMerge({ files, aside: newPath(), faults, signal });
  try {
    await put.begin();
    await work(put);
  } catch (error) {
    await put.undo();
    throw requested ? fileFailure(error, requested, files.root) : error;
  }
  await put.finish();
  return undefined;
}
