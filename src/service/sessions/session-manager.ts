import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { within } from "../../core/pause.ts";
import { Semaphore } from "../../core/semaphore.ts";
import { type BrowserHost, plainHost } from "../chromium/browser-host.ts";
import type { BrowserVersions } from "../chromium/browser-version.ts";
import type { Chromium } from "../chromium/launch.ts";
import type { Clock, Scheduled } from "../clock.ts";
import { DiskFullError, isDiskFull } from "../disk-full.ts";
import type { Faults } from "../faults.ts";
import { newId } from "../ids.ts";
import type { Log } from "../log.ts";
import type { BrowserConfinement } from "../processes/browser-probe.ts";
import { containerHost } from "../processes/container-browser.ts";
import type { ContainerFacts } from "../processes/container-probe.ts";
import { SessionPaths } from "../processes/session-paths.ts";
import { SessionProcesses } from "../processes/session-processes.ts";
import { prepareSessionRoot } from "../processes/session-root.ts";
import type { ListOptions, ListPage } from "../store/scoped-rows.ts";
import type { Store } from "../store/store.ts";
import type { browsers, StoredSession } from "./browser-table.ts";
import { hasDiskSpace } from "./disk-space.ts";
import type { HookContext, LaunchHook } from "./launch-hook.ts";
import { Session } from "./session.ts";
import { hookContext, type RestartOptions, SessionBrowsers, TEMPORARY_DIRECTORY } from "./session-browsers.ts";
import { SessionDirectories } from "./session-directories.ts";
import { endedAtOnce, noSession, notEnoughMemory, sessionEnded, shuttingDown, startFailure } from "./session-errors.ts";
import { SessionNames } from "./session-names.ts";
import type { SessionSettings } from "./session-record.ts";
import { SessionRecords } from "./session-records.ts";
import type { TempDirectories } from "./temp-directories.ts";

export interface SessionManagerOptions {
  stateDir: string;
  /** The browser to start. */
  executable: string;
  /** Where the processes of sessions run. */
  container: ContainerFacts;
  /** Result of checking whether their browsers run there too. */
  confinement: Promise<BrowserConfinement>;
  /** The service's environment. */
  env: Readonly<Record<string, string | undefined>>;
  tempDirectories: TempDirectories;
  /** Known versions of the browser. */
  versions: BrowserVersions;
  store: Store;
  clock: Clock;
  faults: Faults;
  log: Log;
  /** Bytes of memory that can be used without swapping. */
  availableMemory: () => number;
  /** Browsers that may start at the same time. */
  parallelStarts: number;
}

export interface CreateSession {
  projectId: string;
  name: string | null;
  settings: SessionSettings;
  /** Hooks around its browser. */
  hooks?: readonly LaunchHook[];
}

/** Idle sessions are looked for this often (contract 2.2, `timeout_seconds`). */
const IDLE_CHECK_MS = 5_000;
/** A broken pipe is followed by the end of the process; this long it is waited for. */
const PIPE_GRACE_MS = 2_000;
/** Disk space without which no session is started. assumed: 16 MiB, a new profile and a little more. */
const PROFILE_BYTES = 16 * 2 ** 20;
/** Memory of one more Chromium. assumed: 300 MiB, as measured for one with an empty page. */
const BROWSER_BYTES = 300 * 2 ** 20;

/** All sessions of the service: their browsers, directories, names and ends. */
export class SessionManager {
  readonly #options: SessionManagerOptions;
  readonly #directories: SessionDirectories;
  readonly #live = new Map<string, Session>();
  readonly #ending = new Set<Promise<void>>();
  readonly #starting = new Set<Promise<unknown>>();
  readonly #names = new SessionNames();
  readonly #browsers: SessionBrowsers;
  readonly #records: SessionRecords;
  readonly #gate: Semaphore;
  readonly #shutdown = new AbortController();
  #idleCheck: Scheduled | undefined;
  #activeSince: number;

  constructor(options: SessionManagerOptions) {
    this.#options = options;
    const warn = (line: string): void => options.log.warn(line);
    this.#records = new SessionRecords({ store: options.store, clock: options.clock, log: warn });
    this.#directories = new SessionDirectories(options.stateDir, options.tempDirectories, warn);
    this.#browsers = new SessionBrowsers(options);
    this.#gate = new Semaphore(options.parallelStarts);
    this.#activeSince = options.clock.now();
  }

  /** Makes the directory of sessions and removes what an earlier life of the service left. */
  async prepare(): Promise<void> {
    const { log } = this.#options;
    await this.#directories.prepare();
    const ended = this.#records.endAll("the service ended");
    if (ended > 0) log.warn(`${ended} sessions of an earlier life of the service were marked as ended`);
  }

  get active(): readonly Session[] {
    return [...this.#live.values()];
  }

  /** Sessions that run, start or are not yet cleaned up. */
  get count(): number {
    return this.#live.size + this.#starting.size + this.#ending.size;
  }

  /** When there last was a session; milliseconds since 1970 on the clock. */
  get lastActive(): number {
    return this.count > 0 ? this.#options.clock.now() : this.#activeSince;
  }

  /**
   * Starts a browser and gives its session. Throws a {@link SessionError}: `name-taken`, `not-enough-memory`,
   * `browser-not-started` or `shutting-down`; a {@link DiskFullError}. Nothing is left after an error or an abort.
   */
  async create(input: CreateSession, signal: AbortSignal): Promise<Session> {
    if (this.#shutdown.signal.aborted) throw shuttingDown();
    const id = newId();
    const { hooks = [] } = input;
    const releaseHooks = (): void => {
      for (const hook of hooks) hook.released?.();
    };
    let release = releaseHooks;
    let started: Promise<Session>;
    try {
      const dropName = this.#names.take(input.projectId, input.name, id);
      release = () => {
        dropName();
        releaseHooks();
      };
      this.#checkMemory();
      started = this.#start(id, input, AbortSignal.any([signal, this.#shutdown.signal]));
    } catch (error) {
      release();
      throw error;
    }
    this.#starting.add(started);
    try {
      const session = await started;
      this.#watch(session);
      if (signal.aborted) await this.end(session, "the client that created it went away");
      signal.throwIfAborted();
      if (!session.active) throw endedAtOnce(session);
      return session;
    } catch (error) {
      release();
      if (this.#shutdown.signal.aborted) throw shuttingDown();
      throw startFailure(error);
    } finally {
      this.#starting.delete(started);
      this.#touch();
    }
  }

  /**
   * The active session with an id or a name. Throws a {@link SessionError}; one that has ended says when and why. A name that only ended
   * sessions had means the last of them.
   */
  require(projectId: string, idOrName: string): Session {
    const session = this.#find(projectId, idOrName);
    if (session) return session;
    const ended = this.#records.ended(projectId, idOrName);
    throw ended ? sessionEnded(ended, idOrName) : noSession(idOrName);
  }

  /** Like {@link SessionManager.require}, for the record alone: with `includeEnded` also of a session that has ended. */
  record(projectId: string, idOrName: string, includeEnded: boolean): StoredSession {
    const session =
      this.#find(projectId, idOrName) ?? (includeEnded ? this.#records.ended(projectId, idOrName) : undefined);
    return session ?? this.require(projectId, idOrName);
  }

  /** The link to a session's directory, where people look for it. */
  linkTo(id: string): string {
    return this.#directories.link(id);
  }

  /** An active session by its id alone, whatever its project. */
  byId(id: string): Session | undefined {
    return this.#live.get(id);
  }

  /** The active session with an id, whatever its project. Throws a {@link SessionError}; one that has ended says when and why. */
  requireById(id: string): Session {
    const session = this.#live.get(id);
    if (session) return session;
    // The token of its address names the session alone.
    const ended = this.#records.byId(id);
    throw ended && ended.deletedAt !== null ? sessionEnded(ended) : noSession(id);
  }

  /** A page of a project's sessions. */
  list(projectId: string, options: ListOptions<typeof browsers>): ListPage<typeof browsers> {
    const page = this.#records.list(projectId, options);
    return { ...page, items: page.items.map((row) => this.#live.get(row.id) ?? row) };
  }

  /** Changes name and settings of a session. Throws a {@link SessionError} `name-taken`; nothing is changed after an error. */
  update(session: Session, change: { name?: string | null; settings?: SessionSettings }): void {
    const { name = session.name, settings = session.settings } = change;
    const renamed = name !== session.name;
    const releaseNew = renamed ? this.#names.take(session.projectId, name, session.id) : () => {};
    try {
      this.#records.update(session, { name, settings });
    } catch (error) {
      releaseNew();
      throw error;
    }
    if (renamed) this.#names.drop(session);
    session.name = name;
    session.settings = settings;
  }

  /** Ends a session: closes its browser, removes its directory. Resolves when nothing is left of it. */
  end(session: Session, reason: string): Promise<void> {
    session.ending ??= this.#track(this.#end(session, reason));
    return session.ending;
  }

  /** Ends every session, those that just start too, and takes no more. */
  async close(reason: string): Promise<void> {
    this.#shutdown.abort();
    this.#idleCheck?.cancel();
    await Promise.allSettled([...this.#live.values()].map((session) => this.end(session, reason)));
    await Promise.allSettled([...this.#starting]);
    // A start that won the race against the abort became a session.
    await Promise.allSettled([...this.#live.values()].map((session) => this.end(session, reason)));
    await Promise.allSettled([...this.#ending]);
  }

  async #start(id: string, input: CreateSession, signal: AbortSignal): Promise<Session> {
    const { clock, faults, stateDir } = this.#options;
    const { hooks = [], settings } = input;
    let dir: string | undefined;
    let paths: SessionPaths | undefined;
    let chromium: Chromium | undefined;
    const leave = await this.#gate.enter(signal);
    try {
      await faults.pass("chromium-start");
      dir = await this.#directories.make(id);
      // Chromium does not say so when it cannot write its profile.
      const [room, roomForState] = await Promise.all([dir, stateDir].map((path) => hasDiskSpace(path, PROFILE_BYTES)));
      if (!room || !roomForState) throw new DiskFullError(room ? stateDir : dir);
      const context = hookContext(id, dir);
      const prepared = await this.#preparePaths(id, context);
      paths = prepared.paths;
      const { host } = prepared;
      for (const hook of hooks) await hook.prepare?.(context, signal);
      chromium = await this.#browsers.start({ session: context, host, settings, hooks, signal });
      const processes = new SessionProcesses(paths, clock);
      const session = new Session({ ...input, id, dir, host, hooks }, chromium, processes, clock);
      this.#records.insert(session);
      this.#live.set(id, session);
      return session;
    } catch (error) {
      chromium?.kill();
      await chromium?.exited;
      await paths?.container?.close();
      await this.#directories.remove(id, dir);
      throw isDiskFull(error) ? new DiskFullError(dir ?? stateDir, error) : error;
    } finally {
      leave();
    }
  }

  /** Makes the session's root and finds where its browser runs; its container starts meanwhile. */
  async #preparePaths(
    id: string,
    { dir, userDataDir }: HookContext,
  ): Promise<{ paths: SessionPaths; host: BrowserHost }> {
    const { container, confinement, log } = this.#options;
    const options = { recursive: true, mode: 0o700 };
    const [layout, { confined }] = await Promise.all([
      prepareSessionRoot(dir),
      confinement,
      mkdir(userDataDir, options),
      mkdir(join(dir, TEMPORARY_DIRECTORY), options),
    ]);
    const paths = new SessionPaths(container, layout, (line) => log.debug({ session: id, part: "container" }, line));
    if (!confined || !paths.container) return { paths, host: plainHost(userDataDir) };
    // Not waited for: its failure is the browser's, too.
    paths.container.namespaces().catch(() => {});
    return { paths, host: containerHost(paths, paths.container, dir) };
  }

  /** Restarts the browser of a session ({@link SessionBrowsers.restart}); the session ends when that fails. */
  async restart(session: Session, reason: string, options?: RestartOptions): Promise<void> {
    this.#options.log.info({ session: session.id }, `the browser restarts: ${reason}`);
    try {
      await this.#browsers.restart(session, options);
    } catch (error) {
      // Not waited for: the end waits for the restart.
      if (session.active) void this.end(session, `the browser did not start again: ${(error as Error).message}`);
      throw error;
    }
    this.#watch(session);
  }

  #watch(session: Session): void {
    const { chromium } = session;
    void chromium.exited.then((exit) => {
      if (session.isReplacing(chromium)) return;
      return this.end(session, `the browser ended unexpectedly: ${exit.reason}`);
    });
    void chromium.connection.closed.then(async () => {
      await within(chromium.exited, PIPE_GRACE_MS);
      if (!session.isReplacing(chromium)) chromium.kill();
    });
    this.#checkIdleLater();
  }

  async #end(session: Session, reason: string): Promise<void> {
    session.markEnded(reason);
    this.#live.delete(session.id);
    this.#names.drop(session);
    this.#options.log.info({ session: session.id }, `the session ends: ${reason}`);
    this.#records.end(session);
    await Promise.all([session.processes.close(sessionEnded(session)), this.#browsers.close(session)]);
    await this.#directories.remove(session.id, session.dir);
    // The directory is gone: now there may be room.
    this.#records.retry();
  }

  #track(ending: Promise<void>): Promise<void> {
    const tracked = ending.finally(() => {
      this.#ending.delete(tracked);
      this.#touch();
    });
    this.#ending.add(tracked);
    return tracked;
  }

  #touch(): void {
    this.#activeSince = this.#options.clock.now();
  }

  #checkIdleLater(): void {
    this.#idleCheck ??= this.#options.clock.schedule(IDLE_CHECK_MS, async () => {
      this.#idleCheck = undefined;
      const idle = this.active.filter((session) => session.idleMs >= session.settings.timeout_seconds * 1_000);
      const ends = idle.map((session) =>
        this.end(session, `nothing used it for ${session.settings.timeout_seconds} s (timeout_seconds)`),
      );
      if (this.#live.size > 0 && !this.#shutdown.signal.aborted) this.#checkIdleLater();
      await Promise.all(ends);
    });
  }

  #checkMemory(): void {
    // Browsers that just start have not taken theirs yet.
    const available = this.#options.availableMemory() - this.#starting.size * BROWSER_BYTES;
    if (available < BROWSER_BYTES) throw notEnoughMemory(Math.max(0, available), BROWSER_BYTES, this.#live.size);
  }

  #find(projectId: string, idOrName: string): Session | undefined {
    const id = this.#live.has(idOrName) ? idOrName : this.#names.holder(projectId, idOrName);
    const session = id === undefined ? undefined : this.#live.get(id);
    return session?.projectId === projectId ? session : undefined;
  }
}
