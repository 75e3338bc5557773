import { rm } from "node:fs/promises";
import { join } from "node:path";
import { type ApiError, badRequest } from "../api-error.ts";
import { CdpError } from "../chromium/cdp.ts";
import type { Chromium } from "../chromium/launch.ts";
import type { Faults } from "../faults.ts";
import type { BrowserStage, StagedSession } from "../sessions/browser-stage.ts";
import { notSupported } from "../support.ts";
import { unpackExtension } from "./unpack-extension.ts";

/** An extension that a session has. */
export interface SessionExtension {
  /** Its folder's name, unique in the session. */
  readonly name: string;
  readonly path: string;
  readonly version: string;
  /** Chromium's id of it, which follows from its path. */
  id: string;
}

export interface NewExtension {
  readonly name: string;
  /** The archive. */
  readonly zip: string;
  /** The part of the request it came with, such as `extensions[0]`. */
  readonly field: string;
}

/**
 * The extensions of one session. Chromium forgets what was loaded live when it ends: they are loaded anew whenever it
 * starts, from the same folders, so that their ids and what they have stored stay (spec 4.10).
 */
export class SessionExtensions implements BrowserStage {
  readonly #faults: Faults;
  /** What a new session is to begin with. */
  readonly #first: readonly NewExtension[];
  readonly #loaded = new Map<string, SessionExtension>();
  #busy: Promise<unknown> = Promise.resolve();

  constructor(faults: Faults, first: readonly NewExtension[] = []) {
    this.#faults = faults;
    this.#first = first;
  }

  get list(): readonly SessionExtension[] {
    return [...this.#loaded.values()];
  }

  async prepare(session: StagedSession): Promise<void> {
    for (const extension of await unpackAll(session, this.#first)) this.#loaded.set(extension.name, extension);
  }

  async started(_session: StagedSession, chromium: Chromium): Promise<void> {
    for (const extension of this.#loaded.values()) extension.id = await load(chromium, extension);
  }

  /**
   * Adds extensions: live, or, where that fails, by a restart of the browser. All of them are loaded, or none and nothing
   * is left. Throws 400 for names that are taken and for what Chromium refuses, in its words; 501 for a browser that cannot
   * load extensions.
   */
  add(
    session: StagedSession,
    browser: { readonly chromium: Chromium },
    wanted: readonly NewExtension[],
    restart: () => Promise<void>,
  ): Promise<void> {
    const adding = this.#busy.then(() => this.#add(session, browser, wanted, restart));
    this.#busy = adding.catch(() => {});
    return adding;
  }

  async #add(
    session: StagedSession,
    browser: { readonly chromium: Chromium },
    wanted: readonly NewExtension[],
    restart: () => Promise<void>,
  ): Promise<void> {
    this.#refuseNames(wanted);
    const unpacked = await unpackAll(session, wanted);
    const live: SessionExtension[] = [];
    try {
      for (const extension of unpacked) {
        extension.id = await load(browser.chromium, extension);
        live.push(extension);
        await this.#faults.pass("extension-live");
      }
      for (const extension of unpacked) this.#loaded.set(extension.name, extension);
    } catch (error) {
      // Chromium's own verdict would be the same after a restart.
      if (isVerdict(error)) {
        await this.#takeBack(browser.chromium, live, unpacked);
        throw error;
      }
      await this.#byRestart(browser, unpacked, restart);
    }
  }

  async #byRestart(
    browser: { readonly chromium: Chromium },
    unpacked: readonly SessionExtension[],
    restart: () => Promise<void>,
  ): Promise<void> {
    for (const extension of unpacked) this.#loaded.set(extension.name, extension);
    try {
      await restart();
    } catch (error) {
      for (const extension of unpacked) this.#loaded.delete(extension.name);
      await this.#takeBack(browser.chromium, [], unpacked);
      throw error;
    }
  }

  async #takeBack(
    { connection }: Chromium,
    live: readonly SessionExtension[],
    unpacked: readonly SessionExtension[],
  ): Promise<void> {
    for (const { id } of live) await connection.send("Extensions.uninstall", { id }).catch(() => {});
    for (const { folder } of unpacked as readonly Unpacked[]) await rm(folder, { recursive: true, force: true });
  }

  #refuseNames(wanted: readonly NewExtension[]): void {
    const seen = new Set(this.#loaded.keys());
    const problems = wanted.flatMap(({ name, field }) => {
      const message = this.#loaded.has(name)
        ? `the session already has an extension "${name}"`
        : `"${name}" is given twice`;
      const taken = seen.has(name);
      seen.add(name);
      return taken ? [{ path: `${field}.name`, message }] : [];
    });
    if (problems.length > 0) throw badRequest("the request is not valid", problems);
  }
}

interface Unpacked extends SessionExtension {
  readonly folder: string;
  readonly field: string;
}

/** Unpacks extensions into the session's folder: all of them, or none. */
async function unpackAll({ dir }: StagedSession, wanted: readonly NewExtension[]): Promise<Unpacked[]> {
  const unpacked: Unpacked[] = [];
  try {
    for (const { name, zip, field } of wanted) {
      const folder = join(dir, "extensions", name);
      const { path, manifest } = await unpackExtension(zip, folder, `${field}.zip_file`);
      unpacked.push({ name, folder, field, path, version: manifest.version, id: "" });
    }
    return unpacked;
  } catch (error) {
    for (const { folder } of unpacked) await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

async function load({ connection }: Chromium, extension: SessionExtension): Promise<string> {
  try {
    return (await connection.send("Extensions.loadUnpacked", { path: extension.path })).id;
  } catch (error) {
    if (!(error instanceof CdpError)) throw error;
    const { field = `extensions.${extension.name}` } = extension as Partial<Unpacked>;
    throw verdict(error, field);
  }
}

function verdict(error: CdpError, field: string): ApiError {
  const message = error.message.replace(/^Extensions\.loadUnpacked: /, "");
  if (/wasn't found/.test(message)) {
    return notSupported("this browser cannot load extensions; run `browserctl local setup` for one that can", [
      { path: field, message: "the browser has no Extensions domain" },
    ]);
  }
  return badRequest(`the browser refuses the extension: ${message}`, [{ path: `${field}.zip_file`, message }]);
}

function isVerdict(error: unknown): boolean {
  return (error as Error | undefined)?.name === "ApiError";
}
