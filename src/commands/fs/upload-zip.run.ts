import { stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { listZip } from "../../archive/read-zip.ts";
import { zipFolder } from "../../archive/zip-folder.ts";
import { previewRaw } from "../../cli/call-and-render.ts";
import type { CommandContext } from "../../cli/context.ts";
import { localFile } from "../../cli/local-file.ts";
import { progress } from "../../cli/progress.ts";
import type { CommandRun } from "../../cli/spec.ts";
import { archiveFailure, withTempFolder } from "../../cli/staging.ts";
import { formRequest, sendUpload } from "../../cli/upload.ts";
import type { LocalFile } from "../../client/form.ts";
import { fileError } from "../../core/errors.ts";
import { humanBytes } from "../../render/sentence.ts";

/** Sends an archive, or a folder as one, to be extracted in a session (spec 4.11). */
export const run: CommandRun = (context) =>
  withTempFolder(context, async (folder) => {
    const { args, request, operation } = context;
    if (!operation) throw new Error("browsers fs upload-zip is a call");
    const source = args[1] ?? "";
    const dest = String(request.body?.["dest_path"]);
    const client = await context.client();
    const shownOnly = context.globals.dryRun || context.globals.print !== undefined;
    const file = shownOnly ? await shownFile(context, source) : await archiveOf(context, source, folder);
    const raw = formRequest(client, { operation, request }, [
      { name: "dest_path", value: dest },
      { name: "zip_file", file },
    ]);
    const shown = await previewRaw(context, client, raw);
    if (shown) return shown;
    const response = await sendUpload(context, client, raw, `Uploading "${source}"`);
    await response.body?.cancel();
    return {
      kind: "done",
      sentence: `Extracted ${source} to ${dest} (${humanBytes(file.bytes)} sent).`,
      value: { ok: true, dest_path: dest, bytes: file.bytes },
    };
  });

/** What a preview shows: a folder as the archive that it would become. */
async function shownFile({ io }: CommandContext, source: string): Promise<LocalFile> {
  const facts = await stat(resolve(io.cwd, source)).catch(() => undefined);
  const shownPath = facts?.isDirectory() ? `${source.replace(/\/+$/, "")}.zip` : source;
  return { bytes: 0, filename: "archive.zip", shownPath, open: async function* () {} };
}

/** The archive to send: a file that proves to be one, or a folder packed into one. */
async function archiveOf(context: CommandContext, source: string, folder: string): Promise<LocalFile> {
  const { io, flags, lifetime } = context;
  const path = resolve(io.cwd, source);
  const facts = await stat(path).catch((error) => {
    throw fileError("read", source, error);
  });
  try {
    if (!facts.isDirectory()) {
      await listZip(path);
      return await localFile(source, io.cwd, "archive.zip");
    }
    const packed = join(folder, "archive.zip");
    const { skipped } = await progress(io, `Packing "${source}"`, () =>
      zipFolder(path, packed, { includeAll: flags["include-all"] === true, signal: lifetime.signal }),
    );
    if (skipped.length > 0) io.note(`note: left out, being neither file nor folder: ${skipped.join(", ")}`);
    return { ...(await localFile(packed, "/")), shownPath: source };
  } catch (error) {
    lifetime.signal.throwIfAborted();
    throw archiveFailure(facts.isDirectory() ? "pack" : "send", source, error);
  }
}
