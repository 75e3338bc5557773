import { mkdir, open, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ArchiveError } from "../../archive/archive-error.ts";
import { packDirectory } from "../../archive/pack-directory.ts";
import { extractZip } from "../../archive/read-zip.ts";
import { MAX_EXTENSION_BYTES } from "../../contract/limits.ts";
import { Semaphore } from "../../core/semaphore.ts";
import { wholeBytes } from "../../core/whole-bytes.ts";
import { type Answer, AnsweredError, type Answers } from "../driver-error.ts";
import { newId } from "../ids.ts";
import { EXTENSION_FILES } from "../store/file-directories.ts";
import { archiveOfCrx, CrxError } from "./crx.ts";
import { UNPACK_LIMITS } from "./unpack-extension.ts";

/**
 * Kinds of failures of the Chrome Web Store.
 *
 * - `failed`: it could not be reached, or its answer is not the extension.
 * - `invalid`: the address names no extension.
 * - `not-found`: it has no such extension.
 */
type ChromeStoreErrorKind = "failed" | "invalid" | "not-found";

const answers: Answers<ChromeStoreErrorKind> = {
  failed: { code: "chrome_store_failed", retry: false },
  invalid: { code: "bad_request" },
  "not-found": { code: "not_found" },
};

/** Failure of a download from the Chrome Web Store. */
class ChromeStoreError extends AnsweredError<ChromeStoreErrorKind> {
  override readonly name = "ChromeStoreError";

  override get answer(): Answer {
    return answers[this.kind];
  }
}

/** Address of the store's update service, which redirects to the package of an extension. */
const UPDATE_SERVICE = "https://clients2.google.com/service/update2/crx";

/** Environment variable of the service with another address for it. */
const UPDATE_SERVICE_VARIABLE = "BROWSERCTL_CHROME_STORE_URL";

/** Version for a browser whose product has none. */
const OTHER_VERSION = "140.0";

/** Maximum time of a download, in milliseconds. */
export const MAX_DOWNLOAD_MS = 60_000;

/** Maximum number of concurrent downloads; each holds its package in memory. */
const MAX_PARALLEL = 2;

/** Hosts of the store's pages. */
const STORE_HOSTS: readonly string[] = ["chromewebstore.google.com", "chrome.google.com"];

export interface ChromeStoreOptions {
  readonly stateDir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Product of the browser, such as `Chrome/140.0.7339.0`, whose version the store asks for. */
  readonly browser: { readonly product: string };
}

/** Extension of the store to download. */
export interface StoreRequest {
  /** Address of its page in the store. */
  readonly url: string;
  readonly os: "linux" | "mac" | "win";
}

/** Archive of an extension in a file. */
export interface StoreArchive {
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly filename: string;
  readonly release: () => Promise<void>;
}

/** Downloads from the Chrome Web Store, through the network of the machine. */
export class ChromeStore {
  readonly #options: ChromeStoreOptions;
  readonly #turns = new Semaphore(MAX_PARALLEL);

  constructor(options: ChromeStoreOptions) {
    this.#options = options;
  }

  /**
   * Downloads an extension, proves by its signatures that it is the one with the id of the address, and packs it as a zip
   * archive without the store's own `_metadata`, which Chromium refuses in an unpacked extension. Throws a
   * {@link ChromeStoreError}.
   */
  async download({ url, os }: StoreRequest, signal: AbortSignal): Promise<StoreArchive> {
    const { id, name } = readStoreAddress(url);
    const leave = await this.#turns.enter(signal);
    const directory = join(this.#options.stateDir, EXTENSION_FILES, `${newId()}.store`);
    const release = (): Promise<void> => rm(directory, { recursive: true, force: true });
    try {
      const archive = archiveOfCrx(await this.#fetch(id, os, signal), id);
      await mkdir(directory, { mode: 0o700 });
      const zip = join(directory, "package.zip");
      const unpacked = join(directory, "unpacked");
      await writeFile(zip, archive, { mode: 0o600 });
      await mkdir(unpacked);
      await extractZip(zip, unpacked, { limits: UNPACK_LIMITS, signal });
      await rm(join(unpacked, "_metadata"), { recursive: true, force: true });
      const hasManifest = await stat(join(unpacked, "manifest.json")).then(
        (found) => found.isFile(),
        () => false,
      );
      if (!hasManifest) throw new CrxError("has no manifest.json");
      const path = join(directory, "extension.zip");
      const packed = await packDirectory(unpacked, path, { signal });
      return { path, ...packed, filename: `${name ?? id}.zip`, release };
    } catch (error) {
      await release();
      if (error instanceof CrxError) throw failed(`what the Chrome Web Store sent for ${id} ${error.message}`);
      if (error instanceof ArchiveError) throw failed(`the extension ${id} cannot be unpacked: ${error.message}`);
      throw error;
    } finally {
      leave();
    }
  }

  /** Opens a downloaded archive; releasing it removes the file. */
  async open({ path, release }: StoreArchive) {
    const handle = await open(path);
    return { handle, release: () => handle.close().then(release) };
  }

  async #fetch(id: string, os: string, signal: AbortSignal): Promise<Buffer> {
    const late = new AbortController();
    const limit = setTimeout(
      () =>
        late.abort(failed(`the Chrome Web Store did not send the extension within ${MAX_DOWNLOAD_MS / 1_000} seconds`)),
      MAX_DOWNLOAD_MS,
    );
    try {
      const response = await fetch(this.#addressOf(id, os), { signal: AbortSignal.any([signal, late.signal]) });
      // The store answers 204 for an extension that it does not have for this browser.
      if (response.status === 204 || response.status === 404) {
        await response.body?.cancel();
        throw new ChromeStoreError("not-found", `the Chrome Web Store has no extension ${id} for this browser`);
      }
      if (!response.ok) {
        await response.body?.cancel();
        throw failed(`the Chrome Web Store answered with HTTP ${response.status}`);
      }
      return await bytesOf(response);
    } catch (error) {
      signal.throwIfAborted();
      late.signal.throwIfAborted();
      if (error instanceof ChromeStoreError) throw error;
      const { code } = ((error as Error).cause ?? {}) as NodeJS.ErrnoException;
      throw failed(`the Chrome Web Store cannot be reached${code ? ` (${code})` : ""}`);
    } finally {
      clearTimeout(limit);
    }
  }

  #addressOf(id: string, os: string): URL {
    const { browser, env } = this.#options;
    const url = new URL(env[UPDATE_SERVICE_VARIABLE] ?? UPDATE_SERVICE);
    const version = /(?<!\d)\d+(?:\.\d+)+/.exec(browser.product)?.[0] ?? OTHER_VERSION;
    const query = {
      response: "redirect",
      acceptformat: "crx3",
      os,
      arch: "x64",
      prod: "chromiumcrx",
      prodversion: version,
    };
    for (const [key, value] of Object.entries(query)) url.searchParams.set(key, value);
    url.searchParams.set("x", `id=${id}&installsource=ondemand&uc`);
    return url;
  }
}

/** Id and name in the address of a page of the store. Throws a {@link ChromeStoreError} `invalid`. */
function readStoreAddress(given: string): { readonly id: string; readonly name: string | undefined } {
  const url = URL.parse(given);
  const parts = url?.pathname.split("/").filter((part) => part !== "") ?? [];
  const at = parts.findIndex((part) => /^[a-p]{32}$/.test(part));
  const id = parts[at];
  if (
    url?.protocol === "https:" &&
    STORE_HOSTS.includes(url.hostname) &&
    parts.includes("detail") &&
    id !== undefined
  ) {
    const before = parts[at - 1];
    return { id, name: before !== "detail" && /^[a-z0-9-]{1,64}$/.test(before ?? "") ? before : undefined };
  }
  const example = "https://chromewebstore.google.com/detail/NAME/ID";
  const message = `must be the address of an extension in the Chrome Web Store, such as ${example}`;
  throw new ChromeStoreError("invalid", "the request is not valid", { problems: [{ path: "url", message }] });
}

function bytesOf(response: Response): Promise<Buffer> {
  const tooLong = (): Error => failed(`the extension is larger than ${MAX_EXTENSION_BYTES / 2 ** 20} MiB`);
  return wholeBytes(response.body ?? [], MAX_EXTENSION_BYTES, tooLong);
}

function failed(message: string): ChromeStoreError {
  return new ChromeStoreError("failed", message);
}
