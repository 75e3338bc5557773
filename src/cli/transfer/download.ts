import type { ApiClient } from "../../client/call.ts";
import type { RawRequest } from "../../client/request.ts";
import { ChangedError, Download } from "../../client/transfer.ts";
import { CliError } from "../../core/errors.ts";
import { saveFile } from "../../core/save-file.ts";
import { humanBytes } from "../../render/sentence.ts";
import type { Surroundings } from "../declare/context.ts";
import type { OpenDownload, SaveOptions } from "../declare/download-types.ts";
import type { Output } from "../declare/spec.ts";
import { byteProgress } from "./byte-progress.ts";
import { checkedBytes } from "./checked-bytes.ts";

/** Attempts at a file that changes during its download. */
const MAX_ATTEMPTS = 3;

/** A download before its start. */
export interface DownloadRequest {
  client: ApiClient;
  request: RawRequest;
}

/**
 * Downloads to a file, atomically, or to stdout. The result has its path, size and SHA-256. Exit 4 when there is
 * nothing yet (202), 5 when it cannot be completed, 10 when the file exists or cannot be written.
 */
export async function saveDownload(
  context: Surroundings,
  download: DownloadRequest,
  save: SaveOptions,
): Promise<Output> {
  if (save.binary && save.out === "-" && context.io.tty.stdout) {
    throw new CliError("usage", "the result is binary and stdout is a terminal", {
      hint: "add --out FILE, or pipe it",
    });
  }
  return restartWhenChanged(context, save.what, () => saveOnce(context, download, save));
}

/** Repeats `work` when its download changed meanwhile, {@link MAX_ATTEMPTS} times at most. */
export async function restartWhenChanged<T>(
  { io }: Pick<Surroundings, "io">,
  what: string,
  work: () => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ChangedError) || attempt >= MAX_ATTEMPTS) throw error;
      io.note(`note: ${what} changed during the download; starting again`);
    }
  }
}

async function saveOnce(context: Surroundings, request: DownloadRequest, save: SaveOptions): Promise<Output> {
  const { io } = context;
  const { download, start, bytes, end } = await openDownload(context, request, save);
  let out: string | undefined;
  try {
    save.begun?.(start);
    out = "ownName" in save ? (save.out ?? (await save.ownName(start))) : save.out;
    if (out !== "-") return await toFile(context, save, { out, download, start, bytes });
    for await (const chunk of bytes) await io.write(chunk);
    return { kind: "exit", exitNumber: 0 };
  } catch (error) {
    // Bytes already written to stdout cannot be removed.
    throw out === "-" && error instanceof ChangedError ? changedOnTheWay(save.what) : error;
  } finally {
    await end();
  }
}

/** Exit 5 for a download that changed and cannot restart. */
export function changedOnTheWay(what: string): CliError {
  return new CliError("unreachable", `${what} changed while it was downloaded`, { code: "changed" });
}

async function toFile(
  { io, lifetime }: Surroundings,
  save: SaveOptions,
  { out, download, start, bytes }: Pick<OpenDownload, "download" | "start" | "bytes"> & { out: string },
): Promise<Output> {
  const saved = await saveFile(out, bytes, {
    cwd: io.cwd,
    force: save.force === true,
    mode: save.mode,
    defer: (cleanup) => lifetime.defer(cleanup),
    signal: lifetime.signal,
  });
  const sha256 = download.sha256();
  return {
    kind: "done",
    sentence: `Saved ${out} (${humanBytes(saved.bytes)}, SHA-256 ${sha256}).`,
    value: { path: saved.path, bytes: saved.bytes, sha256, ...save.extra?.(start) },
  };
}

/** Number of bytes needed to detect the format of a file. */
const START_BYTES = 512;

/**
 * Begins a download and shows its progress. Exit 4 when there is nothing yet (202).
 */
export async function openDownload(
  { io, lifetime }: Pick<Surroundings, "io" | "lifetime">,
  { client, request }: DownloadRequest,
  { absence, check, what, progress: mode }: Pick<SaveOptions, "absence" | "check" | "what" | "progress">,
): Promise<OpenDownload> {
  const note = (text: string): void => void (io.live && io.note(text));
  const download = await Download.begin(client, request, { signal: lifetime.signal, note });
  if (!download.isThere) {
    await download.cancel();
    const why = absence === undefined ? "" : `: ${absence}`;
    throw new CliError("not-found", `${what} has nothing to download yet${why}`, { code: "no_data" });
  }
  const progress = byteProgress(io, mode, `Downloading ${what}`, download.total);
  const source = counted(download, progress.add);
  const end = async (): Promise<void> => {
    progress.stop();
    await source.return(undefined);
    await download.cancel().catch(() => {});
  };
  const first: Uint8Array[] = [];
  try {
    for (let length = 0; length < START_BYTES; ) {
      const { value, done } = await source.next();
      if (done) break;
      first.push(value);
      length += value.length;
    }
  } catch (error) {
    await end();
    throw error;
  }
  const start = Buffer.concat(first);
  const bytes = (async function* (): AsyncGenerator<Uint8Array> {
    yield start;
    yield* source;
  })();
  return { download, start, bytes: check ? checkedBytes(bytes, check, what) : bytes, end };
}

async function* counted(download: Download, add: (bytes: number) => void): AsyncGenerator<Uint8Array> {
  for await (const chunk of download.bytes()) {
    add(chunk.length);
    yield chunk;
  }
}
