import { LevelDbKeys } from "./leveldb-keys.ts";

/** Kinds of storage of a site, beside cookies. */
export type StorageKind = "local_storage" | "indexed_db" | "cache_storage" | "service_worker";

/** Maximum size of a file that is examined, in bytes. Chromium's files have a few MiB. */
export const MAX_STORAGE_FILE_BYTES = 64 * 2 ** 20;

const localStorageFile = /^Default\/Local Storage\/leveldb\/[^/]+\.(log|ldb)$/;
const serviceWorkerFile = /^Default\/Service Worker\/Database\/[^/]+\.(log|ldb)$/;
const cacheStorageFile = /^Default\/(Service Worker|WebStorage\/\d+)\/CacheStorage\/[^/]+\/index\.txt$/;
const indexedDbDirectory =
  /^Default\/IndexedDB\/(https?|chrome-extension)_([^/]*)_(\d+)(?:@\d+)?\.indexeddb\.leveldb\//;

/** Finds the origins with storage in a profile from its files, without their data. */
export class StorageOrigins {
  readonly #origins = new Map<string, Set<StorageKind>>();
  readonly #localStorage = new LevelDbKeys((key) => key.startsWith("META:"));
  readonly #serviceWorkers = new LevelDbKeys((key) => key.startsWith("INITDATA_UNIQUE_ORIGIN:"));

  /** Evaluates the name of a file or directory. Returns true when its content is needed too. */
  see(path: string): boolean {
    const [, scheme, host, port] = indexedDbDirectory.exec(path) ?? [];
    if (scheme !== undefined) this.#add(`${scheme}://${host}${port === "0" ? "" : `:${port}`}`, "indexed_db");
    return localStorageFile.test(path) || serviceWorkerFile.test(path) || cacheStorageFile.test(path);
  }

  read(path: string, bytes: Buffer): void {
    if (localStorageFile.test(path)) this.#localStorage.add(path, bytes);
    else if (serviceWorkerFile.test(path)) this.#serviceWorkers.add(path, bytes);
    else this.#add(cacheOrigin(bytes), "cache_storage");
  }

  /** Origins with their kinds of storage, sorted. */
  list(): { origin: string; storage: StorageKind[] }[] {
    for (const key of this.#localStorage.keys()) this.#add(key.slice("META:".length), "local_storage");
    for (const key of this.#serviceWorkers.keys()) {
      this.#add(key.slice("INITDATA_UNIQUE_ORIGIN:".length), "service_worker");
    }
    return [...this.#origins]
      .map(([origin, storage]) => ({ origin, storage: [...storage].sort() }))
      .sort((a, b) => (a.origin < b.origin ? -1 : 1));
  }

  #add(storageKey: string | undefined, kind: StorageKind): void {
    // For a page that is embedded in another site, the site follows the origin.
    const origin = storageKey?.split("/^", 1)[0]?.replace(/\/$/, "");
    if (!origin) return;
    const known = this.#origins.get(origin) ?? new Set();
    this.#origins.set(origin, known.add(kind));
  }
}

/** The origin in the index of a cache: the second field of a message of protocol buffers. */
function cacheOrigin(bytes: Buffer): string | undefined {
  try {
    for (let at = 0; at < bytes.length; ) {
      const tag = bytes.readUInt8(at);
      if ((tag & 7) !== 2) return undefined;
      let [length, unit, end] = [0, 1, at + 1];
      for (; ; end += 1, unit *= 128) {
        const byte = bytes.readUInt8(end);
        length += (byte & 0x7f) * unit;
        if (byte < 0x80) break;
      }
      end += 1;
      if (tag >> 3 === 2) return bytes.subarray(end, end + length).toString();
      at = end + length;
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return undefined;
}
