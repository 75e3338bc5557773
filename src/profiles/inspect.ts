import { open, rm } from "node:fs/promises";
import { join } from "node:path";
import { ArchiveError } from "../archive/archive-error.ts";
import { readTar, type TarEntry } from "../archive/read-tar.ts";
import { writeAll } from "../archive/unpack-target.ts";
import { unzstd } from "../archive/zstd-frames.ts";
import { fileFormat } from "../core/file-format.ts";
import { legacyProfileOf } from "./check-profile.ts";
import { CookieCounts, type CookieSummary, countStoredCookies } from "./cookie-counts.ts";
import { Counted } from "./counted.ts";
import { PROFILE_FILE, type ProfileCookie, type ProfileFacts } from "./format.ts";
import { MAX_STORAGE_FILE_BYTES, type StorageKind, StorageOrigins } from "./storage-origins.ts";

/** Summary of a profile, without any stored value. */
export interface ProfileSummary {
  readonly format: "tar.zst" | "tar" | "json";
  /** Bytes of the file. */
  readonly bytes: number;
  /** Bytes and number of the files in an archive. */
  readonly unpacked_bytes?: number;
  readonly files?: number;
  /** Product and version of the browser that wrote it, and the time, if recorded. */
  readonly browser?: string;
  readonly saved_at?: string;
  readonly cookies: readonly CookieSummary[];
  /** Origins with stored data, and the kinds of data. */
  readonly origins: readonly { readonly origin: string; readonly storage: readonly StorageKind[] }[];
}

/**
 * Database of cookies and its companion files, in the first of a browser's own profiles, which is the one that it
 * starts.
 */
const cookieFile = /^Default\/(?:Network\/)?(Cookies(?:-journal|-wal)?)$/;

/**
 * Summarizes a profile as it arrives, an archive or legacy JSON. Unpacks only the database of its cookies, temporarily,
 * into a directory of the caller (0700). Throws {@link ArchiveError} for anything else.
 */
export async function inspectProfile(source: AsyncIterable<Uint8Array>, directory: string): Promise<ProfileSummary> {
  const counted = new Counted(source);
  try {
    return await inspectCounted(counted, directory);
  } finally {
    counted.close();
  }
}

async function inspectCounted(counted: Counted, directory: string): Promise<ProfileSummary> {
  const kind = fileFormat(await counted.start());
  if (kind === "json") return inspectLegacy(counted);
  if (kind !== "zstd" && kind !== "tar") {
    throw new ArchiveError("not_an_archive", "it is neither a zstd tar archive, a tar archive nor JSON");
  }
  const tar = kind === "tar" ? counted.all() : unzstd(counted.all());
  const archive = new ArchiveLook(directory);
  for await (const entry of readTar(tar)) await archive.see(entry);
  return { format: kind === "tar" ? "tar" : "tar.zst", bytes: counted.bytes, ...(await archive.summary()) };
}

async function inspectLegacy(counted: Counted): Promise<ProfileSummary> {
  const profile = await legacyProfileOf(counted);
  const cookies = new CookieCounts();
  for (const cookie of profile.cookies) cookies.add(siteOf(cookie), cookie.expires);
  return {
    format: "json",
    bytes: counted.bytes,
    cookies: cookies.summaries(),
    origins: profile.origins
      .filter(({ localStorage }) => localStorage.length > 0)
      .map(({ origin }) => ({ origin, storage: ["local_storage"] })),
  };
}

/** Collects the summary of an archive, entry by entry. */
class ArchiveLook {
  readonly #directory: string;
  readonly #origins = new StorageOrigins();
  #cookieFile: string | undefined;
  #facts: Partial<ProfileFacts> = {};
  #bytes = 0;
  #files = 0;

  constructor(directory: string) {
    this.#directory = directory;
  }

  async see(entry: TarEntry): Promise<void> {
    const isStorage = this.#origins.see(entry.name);
    if (entry.isDir) return;
    this.#bytes += entry.bytes;
    this.#files += 1;
    const [, cookies] = cookieFile.exec(entry.name) ?? [];
    if (cookies !== undefined) {
      const copy = await this.#copy(entry, cookies);
      if (cookies === "Cookies") this.#cookieFile = copy;
    } else if (entry.name === PROFILE_FILE) this.#facts = parsed((await whole(entry))?.toString());
    else if (isStorage) {
      const bytes = await whole(entry);
      if (bytes) this.#origins.read(entry.name, bytes);
    }
  }

  async summary(): Promise<Omit<ProfileSummary, "format" | "bytes">> {
    const cookies = new CookieCounts();
    if (this.#cookieFile !== undefined)
      await countStoredCookies(this.#cookieFile, cookies, this.#facts.session_cookies !== undefined);
    for (const cookie of this.#facts.session_cookies ?? []) cookies.add(siteOf(cookie), undefined);
    const { browser, saved_at } = this.#facts;
    return {
      unpacked_bytes: this.#bytes,
      files: this.#files,
      ...(browser !== undefined && { browser }),
      ...(saved_at !== undefined && { saved_at }),
      cookies: cookies.summaries(),
      origins: this.#origins.list(),
    };
  }

  async #copy(entry: TarEntry, name: string): Promise<string> {
    const path = join(this.#directory, name);
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

function siteOf({ domain, url }: ProfileCookie): string {
  return domain ?? URL.parse(url ?? "")?.hostname ?? "?";
}

/** All bytes of an entry; undefined for an entry that is too large for storage data. */
async function whole(entry: TarEntry): Promise<Buffer | undefined> {
  if (entry.bytes > MAX_STORAGE_FILE_BYTES) return undefined;
  const chunks: Uint8Array[] = [];
  for await (const chunk of entry.open()) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Valid part of our own entry beside the files of the browser. */
function parsed(text: string | undefined): Partial<ProfileFacts> {
  try {
    const { browser, saved_at, session_cookies } = (JSON.parse(text ?? "") ?? {}) as Record<string, unknown>;
    return {
      ...(typeof browser === "string" && { browser }),
      ...(typeof saved_at === "string" && { saved_at }),
      ...(Array.isArray(session_cookies) && { session_cookies: session_cookies.filter(isCookie) }),
    };
  } catch {
    return {};
  }
}

function isCookie(value: unknown): value is ProfileCookie {
  const { domain = "", url = "" } = (value ?? {}) as { domain?: unknown; url?: unknown };
  return typeof domain === "string" && typeof url === "string" && `${domain}${url}` !== "";
}
