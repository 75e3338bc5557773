import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { ArchiveError } from "../../archive/archive-error.ts";
import { extractZip } from "../../archive/extract-zip.ts";
import { folderManifest, type Manifest } from "../../extensions/manifest.ts";
import { type ApiError, badRequest } from "../api-error.ts";
import { notSupported } from "../support.ts";

/** assumed: the API limits the archive alone (contract 1.10). */
const LIMITS = { entries: 10_000, bytes: 500 * 2 ** 20, ratio: 200 };

export interface UnpackedExtension {
  /** The folder with the manifest. */
  readonly path: string;
  readonly manifest: Manifest;
}

/**
 * Unpacks an extension's archive to a folder that is not there yet, and checks its manifest, which lies at the top or in
 * the one folder that holds everything. Throws 400 naming the part, or 501 for an extension that only works by enterprise
 * policy (ruling 8); nothing is left then.
 *
 * @param field the part of the request, such as `extensions[0].zip_file`
 */
export async function unpackExtension(zip: string, folder: string, field: string): Promise<UnpackedExtension> {
  const staging = `${folder}.part`;
  await mkdir(dirname(folder), { recursive: true, mode: 0o700 });
  try {
    await mkdir(staging, { mode: 0o700 });
    await extractZip(zip, staging, { limits: LIMITS });
    const manifest = await folderManifest(await rootOf(staging));
    if (manifest.problems.length > 0) throw refused(field, manifest.problems);
    refusePolicy(manifest, field);
    await rename(staging, folder);
    return { path: await rootOf(folder), manifest };
  } catch (error) {
    await rm(staging, { recursive: true, force: true });
    throw error instanceof ArchiveError ? refused(field, [error.message]) : error;
  }
}

function refused(field: string, problems: readonly string[]): ApiError {
  return badRequest(
    `the extension cannot be loaded: ${problems[0]}`,
    problems.map((message) => ({ path: field, message })),
  );
}

async function rootOf(folder: string): Promise<string> {
  const entries = await readdir(folder, { withFileTypes: true });
  const [only] = entries;
  return entries.length === 1 && only?.isDirectory() ? join(folder, only.name) : folder;
}

/** Permissions that Chromium gives to extensions alone which the machine's administrator has installed. */
const BY_POLICY = /^(webRequestBlocking|enterprise\..+|platformKeys|login(State|ScreenStorage|ScreenUi)?)$/;

function refusePolicy({ permissions }: Manifest, field: string): void {
  const permission = permissions.find((each) => BY_POLICY.test(each));
  if (permission === undefined) return;
  const message = `asks for "${permission}", which only an enterprise policy of this machine can give`;
  throw notSupported(`the local service does not support the extension: it ${message}`, [{ path: field, message }]);
}
