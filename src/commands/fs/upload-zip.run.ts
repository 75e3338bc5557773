import { stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { WalkOptions } from "../../archive/directory-walk.ts";
import { packDirectory, storeDirectory } from "../../archive/pack-directory.ts";
import { listZip } from "../../archive/read-zip.ts";
import { previewRaw } from "../../cli/call-and-render.ts";
import type { CommandContext } from "../../cli/context.ts";
import { localFile } from "../../cli/local-file.ts";
import { progress } from "../../cli/progress.ts";
import type { CommandRun, Output } from "../../cli/spec.ts";
import { archiveFailure, withTempFolder } from "../../cli/staging.ts";
import { formRequest, sendUpload, uploadFlags } from "../../cli/upload.ts";
import type { ApiClient } from "../../client/call.ts";
import type { LocalFile } from "../../client/form.ts";
import { fileError } from "../../core/errors.ts";
import { humanBytes } from "../../render/sentence.ts";

/** Compression that saves less than this share of a folder is not worth the time and the room it takes. */
const WORTH = 0.1;

/** Sends an archive, or a folder as one, to be extracted in a session (spec 4.11). */
export const run: CommandRun = async (context) => {
  const { args, globals, io } = context;
  const source = args[1] ?? "";
  const client = await context.client();
  if (globals.dryRun || globals.print !== undefined) return send(context, client, await shownFile(context, source));
  const path = resolve(io.cwd, source);
  const facts = await stat(path).catch((error) => {
    throw fileError("read", source, error);
  });
  if (!facts.isDirectory()) return send(context, client, await archiveAt(context, path));
  const stored = await storedFolder(context, client, path);
  if (stored) return send(context, client, stored);
  return withTempFolder(context.lifetime, async (folder) =>
    send(context, client, await packedFolder(context, path, folder)),
  );
};

async function send(context: CommandContext, client: ApiClient, file: LocalFile): Promise<Output> {
  const { args, request, operation } = context;
  if (!operation) throw new Error("browsers fs upload-zip is a call");
  const source = args[1] ?? "";
  const dest = String(request.body?.["dest_path"]);
  const raw = formRequest(client, { operation, request }, [
    { name: "dest_path", value: dest },
    { name: "zip_file", file },
  ]);
  const shown = await previewRaw(context, client, raw);
  if (shown) return shown;
  const response = await sendUpload(context, client, raw, {
    label: `Uploading "${source}"`,
    ...uploadFlags(context.flags),
  });
  await response.body?.cancel();
  return {
    kind: "done",
    sentence: `Extracted ${source} to ${dest} (${humanBytes(file.bytes)} sent).`,
    value: { ok: true, dest_path: dest, bytes: file.bytes },
  };
}

/** What a preview shows: a folder as the archive that it would become. */
async function shownFile({ io }: CommandContext, source: string): Promise<LocalFile> {
  const facts = await stat(resolve(io.cwd, source)).catch(() => undefined);
  const shownPath = facts?.isDirectory() ? `${source.replace(/\/+$/, "")}.zip` : source;
  return { bytes: 0, filename: "archive.zip", shownPath, open: async function* () {} };
}

/** A file that proves to be an archive. */
async function archiveAt({ args, io, lifetime }: CommandContext, path: string): Promise<LocalFile> {
  const source = args[1] ?? "";
  try {
    await listZip(path);
    return await localFile(source, io.cwd, "archive.zip");
  } catch (error) {
    lifetime.signal.throwIfAborted();
    throw archiveFailure("send", source, error);
  }
}

/**
 * A folder as an archive that is made while it is sent: for a service on this machine, or when it would hardly become
 * smaller. Undefined when it is better compressed first.
 */
async function storedFolder(context: CommandContext, client: ApiClient, path: string): Promise<LocalFile | undefined> {
  const { args, io, lifetime } = context;
  const source = args[1] ?? "";
  const { zip, saved, skipped } = await packing(context, () =>
    storeDirectory(path, { ...walkOptions(context), sampled: !client.isLocal }),
  );
  if (saved > zip.bytes * WORTH) return undefined;
  noteSkipped(io, skipped);
  const open = async function* (): AsyncGenerator<Uint8Array> {
    try {
      yield* zip.open();
    } catch (error) {
      lifetime.signal.throwIfAborted();
      throw archiveFailure("pack", source, error);
    }
  };
  return { bytes: zip.bytes, filename: "archive.zip", shownPath: source, open };
}

/** A folder as a compressed archive in another folder. */
async function packedFolder(context: CommandContext, path: string, folder: string): Promise<LocalFile> {
  const packed = join(folder, "archive.zip");
  const { skipped } = await packing(context, () => packDirectory(path, packed, walkOptions(context)));
  noteSkipped(context.io, skipped);
  return { ...(await localFile(packed, "/")), shownPath: context.args[1] ?? "" };
}

async function packing<T>(context: CommandContext, work: () => Promise<T>): Promise<T> {
  const source = context.args[1] ?? "";
  try {
    return await progress(context.io, `Packing "${source}"`, work);
  } catch (error) {
    context.lifetime.signal.throwIfAborted();
    throw archiveFailure("pack", source, error);
  }
}

function walkOptions({ flags, lifetime }: CommandContext): WalkOptions {
  return { includeAll: flags["include-all"] === true, signal: lifetime.signal };
}

function noteSkipped(io: CommandContext["io"], skipped: readonly string[]): void {
  if (skipped.length > 0) io.note(`note: left out, being neither file nor folder: ${skipped.join(", ")}`);
}
