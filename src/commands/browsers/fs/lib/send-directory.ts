import { stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { WalkOptions } from "../../../../archive/directory-walk.ts";
import { packDirectory, storeDirectory } from "../../../../archive/pack-directory.ts";
import { listZip } from "../../../../archive/read-zip.ts";
import type { BodyTools, Result } from "../../../../cli/declare/body.ts";
import type { CommandTypes } from "../../../../cli/declare/declaration.ts";
import { localFile } from "../../../../cli/transfer/local-file.ts";
import { archiveFailure, withTempDirectory } from "../../../../cli/transfer/staging.ts";
import type { LocalFile } from "../../../../client/form.ts";
import { fileError } from "../../../../core/errors.ts";
import { humanBytes } from "../../../../render/sentence.ts";

/** Tools of a command that sends a directory. */
export type SendTools = Pick<
  BodyTools<CommandTypes>,
  "client" | "cwd" | "defer" | "done" | "note" | "previewing" | "progress" | "signal" | "upload"
>;

/** A local directory or zip archive to extract in a session. */
export interface DirectorySending {
  readonly id: string;
  readonly source: string;
  /** Absolute path in the session. */
  readonly dest_path: string;
  readonly includeAll?: boolean | undefined;
  /** Value of `--progress`. */
  readonly progress?: string | undefined;
}

type UploadZip = SendTools & { readonly sending: DirectorySending };

/** Minimum share of the size that compression must save to be worth its time and disk space. */
const WORTH = 0.1;

/** Uploads an archive, or a directory as one, which the service extracts (spec 4.11). */
export async function sendDirectory(tools: SendTools, sending: DirectorySending): Promise<Result> {
  const body = { ...tools, sending };
  const { cwd, previewing } = tools;
  const { source } = sending;
  if (previewing) return send(body, await shownFile(body));
  const path = resolve(cwd, source);
  const facts = await stat(path).catch((error) => {
    throw fileError("read", source, error);
  });
  if (!facts.isDirectory()) return send(body, await archiveAt(body, path));
  const stored = await storedDirectory(body, path);
  if (stored) return send(body, stored);
  return withTempDirectory(body, async (directory) => send(body, await packedDirectory(body, path, directory)));
}

async function send({ done, sending, upload }: UploadZip, file: LocalFile): Promise<Result> {
  const { id, source, dest_path, progress } = sending;
  await upload(
    "fs.uploadZip",
    { params: { id } },
    [
      { name: "dest_path", value: dest_path },
      { name: "zip_file", file },
    ],
    { label: `Uploading "${source}"`, progress },
  );
  return done(`Extracted ${source} to ${dest_path} (${humanBytes(file.bytes)} sent).`, {
    ok: true,
    dest_path,
    bytes: file.bytes,
  });
}

/** Stand-in for the file in a preview; a directory is shown as the archive it would become. */
async function shownFile({ sending: { source }, cwd }: UploadZip): Promise<LocalFile> {
  const facts = await stat(resolve(cwd, source)).catch(() => undefined);
  const shownPath = facts?.isDirectory() ? `${source.replace(/\/+$/, "")}.zip` : source;
  return { bytes: 0, filename: "archive.zip", shownPath, open: async function* () {} };
}

/** Local file that is an archive. Exit 10 otherwise. */
async function archiveAt({ sending: { source }, cwd, signal }: UploadZip, path: string): Promise<LocalFile> {
  try {
    await listZip(path);
    return await localFile(source, cwd, "archive.zip");
  } catch (error) {
    signal.throwIfAborted();
    throw archiveFailure("send", source, error);
  }
}

/**
 * Directory as an uncompressed archive that is created while it is sent: for a service on this machine, or when
 * compression saves little. Undefined when the directory should be compressed first.
 */
async function storedDirectory(body: UploadZip, path: string): Promise<LocalFile | undefined> {
  const { client, sending, signal } = body;
  const { source } = sending;
  const { isLocal } = await client();
  const { zip, saved, skipped } = await packing(body, () =>
    storeDirectory(path, { ...walkOptions(body), sampled: !isLocal }),
  );
  if (saved > zip.bytes * WORTH) return undefined;
  noteSkipped(body, skipped);
  const open = async function* (): AsyncGenerator<Uint8Array> {
    try {
      yield* zip.open();
    } catch (error) {
      signal.throwIfAborted();
      throw archiveFailure("pack", source, error);
    }
  };
  return { bytes: zip.bytes, filename: "archive.zip", shownPath: source, open };
}

/** Directory as a compressed archive in a temporary directory. */
async function packedDirectory(body: UploadZip, path: string, directory: string): Promise<LocalFile> {
  const packed = join(directory, "archive.zip");
  const { skipped } = await packing(body, () => packDirectory(path, packed, walkOptions(body)));
  noteSkipped(body, skipped);
  return { ...(await localFile(packed, "/")), shownPath: body.sending.source };
}

async function packing<T>({ sending: { source }, progress, signal }: UploadZip, work: () => Promise<T>): Promise<T> {
  try {
    return await progress(`Packing "${source}"`, work);
  } catch (error) {
    signal.throwIfAborted();
    throw archiveFailure("pack", source, error);
  }
}

function walkOptions({ sending, signal }: UploadZip): WalkOptions {
  return { includeAll: sending.includeAll === true, signal };
}

function noteSkipped({ note }: UploadZip, skipped: readonly string[]): void {
  if (skipped.length > 0) note(`note: skipped, neither files nor directories: ${skipped.join(", ")}`);
}
