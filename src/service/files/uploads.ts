import { chmod, mkdir, rm } from "node:fs/promises";
import { ArchiveError } from "../../archive/archive-error.ts";
import { extractZip } from "../../archive/extract-zip.ts";
import type { FilePart } from "../../contract/form.ts";
import type { Faults } from "../faults.ts";
import { AtomicMerge } from "./atomic-merge.ts";
import { factsOf, withFolder } from "./dir-handle.ts";
import { type AskedPath, badPath, FileError, fileFailure } from "./file-errors.ts";
import { refuseFolder } from "./operations.ts";
import type { Place, SessionFiles } from "./session-files.ts";

export interface UploadOptions {
  files: SessionFiles;
  /** Gives a path that nothing has, outside of the session and on its device. */
  newPath: () => string;
  faults: Faults;
  /** Ends it before its end; everything is as it was then. */
  signal: AbortSignal;
}

export interface UploadedFile {
  dest_path: string;
  file: FilePart;
}

/**
 * Puts files in place (0644), all of them or none. Folders above them are made. Throws a {@link FileError} for two files that go to the
 * same place, by whatever way.
 */
export async function uploadFiles(options: UploadOptions, wanted: readonly UploadedFile[]): Promise<undefined> {
  const asked = wanted.map(({ dest_path: path }, at): AskedPath => {
    return { field: `files[${at}].dest_path`, path, what: "file" };
  });
  for (const one of asked) await checkFirst(options.files, one, (place) => refuseFolder(place, one));
  const taken = new Set<string>();
  return allOrNothing(options, asked[0], async (put) => {
    for (const [at, { file }] of wanted.entries()) {
      const one = asked[at] as AskedPath;
      await chmod(file.path, 0o644);
      await options.files.reach(one, { follow: true, makeFolders: put.madeFolder }, async (place) => {
        await refuseFolder(place, one);
        if (taken.has(place.path)) throw badPath(one, "is where another file of this request goes");
        taken.add(place.path);
        await put.putFile(file.path, place.folder, place.name, place.path, one);
      });
    }
  });
}

/**
 * Unpacks an archive aside and puts what was in it into a folder, which is made when missing (spec 4.11). After any
 * failure the folder is as it was. Throws a {@link FileError} for what {@link extractZip} refuses, and where a file and a folder would be
 * in each other's place. assumed: a link where the archive has a file is replaced, one where it has a folder is an error.
 */
export async function uploadZip(
  options: UploadOptions,
  body: { dest_path: string; zip_file: FilePart },
): Promise<undefined> {
  const { files, newPath, signal } = options;
  const asked: AskedPath = { field: "dest_path", path: body.dest_path, what: "directory" };
  const checkFolder = async ({ at }: Place): Promise<void> => {
    const facts = await factsOf(at);
    if (facts && !facts.isDirectory()) throw badPath(asked, "is a file, not a directory");
  };
  await checkFirst(files, asked, checkFolder);
  const staging = newPath();
  try {
    await mkdir(staging, { mode: 0o700 });
    await extractZip(body.zip_file.path, staging, { signal }).catch((error: unknown) => {
      throw error instanceof ArchiveError ? badArchive(error) : error;
    });
    return await allOrNothing(options, asked, (put) =>
      files.reach(asked, { follow: true, makeFolders: put.madeFolder }, async (place) => {
        await checkFolder(place);
        await put.makeFolder(place);
        await withFolder(place.at, async (folder) => {
          await put.checkMerge(staging, folder, place.path, asked);
          await put.merge(staging, folder, place.path, asked);
        });
      }),
    );
  } catch (error) {
    throw fileFailure(error, asked, files.root);
  } finally {
    // No process of the session has ever seen it.
    await rm(staging, { recursive: true, force: true });
  }
}

/** Looks at a destination before anything is done; that it is not there yet is no problem. */
async function checkFirst(files: SessionFiles, asked: AskedPath, check: (place: Place) => Promise<void>) {
  try {
    await files.reach(asked, { follow: true }, check);
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
  asked: AskedPath | undefined,
  work: (put: AtomicMerge) => Promise<void>,
): Promise<undefined> {
  const put = new AtomicMerge({ files, aside: newPath(), faults, signal });
  try {
    await put.begin();
    await work(put);
  } catch (error) {
    await put.undo();
    throw asked ? fileFailure(error, asked, files.root) : error;
  }
  await put.finish();
  return undefined;
}
