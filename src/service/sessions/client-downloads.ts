import { mkdirSync } from "node:fs";
import { rm, unlink } from "node:fs/promises";
import { join, posix } from "node:path";
import { isObject } from "../../core/is-object.ts";
import type { CdpConnection, CdpMessage } from "../chromium/cdp.ts";
import type { DownloadTarget } from "../chromium/download-target.ts";
import { background } from "../error-owner.ts";
import { GivenDirectory, type GivenDirectoryLimits } from "../files/given-directory.ts";
import { linkNow } from "../files/link-now.ts";
import { SessionFiles } from "../files/session-files.ts";

export interface ClientDownloadsOptions {
  /** Root directory of the session on this machine. */
  root: string;
  /** Directory on the same file system that the session cannot reach. */
  staging: string;
  /** Directories of clients that are accepted. */
  limits: GivenDirectoryLimits;
  /** Converts a path of the browser to a path of the session; undefined for a path outside the session. */
  sessionPath: (path: string) => string | undefined;
  log: (line: string) => void;
}

/** Maximum number of directories of one client; for another directory, the oldest is closed. */
const MAX_DIRECTORIES = 64;
/** Maximum number of finished downloads that are remembered, for events that Chromium repeats. */
const MAX_ARRIVALS = 1_000;
/** Behaviors with which downloads go to the directory of the command. */
const BEHAVIORS = ["allow", "allowAndName"];

/** End of a download for a client, with the file in its directory, if any. */
interface Arrival {
  readonly state: "completed" | "canceled";
  readonly filePath?: string;
}

/**
 * Copies downloads of a session's browser into the directories that its CDP clients have created for them on this
 * machine: Playwright and Puppeteer read a download there. The browser cannot reach these directories; for each of them
 * it writes to a directory of the session instead. A client on another machine names a directory that does not exist
 * here, and reads its downloads from the session.
 */
export class ClientDownloads {
  readonly #options: ClientDownloadsOptions;
  readonly #files: SessionFiles;
  /** Directories of the clients, by the session's directory that replaces each. */
  readonly #directories = new Map<string, GivenDirectory>();
  /** Arrivals of finished downloads, by their ids; undefined for a download that is not for a directory of a client. */
  readonly #arrivals = new Map<string, Promise<Arrival> | undefined>();
  /** Clients that wait for the end of a download. */
  readonly #waiting = new Map<string, PromiseWithResolvers<Arrival | undefined>>();
  readonly #targets = new Set<DownloadTarget>();
  #count = 0;

  constructor(connection: CdpConnection, options: ClientDownloadsOptions) {
    this.#options = options;
    this.#files = new SessionFiles(options.root);
    mkdirSync(options.staging, { recursive: true, mode: 0o700 });
    connection.observe("Browser.downloadProgress", ({ guid, state, filePath }) => {
      if (state === "completed" && filePath !== undefined) this.#completed(guid, filePath);
    });
    connection.onClosed(() => {
      for (const target of this.#targets) target.close();
    });
  }

  /** Adds a client and returns its downloads. */
  client(): DownloadTarget {
    const own = new Map<string, string>();
    const target: DownloadTarget = {
      params: (method, params) => this.#params(own, method, params),
      arrived: (event) => (own.size === 0 ? undefined : this.#arrived(event)),
      close: () => {
        this.#targets.delete(target);
        for (const place of own.values()) this.#close(place);
        own.clear();
      },
    };
    this.#targets.add(target);
    return target;
  }

  #params(own: Map<string, string>, method: string, params: unknown): unknown {
    if (!method.endsWith(".setDownloadBehavior") || !isObject(params)) return params;
    const { behavior, downloadPath } = params;
    if (!BEHAVIORS.includes(String(behavior)) || typeof downloadPath !== "string") return params;
    const place = this.#placeFor(own, downloadPath);
    return place === undefined ? params : { ...params, downloadPath: place };
  }

  /**
   * Directory of the session that replaces a client's directory; undefined for a directory that the client has not
   * created for downloads.
   */
  #placeFor(own: Map<string, string>, path: string): string | undefined {
    const known = own.get(path);
    // A known directory need not be empty any more: the client keeps other files there too.
    if (known !== undefined && this.#directories.get(known)?.isThere) return known;
    if (known !== undefined) this.#close(known);
    own.delete(path);
    const directory = GivenDirectory.open(path, this.#options.limits);
    if (!directory) return undefined;
    const place = `/tmp/browserctl-downloads-${++this.#count}`;
    this.#directories.set(place, directory);
    own.set(path, place);
    const [oldest] = own;
    if (own.size > MAX_DIRECTORIES && oldest) {
      own.delete(oldest[0]);
      this.#close(oldest[1]);
    }
    return place;
  }

  #close(place: string): void {
    const directory = this.#directories.get(place);
    this.#directories.delete(place);
    if (directory) background(directory.close());
  }

  #completed(guid: string, filePath: string): void {
    // Chromium repeats the event for each session that listens.
    if (this.#arrivals.has(guid)) return;
    const path = this.#options.sessionPath(filePath);
    const directory = path === undefined ? undefined : this.#directories.get(posix.dirname(path));
    const arrival = directory && path !== undefined ? this.#arrival(guid, path, directory) : undefined;
    this.#arrivals.set(guid, arrival);
    const [oldest] = this.#arrivals.keys();
    if (this.#arrivals.size > MAX_ARRIVALS && oldest !== undefined) this.#arrivals.delete(oldest);
    this.#waiting.get(guid)?.resolve(arrival);
    this.#waiting.delete(guid);
  }

  async #arrival(guid: string, path: string, directory: GivenDirectory): Promise<Arrival> {
    try {
      return await this.#copy(guid, path, directory);
    } catch (error) {
      this.#options.log(`cannot copy the download to "${directory.path}": ${(error as Error).message}`);
      return { state: "canceled" };
    }
  }

  async #copy(guid: string, path: string, directory: GivenDirectory): Promise<Arrival> {
    const { root, staging } = this.#options;
    const held = join(staging, `${guid}.client`);
    if (!linkNow(root, path, held)) throw new Error("the session has replaced it");
    try {
      const name = await directory.write(posix.basename(path), held);
      // The client would not find the file in its directory either, after it has moved the file away.
      await this.#files.reach({ field: "path", path }, {}, ({ at }) => unlink(at)).catch(() => {});
      return { state: "completed", filePath: join(directory.path, name) };
    } finally {
      await rm(held, { force: true });
    }
  }

  #arrived(event: CdpMessage): Promise<CdpMessage> | undefined {
    if (event.method !== "Browser.downloadProgress" && event.method !== "Page.downloadProgress") return undefined;
    const params = event.params as { state: string; guid: string };
    if (params.state !== "completed") return undefined;
    // Chromium sends a page's event before that of the browser, which has the path.
    const arrival = this.#arrivals.has(params.guid) ? this.#arrivals.get(params.guid) : this.#next(params.guid);
    return arrival?.then((end) => {
      const { filePath, ...state } = end ?? {};
      const named = event.method === "Browser.downloadProgress" && end !== undefined;
      return { ...event, params: { ...params, ...state, ...(named && { filePath }) } };
    });
  }

  #next(guid: string): Promise<Arrival | undefined> {
    const waiting = this.#waiting.get(guid) ?? Promise.withResolvers<Arrival | undefined>();
    this.#waiting.set(guid, waiting);
    return waiting.promise;
  }
}
