import { chmod, mkdir, rm } from "node:fs/promises";
import { ArchiveError } from "../../archive/archive-error.ts";
import { extractZip } from "../../archive/extract-zip.ts";
import type { FilePart } from "../../contract/form.ts";
import { badRequest } from "../api-error.ts";
import type { UploadFolder } from "../http/upload-folder.ts";
import { type AskedPath, badPath } from "./file-errors.ts";
import { factsOf } from "./operations.ts";
import { PutInPlace } from "./put-in-place.ts";
import { type SessionFiles, withFolder } from "./session-files.ts";

export interface UploadedFile {
  dest_path: string;
  file: FilePart;
}

/** Puts files in place, all of them or none. Folders above them are made. */
export async function uploadFiles(
  files: SessionFiles,
  uploads: UploadFolder,
  wanted: readonly UploadedFile[],
): Promise<undefined> {
  const paths = wanted.map(({ dest_path }) => dest_path);
  const twice = paths.findIndex((path, at) => paths.indexOf(path) < at);
  if (twice >= 0) {
    const field = `files[${twice}].dest_path`;
    throw badRequest("two files go to the same path", [{ path: field, message: `"${paths[twice]}" is given twice` }]);
  }
  return allOrNothing(files, uploads, async (put) => {
    for (const [at, { dest_path: path, file }] of wanted.entries()) {
      const asked: AskedPath = { field: `files[${at}].dest_path`, path };
      if (path.endsWith("/")) throw badPath(asked, "is a directory, not a file");
      await chmod(file.path, 0o644);
      await files.reach(asked, { follow: true, makeFolders: put.madeFolder }, async (place) => {
        if (place.name === "") throw badPath(asked, "is a directory");
        await put.putFile(file.path, place.folder, place.name, place.path, asked);
      });
    }
  });
}

/**
 * Unpacks an archive aside and puts what was in it into a folder, which is made when missing (spec 4.11). After any
 * failure the folder is as it was. Throws 400 for what {@link extractZip} refuses.
 */
export async function uploadZip(
  files: SessionFiles,
  uploads: UploadFolder,
  body: { dest_path: string; zip_file: FilePart },
  signal: AbortSignal,
): Promise<undefined> {
  const asked: AskedPath = { field: "dest_path", path: body.dest_path };
  const staging = uploads.newPath();
  try {
    await mkdir(staging, { mode: 0o700 });
    await extractZip(body.zip_file.path, staging, { signal }).catch((error: unknown) => {
      throw error instanceof ArchiveError
        ? badRequest(`the archive cannot be unpacked: ${error.message}`, [{ path: "zip_file", message: error.message }])
        : error;
    });
    return await allOrNothing(files, uploads, (put) =>
      files.reach(asked, { follow: true, makeFolders: put.madeFolder }, async (place) => {
        if (place.name === "") return put.merge(staging, place.folder, "/", asked);
        const facts = await factsOf(place);
        if (facts && !facts.isDirectory()) throw badPath(asked, "is a file, not a directory");
        if (!facts) {
          await mkdir(place.at, { mode: 0o755 });
          put.madeFolder(place.path);
        }
        await withFolder(place.at, (folder) => put.merge(staging, folder, place.path, asked));
      }),
    );
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

async function allOrNothing(
  files: SessionFiles,
  uploads: UploadFolder,
  work: (put: PutInPlace) => Promise<void>,
): Promise<undefined> {
  const put = new PutInPlace(files, uploads.newPath());
  await put.begin();
  try {
    await work(put);
  } catch (error) {
    await put.undo();
    throw error;
  }
  await put.finish();
  return undefined;
}
