import type { RawRequest } from "../client/call.ts";
import { ChangedError, Download } from "../client/transfer.ts";
import { CliError } from "../core/errors.ts";
import { saveFile } from "../core/save-file.ts";
import { humanBytes } from "../render/sentence.ts";
import { byteProgress } from "./byte-progress.ts";
import type { CommandContext } from "./context.ts";
import type { Output } from "./spec.ts";

/** How often a file that changes while it comes is begun anew. */
const MAX_STARTS = 3;

export interface SaveRequest {
  request: RawRequest;
  /** Where it goes, once it is known how it begins; `-` is stdout. */
  target: (start: Uint8Array) => string | Promise<string>;
  /** Whether it may be nothing for a terminal. */
  binary: boolean;
  /** Permissions of the file where others must not read it. */
  mode?: number;
  /** What it is, for messages: `profile "work"`. */
  what: string;
  /** Members of the result beside path, bytes and checksum. */
  extra?: (start: Uint8Array) => Record<string, unknown>;
}

/**
 * Downloads to a file, whole or not at all, or to stdout. The result says where it is, its size and its SHA-256. Exit 4
 * when there is nothing yet (202), 5 when it cannot be had whole, 10 when the file exists or cannot be written.
 */
export async function saveDownload(context: CommandContext, save: SaveRequest): Promise<Output> {
  if (save.binary && context.flags["out"] === "-" && context.io.tty.stdout) {
    throw new CliError("usage", "the result is binary and stdout is a terminal", {
      hint: "add --out FILE, or pipe it",
    });
  }
  return restartWhenChanged(context, save.what, () => saveOnce(context, save));
}

/** Does `work` anew when what it downloads changed meanwhile; a few times. */
export async function restartWhenChanged<T>(context: CommandContext, what: string, work: () => Promise<T>): Promise<T> {
  for (let beginning = 1; ; beginning += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ChangedError) || beginning >= MAX_STARTS) throw error;
      context.io.note(`note: ${what} changed meanwhile; starting again`);
    }
  }
}

async function saveOnce(context: CommandContext, save: SaveRequest): Promise<Output> {
  const { io } = context;
  const { download, start, bytes, end } = await openDownload(context, save.request, save.what);
  let out: string | undefined;
  try {
    out = await save.target(start);
    if (out !== "-") return await toFile(context, save, { out, download, start, bytes });
    for await (const chunk of bytes) await io.write(chunk);
    return { kind: "exit", exitNumber: 0 };
  } catch (error) {
    // What has begun on stdout cannot begin again.
    throw out === "-" && error instanceof ChangedError ? changedOnTheWay(save.what) : error;
  } finally {
    await end();
  }
}

/** Exit 5 for what cannot begin anew. */
export function changedOnTheWay(what: string): CliError {
  return new CliError("unreachable", `${what} changed while it was downloaded`, { code: "changed" });
}

async function toFile(
  { io, lifetime, flags }: CommandContext,
  save: SaveRequest,
  { out, download, start, bytes }: Pick<OpenDownload, "download" | "start" | "bytes"> & { out: string },
): Promise<Output> {
  const saved = await saveFile(out, bytes, {
    cwd: io.cwd,
    force: flags["force"] === true,
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

export interface OpenDownload {
  download: Download;
  /** Its first bytes: at least {@link START_BYTES}, or all there are. */
  start: Uint8Array;
  /** All of it, the start too. */
  bytes: AsyncGenerator<Uint8Array>;
  /** Lets go of it, whether it has ended or not. */
  end: () => Promise<void>;
}

/** Bytes by which a file is told from others. */
const START_BYTES = 512;

/**
 * Begins a download that shows how far it is. Exit 4 when there is nothing yet (202).
 *
 * @param mode how it is shown; what the flag says when omitted
 */
export async function openDownload(
  context: CommandContext,
  request: RawRequest,
  what: string,
  mode = context.flags["progress"],
): Promise<OpenDownload> {
  const { io, lifetime } = context;
  const client = await context.client();
  const note = (text: string): void => void (io.live && io.note(text));
  const download = await Download.begin(client, request, { signal: lifetime.signal, note });
  if (!download.isThere) {
    await download.cancel();
    throw new CliError("not-found", `${what} has nothing to download yet: it was never saved`, { code: "no_data" });
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
  return { download, start, bytes, end };
}

async function* counted(download: Download, add: (bytes: number) => void): AsyncGenerator<Uint8Array> {
  for await (const chunk of download.bytes()) {
    add(chunk.length);
    yield chunk;
  }
}
