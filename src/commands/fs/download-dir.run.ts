import { createWriteStream } from "node:fs";
import { join, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { extractZip } from "../../archive/extract-zip.ts";
import { preview } from "../../cli/call-and-render.ts";
import type { CommandContext } from "../../cli/context.ts";
import { type DownloadRequest, openDownload, restartWhenChanged, saveDownload, saveFlags } from "../../cli/download.ts";
import { newFolder } from "../../cli/new-folder.ts";
import type { CommandRun, Output } from "../../cli/spec.ts";
import { archiveFailure, withTempFolder } from "../../cli/staging.ts";
import { CliError } from "../../core/errors.ts";
import { humanBytes } from "../../render/sentence.ts";

/** Saves a folder of a session as an archive, or as a folder. */
export const run: CommandRun = async (context) => {
  const shown = await preview(context);
  if (shown) return shown;
  const { flags, args, operation } = context;
  if (!operation) throw new Error("browsers fs download-dir is a call");
  if ((flags["out"] === undefined) === (flags["extract"] === undefined)) {
    throw new CliError("usage", "give either --out FILE or --extract DIR");
  }
  const client = await context.client();
  const download = { client, request: client.request(operation, context.request) };
  if (flags["extract"] !== undefined) return extract(context, download, String(flags["extract"]));
  return saveDownload(context, download, {
    ...saveFlags(flags),
    target: () => String(flags["out"]),
    binary: true,
    what: `"${args[1]}"`,
  });
};

async function extract(context: CommandContext, download: DownloadRequest, dir: string): Promise<Output> {
  const { io, lifetime, args } = context;
  const what = `"${args[1]}"`;
  const unpack = (staging: string): Promise<Output> =>
    withTempFolder(context.lifetime, async (folder) => {
      // A zip archive is read from its end.
      const archive = join(folder, "archive.zip");
      const { bytes: received, end } = await openDownload(context, download, { ...saveFlags(context.flags), what });
      try {
        await pipeline(received, createWriteStream(archive, { mode: 0o600 }), { signal: lifetime.signal });
        const { entries, bytes } = await extractZip(archive, staging, { signal: lifetime.signal });
        return {
          kind: "done",
          sentence: `Extracted ${entries === 1 ? "1 entry" : `${entries} entries`} to ${dir} (${humanBytes(bytes)}).`,
          value: { path: resolve(io.cwd, dir), entries, bytes },
        };
      } catch (error) {
        lifetime.signal.throwIfAborted();
        throw archiveFailure("extract", String(args[1]), error);
      } finally {
        await end();
      }
    });
  const owner = { cwd: io.cwd, defer: (cleanup: () => Promise<void>) => lifetime.defer(cleanup) };
  return restartWhenChanged(context, what, () => newFolder(owner, dir, unpack));
}
