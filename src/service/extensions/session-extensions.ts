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
import { ExtensionError, invalidFields } from "./extension-errors.ts";
import { loadExtension, loadedByPath, unloadExtension } from "./load-extension.ts";
import { unpackExtension } from "./unpack-extension.ts";

/** An extension that a session has. */
export interface SessionExtension {
  /** Its directory's name, unique in the session. */
  readonly name: string;
  /** The directory with its manifest. */
  readonly path: string;
  readonly version: string;
  /** Chromium's id of it, which follows from its path. */
  id: string;
}

export interface NewExtension {
  readonly name: string;
  /** The archive. */
  readonly zip: string;
  /** Where the request names it, such as `extensions[0]`, and what of it is the archive, such as `extensions[0].zip_file`. */
  readonly field: { readonly item: string; readonly archive: string };
  /** Called once it is unpacked. */
  readonly used?: () => void;
}

interface Unpacked extends SessionExtension {
  /** Directory that is removed with it; the manifest may lie deeper. */
  readonly directory: string;
  readonly field: string;
}

/**
 * The extensions of one session. Chromium forgets what was loaded live when it ends: they are loaded anew whenever it
 * starts, from the same directories, so that their ids and what they have stored stay (spec 4.10).
 */
export class SessionExtensions implements LaunchHook {
  readonly #faults: Faults;
  /** Extensions that a new session begins with. */
  readonly #first: readonly NewExtension[];
  readonly #loaded = new Map<string, Unpacked>();
  /** Extensions to load after the restart of the browser, and Chromium's error if it refuses them. */
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
   * Pages that are opened again must find their content scripts, and loading live comes too late for some of them. A browser
   * that ignores the flag gets what it lacks in {@link started}.
   */
  restartFlags(inside: (path: string) => string): string[] {
    // The flag's list knows no escapes.
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
      // The session goes on without them.
      pending.refusal = error;
    }
  }

  /** The session's directory is removed next: nobody may still be at work in it. */
  async closed(): Promise<void> {
    await this.#busy;
  }

  /**
   * Adds extensions: live, or, where that fails, by a restart of the browser. All of them are loaded, or none and nothing
   * is left. Throws an {@link ExtensionError} for names that are taken, for what Chromium refuses, in its words, and
   * for a browser that cannot load extensions; a {@link SessionError} when the session ends meanwhile.
   */
  add(session: Session, wanted: readonly NewExtension[], restart: () => Promise<void>): Promise<void> {
    const adding = this.#busy.then(() => this.#add(session, wanted, restart));
    this.#busy = adding.catch(() => {});
    return adding;
  }

  async #add(session: Session, wanted: readonly NewExtension[], restart: () => Promise<void>): Promise<void> {
    // It may have ended while another addition was waited for.
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
      // Why a browser does not start again says more than that its session is over.
      throw session.active || error instanceof DriverError ? error : sessionEnded(session);
    }
  }

  /** True when they are loaded. Throws Chromium's refusal, which would be the same after a restart. */
  async #live(session: Session, unpacked: readonly Unpacked[]): Promise<boolean> {
    await session.browserReplaced();
    const { chromium } = session;
    try {
      for (const extension of unpacked) {
        extension.id = await loadExtension(chromium, extension.path, extension.field);
        await this.#faults.pass("extension-live");
      }
    } catch (error) {
      if (error instanceof ExtensionError) throw error;
      return false;
    }
    // A browser on its way out takes them along.
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
    if (problems.length > 0) throw invalidFields(problems);
  }
}

/** Unpacks extensions into the session's directory: all of them, or none. */
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
