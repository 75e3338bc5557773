import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Chromium } from "../chromium/launch.ts";
import { DriverError } from "../driver-error.ts";
import type { Faults } from "../faults.ts";
import { EXTENSIONS_DIRECTORY } from "../processes/container-browser.ts";
import type { HookContext, LaunchHook } from "../sessions/launch-hook.ts";
import type { Session } from "../sessions/session.ts";
import { hookContext } from "../sessions/session-browsers.ts";
import { sessionEnded } from "../sessions/session-errors.ts";
import { ResourceError } from "../store/resource-error.ts";
import { loadExtension, loadedByPath, unloadExtension } from "./load-extension.ts";
import { unpackExtension } from "./unpack-extension.ts";

/** Extension of a session. */
export interface SessionExtension {
  /** Name of its directory, unique in the session. */
  readonly name: string;
  /** Directory with its manifest. */
  readonly path: string;
  readonly version: string;
  /** Chromium's id, which is derived from the path. */
  id: string;
}

export interface NewExtension {
  readonly name: string;
  /** Path of the archive. */
  readonly zip: string;
  /** Fields of the request: the item, such as `extensions[0]`, and its archive, such as `extensions[0].zip_file`. */
  readonly field: { readonly item: string; readonly archive: string };
  /** Called after it is unpacked. */
  readonly used?: () => void;
}

interface Unpacked extends SessionExtension {
  /** Directory to remove with the extension; the manifest may be in a subdirectory. */
  readonly directory: string;
  readonly field: string;
}

/**
 * Extensions of one session. Chromium forgets live-loaded extensions when it ends, so they are loaded at every start,
 * from the same directories, which keeps their ids and storage (spec 4.10).
 */
export class SessionExtensions implements LaunchHook {
  readonly #faults: Faults;
  /** Extensions of a new session, not yet unpacked. */
  readonly #first: readonly NewExtension[];
  readonly #loaded = new Map<string, Unpacked>();
  /** Extensions to load after the restart of the browser, and Chromium's error if it rejects them. */
  #pending: { extensions: readonly Unpacked[]; refusal?: unknown } | undefined;
  #busy: Promise<unknown> = Promise.resolve();

  constructor(faults: Faults, first: readonly NewExtension[] = []) {
    this.#faults = faults;
    this.#first = first;
  }

  get list(): readonly SessionExtension[] {
    return [...this.#loaded.values()];
  }

  async prepare(session: HookContext, signal: AbortSignal): Promise<void> {
    for (const extension of await unpackAll(session, this.#first, signal)) this.#loaded.set(extension.name, extension);
  }

  /**
   * Restored pages need their content scripts, and live loading is too late for some of them. If the browser ignores
   * the flag, {@link started} loads the missing extensions.
   */
  restartFlags(inside: (path: string) => string): string[] {
    // The comma-separated list has no escapes.
    const paths = this.list.map(({ path }) => inside(path)).filter((path) => !path.includes(","));
    return paths.length === 0 ? [] : [`--load-extension=${paths.join(",")}`];
  }

  async started(_session: HookContext, chromium: Chromium): Promise<void> {
    const known = this.#loaded.size === 0 ? undefined : await loadedByPath(chromium);
    for (const extension of this.#loaded.values()) {
      extension.id =
        known?.get(chromium.inside(extension.path)) ?? (await loadExtension(chromium, extension.path, extension.field));
    }
    const pending = this.#pending;
    if (!pending) return;
    try {
      for (const extension of pending.extensions) {
        extension.id = await loadExtension(chromium, extension.path, extension.field);
      }
    } catch (error) {
      // The session continues without them.
      pending.refusal = error;
    }
  }

  /** Waits for running additions, because the session's directory is removed next. */
  async closed(): Promise<void> {
    await this.#busy;
  }

  /**
   * Adds extensions, all or none: live, or by a restart of the browser when that fails. Throws a {@link
   * ResourceError} for names in use, for an extension that Chromium rejects, with its message, and for a browser that
   * cannot load extensions; a {@link SessionError} when the session ends first.
   */
  add(session: Session, wanted: readonly NewExtension[], restart: () => Promise<void>): Promise<void> {
    const adding = this.#busy.then(() => this.#add(session, wanted, restart));
    this.#busy = adding.catch(() => {});
    return adding;
  }

  async #add(session: Session, wanted: readonly NewExtension[], restart: () => Promise<void>): Promise<void> {
    // The session may have ended during the wait for another addition.
    if (!session.active) throw sessionEnded(session);
    this.#refuseNames(wanted);
    let unpacked: readonly Unpacked[] = [];
    try {
      unpacked = await unpackAll(hookContext(session.id, session.dir), wanted, session.endSignal);
      if (!(await this.#live(session, unpacked))) await this.#byRestart(unpacked, restart);
      if (!session.active) throw sessionEnded(session);
      for (const extension of unpacked) this.#loaded.set(extension.name, extension);
    } catch (error) {
      for (const { id } of unpacked) if (id !== "") await unloadExtension(session.chromium, id);
      await removeDirectories(unpacked);
      // The reason why a browser did not start is more useful than the end of the session.
      throw session.active || error instanceof DriverError ? error : sessionEnded(session);
    }
  }

  /** Loads extensions live; false when a restart is needed. Throws Chromium's error if a restart cannot help. */
  async #live(session: Session, unpacked: readonly Unpacked[]): Promise<boolean> {
    await session.browserReplaced();
    const { chromium } = session;
    try {
      for (const extension of unpacked) {
        extension.id = await loadExtension(chromium, extension.path, extension.field);
        await this.#faults.pass("extension-live");
      }
    } catch (error) {
      if (error instanceof ResourceError) throw error;
      return false;
    }
    // A browser that is being replaced loses live-loaded extensions.
    return !session.isReplacing(chromium);
  }

  async #byRestart(unpacked: readonly Unpacked[], restart: () => Promise<void>): Promise<void> {
    const pending: { extensions: readonly Unpacked[]; refusal?: unknown } = { extensions: unpacked };
    this.#pending = pending;
    try {
      await restart();
    } finally {
      this.#pending = undefined;
    }
    if (pending.refusal !== undefined) throw pending.refusal;
  }

  #refuseNames(wanted: readonly NewExtension[]): void {
    const seen = new Set(this.#loaded.keys());
    const problems = wanted.flatMap(({ name, field }) => {
      const message = this.#loaded.has(name)
        ? `the session already has an extension "${name}"`
        : `"${name}" is given twice`;
      const taken = seen.has(name);
      seen.add(name);
      return taken ? [{ path: `${field.item}.name`, message }] : [];
    });
    if (problems.length > 0) throw ResourceError.invalid(problems);
  }
}

/** Unpacks extensions into the session's directory, all or none. */
async function unpackAll(
  { dir }: HookContext,
  wanted: readonly NewExtension[],
  signal: AbortSignal,
): Promise<Unpacked[]> {
  const unpacked: Unpacked[] = [];
  try {
    for (const { name, zip, field, used } of wanted) {
      signal.throwIfAborted();
      const directory = join(dir, EXTENSIONS_DIRECTORY, name);
      const { path, manifest } = await unpackExtension(zip, directory, { field: field.archive, signal });
      unpacked.push({ name, directory, field: field.archive, path, version: manifest.version, id: "" });
      used?.();
    }
    return unpacked;
  } catch (error) {
    await removeDirectories(unpacked);
    throw error;
  }
}

async function removeDirectories(extensions: readonly Unpacked[]): Promise<void> {
  for (const { directory } of extensions) await rm(directory, { recursive: true, force: true });
}
