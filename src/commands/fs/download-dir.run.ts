import { createWriteStream } from "node:fs";
import { join, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { extractZip } from "../../archive/extract-zip.ts";
import type { BodyOf, Result, Run } from "../../cli/body.ts";
import { newDirectory } from "../../cli/new-directory.ts";
import { archiveFailure, withTempDirectory } from "../../cli/staging.ts";
import { CliError } from "../../core/errors.ts";
import { humanBytes } from "../../render/sentence.ts";
import type { fsDownloadDir } from "./download-dir.ts";

/** Saves a folder of a session as a zip archive, or extracts it. */
export const run: Run<typeof fsDownloadDir> = async (body) => {
  const { args, flags, request, save } = body;
  const { out, extract, force, progress } = flags;
  const what = `"${args.path}"`;
  if (out !== undefined && extract === undefined) {
    return save("fs.downloadDirZip", request, { out, force, progress, target: () => out, binary: true, what });
  }
  if (out === undefined && extract !== undefined) return extractTo(extract, body);
  throw new CliError("usage", "give either --out FILE or --extract DIR");
};

async function extractTo(dir: string, body: BodyOf<typeof fsDownloadDir>): Promise<Result> {
  const { args, cwd, done, flags, open, request, restartWhenChanged, signal } = body;
  const what = `"${args.path}"`;
  const unpack = (staging: string): Promise<Result> =>
    withTempDirectory(body, async (directory) => {
      // A zip archive is read from its end.
      const archive = join(directory, "archive.zip");
      const { bytes: received, end } = await open("fs.downloadDirZip", request, { what, progress: flags.progress });
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
        throw archiveFailure("extract", args.path, error);
      } finally {
        await end();
      }
    });
  return restartWhenChanged(what, () => newDirectory(body, dir, unpack));
}
