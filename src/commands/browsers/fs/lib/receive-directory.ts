import { createWriteStream } from "node:fs";
import { join, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { extractZip } from "../../../../archive/read-zip.ts";
import type { BodyTools, Result } from "../../../../cli/declare/body.ts";
import type { CommandTypes } from "../../../../cli/declare/declaration.ts";
import { newDirectory } from "../../../../cli/transfer/new-directory.ts";
import { archiveFailure, withTempDirectory } from "../../../../cli/transfer/staging.ts";
import { humanBytes } from "../../../../render/sentence.ts";

/** Tools of a command that receives a directory. */
export type DirectoryTools = Pick<
  BodyTools<CommandTypes>,
  "cwd" | "defer" | "done" | "open" | "restartWhenChanged" | "signal"
>;

/** A directory of a session, and the new one on this machine. */
export interface DirectoryReceipt {
  readonly id: string;
  readonly path: string;
  readonly dir: string;
  /** Value of `--progress`. */
  readonly progress?: string | undefined;
}

/** Downloads a directory of a session and extracts it to a new one. */
export async function receiveDirectory(
  body: DirectoryTools,
  { id, path, dir, progress }: DirectoryReceipt,
): Promise<Result> {
  const { cwd, done, open, restartWhenChanged, signal } = body;
  const what = `"${path}"`;
  const request = { params: { id }, query: { path } };
  const unpack = (staging: string): Promise<Result> =>
    withTempDirectory(body, async (directory) => {
      // A zip archive is read from its end.
      const archive = join(directory, "archive.zip");
      const { bytes: received, end } = await open("fs.downloadDirZip", request, { what, progress });
      try {
        await pipeline(received, createWriteStream(archive, { mode: 0o600 }), { signal });
        const { entries, bytes } = await extractZip(archive, staging, { signal });
        return done(`Extracted ${entries === 1 ? "1 entry" : `${entries} entries`} to ${dir} (${humanBytes(bytes)}).`, {
          path: resolve(cwd, dir),
          entries,
          bytes,
        });
      } catch (error) {
        signal.throwIfAborted();
        throw archiveFailure("extract", path, error);
      } finally {
        await end();
      }
    });
  return restartWhenChanged(what, () => newDirectory(body, dir, unpack));
}
