import { open, rm } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { ArchiveError } from "../archive/archive-error.ts";
import { archiveKind, KIND_BYTES } from "../archive/archive-kind.ts";
import { decompressZstd, readTar, type TarEntry } from "../archive/tar.ts";
import { writeAll } from "../archive/unpack-target.ts";
import { CookieCounts, type CookieSummary, countStoredCookies } from "./cookie-counts.ts";
import { PROFILE_FILE, type ProfileCookie, type ProfileFacts } from "./format.ts";
import { readLegacyProfile } from "./legacy.ts";
import { storageKeys } from "./quota-origins.ts";

/** What an origin has stored. `other` is a cache, a file system or a service worker. */
export type StorageKind = "local_storage" | "indexed_db" | "other";

/** What is in a profile; never a value of it. */
export interface ProfileSummary {
  readonly format: "tar.zst" | "tar" | "json";
  /** Bytes of the file. */
  readonly bytes: number;
  /** Bytes and number of the files in an archive. */
  readonly unpacked_bytes?: number;
  readonly files?: number;
  /** Product and version of the browser that wrote it, and when, where that was noted. */
  readonly browser?: string;
  readonly saved_at?: string;
  readonly cookies: readonly CookieSummary[];
  readonly origins: readonly { readonly origin: string; readonly storage: readonly StorageKind[] }[];
  /** False when origins with localStorage may be missing: Chromium has packed a part of them out of sight. */
  readonly local_storage_complete: boolean;
}

/** The most that is held in memory of a file that is looked into. */
const LOOK_BYTES = 64 * 2 ** 20;

/**
 * Looks into a profile as it arrives, an archive or legacy JSON, unpacking nothing of it but the databases of its cookies
 * and storage, for a moment, into a folder of the caller's (0700). Throws {@link ArchiveError} for anything else.
 */
export async function inspectProfile(source: AsyncIterable<Uint8Array>, folder: string): Promise<ProfileSummary> {
  const counted = new Counted(source);
  const kind = archiveKind(await counted.start());
  if (kind === "json") return inspectLegacy(counted);
  if (kind !== "zstd" && kind !== "tar") {
    throw new ArchiveError("not_an_archive", "it is neither a zstd tar archive, a tar archive nor JSON");
  }
  const bytes = Readable.from(counted.all(), { objectMode: false });
  const tar = kind === "tar" ? bytes : bytes.compose(decompressZstd());
  const archive = new ArchiveLook(folder);
  for await (const entry of readTar(tar as AsyncIterable<Uint8Array>)) await archive.see(entry);
  return { format: kind === "tar" ? "tar" : "tar.zst", bytes: counted.bytes, ...(await archive.summary()) };
}

async function inspectLegacy(counted: Counted): Promise<ProfileSummary> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of counted.all()) {
    chunks.push(chunk);
    if (counted.bytes > LOOK_BYTES) {
      throw new ArchiveError("too_large", `a profile of JSON may have ${LOOK_BYTES} bytes at most`);
    }
  }
  const result = readLegacyProfile(Buffer.concat(chunks).toString("utf8"));
  if ("problems" in result) throw new ArchiveError("not_an_archive", `it is no legacy profile: ${result.problems[0]}`);
  const cookies = new CookieCounts();
  for (const cookie of result.profile.cookies) cookies.add(siteOf(cookie), cookie.expires);
  return {
    format: "json",
    bytes: counted.bytes,
    cookies: cookies.summaries(),
    origins: result.profile.origins.map(({ origin }) => ({ origin, storage: ["local_storage"] })),
    local_storage_complete: true,
  };
}

/** Gathers what an archive says, entry by entry. */
class ArchiveLook {
  readonly #folder: string;
  readonly #origins = new Map<string, Set<StorageKind>>();
  #cookieFile: string | undefined;
  #quotaFile: string | undefined;
  #facts: Partial<ProfileFacts> = {};
  #bytes = 0;
  #files = 0;
  #complete = true;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async see(entry: TarEntry): Promise<void> {
    if (entry.isDir) return;
    this.#bytes += entry.bytes;
    this.#files += 1;
    const { name } = entry;
    if (name === PROFILE_FILE) this.#facts = parsed(await textOf(entry));
    else if (/^[^/]+\/(Network\/)?Cookies$/.test(name)) this.#cookieFile = await this.#copy(entry, "cookies");
    else if (/^[^/]+\/(Network\/)?Cookies-journal$/.test(name)) await this.#copy(entry, "cookies-journal");
    else if (/^[^/]+\/WebStorage\/QuotaManager$/.test(name)) this.#quotaFile = await this.#copy(entry, "quota");
    else if (/^[^/]+\/WebStorage\/QuotaManager-journal$/.test(name)) await this.#copy(entry, "quota-journal");
    else if (/\/Local Storage\/leveldb\/[^/]+\.(log|ldb)$/.test(name)) await this.#seeLocalStorage(entry);
    const origin = indexedDbOrigin(name);
    if (origin !== undefined) this.#note(origin, "indexed_db");
  }

  async summary(): Promise<Omit<ProfileSummary, "format" | "bytes">> {
    const cookies = new CookieCounts();
    if (this.#cookieFile !== undefined)
      await countStoredCookies(this.#cookieFile, cookies, this.#facts.session_cookies !== undefined);
    for (const cookie of this.#facts.session_cookies ?? []) cookies.add(siteOf(cookie), undefined);
    if (this.#quotaFile !== undefined) {
      for (const origin of await storageKeys(this.#quotaFile))
        if (!this.#origins.has(origin)) this.#note(origin, "other");
    }
    const { browser, saved_at } = this.#facts;
    return {
      unpacked_bytes: this.#bytes,
      files: this.#files,
      ...(browser !== undefined && { browser }),
      ...(saved_at !== undefined && { saved_at }),
      cookies: cookies.summaries(),
      origins: [...this.#origins]
        .map(([origin, storage]) => ({ origin, storage: [...storage].sort() }))
        .sort((a, b) => (a.origin < b.origin ? -1 : 1)),
      local_storage_complete: this.#complete,
    };
  }

  /** The names of origins stand in the log of changes as they are; in packed tables only where they are not shortened. */
  async #seeLocalStorage(entry: TarEntry): Promise<void> {
    if (entry.name.endsWith(".ldb") || entry.bytes > LOOK_BYTES) this.#complete = false;
    const text = (await textOf(entry, "latin1")) ?? "";
    for (const [, origin] of text.matchAll(/META(?:ACCESS)?:(https?:\/\/[\w.:[\]-]+)/g)) {
      if (origin !== undefined && URL.canParse(origin)) this.#note(origin, "local_storage");
    }
  }

  #note(origin: string, kind: StorageKind): void {
    const known = this.#origins.get(origin) ?? new Set<StorageKind>();
    known.add(kind);
    this.#origins.set(origin, known);
  }

  async #copy(entry: TarEntry, name: string): Promise<string> {
    const path = join(this.#folder, name);
    await rm(path, { force: true });
    const file = await open(path, "wx", 0o600);
    try {
      for await (const chunk of entry.open()) await writeAll(file, chunk);
    } finally {
      await file.close();
    }
    return path;
  }
}

/** The origin of a folder such as `https_example.com_0.indexeddb.leveldb`. */
function indexedDbOrigin(path: string): string | undefined {
  const match = /\/IndexedDB\/(https?)_([^/]+)_(\d+)(?:@\w+)?\.indexeddb\./.exec(path);
  if (!match) return undefined;
  const [, scheme, host, port] = match;
  return port === "0" ? `${scheme}://${host}` : `${scheme}://${host}:${port}`;
}

function siteOf(cookie: ProfileCookie): string {
  return cookie.domain ?? (URL.canParse(cookie.url ?? "") ? new URL(cookie.url ?? "").hostname : "?");
}

async function textOf(entry: TarEntry, encoding: BufferEncoding = "utf8"): Promise<string | undefined> {
  if (entry.bytes > LOOK_BYTES) return undefined;
  const chunks: Uint8Array[] = [];
  for await (const chunk of entry.open()) chunks.push(chunk);
  return Buffer.concat(chunks).toString(encoding);
}

function parsed(text: string | undefined): Partial<ProfileFacts> {
  try {
    const value: unknown = JSON.parse(text ?? "");
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return {};
  }
}

/** A source whose start is looked at before all of it is read. */
class Counted {
  readonly #source: AsyncIterator<Uint8Array>;
  readonly #first: Uint8Array[] = [];
  bytes = 0;

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  async start(): Promise<Uint8Array> {
    let length = 0;
    while (length < KIND_BYTES) {
      const { value, done } = await this.#source.next();
      if (done) break;
      this.#first.push(value);
      length += value.length;
    }
    return Buffer.concat(this.#first);
  }

  async *all(): AsyncGenerator<Uint8Array> {
    for (const chunk of this.#first) {
      this.bytes += chunk.length;
      yield chunk;
    }
    for (;;) {
      const { value, done } = await this.#source.next();
      if (done) return;
      this.bytes += value.length;
      yield value;
    }
  }
}
