import { Semaphore } from "../../core/semaphore.ts";
import { BROWSER_BYTES } from "../chromium/browser-memory.ts";
import type { BrowserVersions } from "../chromium/browser-version.ts";
import type { Clock, Scheduled } from "../clock.ts";
import { DiskFullError, isDiskFull } from "../disk-full.ts";
import { reasonOf } from "../driver-error.ts";
import { background, type ErrorOwner, errorOwner, ownedBy } from "../error-owner.ts";
import type { Faults } from "../faults.ts";
import { newId } from "../ids.ts";
import type { Log } from "../log.ts";
import { SessionProcesses } from "../processes/session-processes.ts";
import type { Projects } from "../projects/projects.ts";
import type { ProjectId } from "../store/project-id.ts";
import type { ListOptions, ListPage } from "../store/scoped-rows.ts";
import type { Store } from "../store/store.ts";
import type { browsers, StoredSession } from "./browser-table.ts";
import { hasDiskSpace } from "./disk-space.ts";
import { type LaunchHook, prepareHooks } from "./launch-hook.ts";
import { Session, type SessionBrowser } from "./session.ts";
import { hookContext, type RestartOptions, SessionBrowsers } from "./session-browsers.ts";
import { SessionDirectories } from "./session-directories.ts";
import { endedAtOnce, noSession, notEnoughMemory, sessionEnded, shuttingDown, startFailure } from "./session-errors.ts";
import { SessionNames } from "./session-names.ts";
import { type PlaceOptions, prepareSessionPlace, type SessionPlace } from "./session-place.ts";
import type { SessionSettings } from "./session-record.ts";
import { SessionRecords } from "./session-records.ts";
import type { TempDirectories } from "./temp-directories.ts";
import { watchBrowser } from "./watch-browser.ts";

export interface SessionManagerOptions extends PlaceOptions {
  stateDir: string;
  /** Path of the browser. */
  executable: string;
  /** Environment of the service. */
  env: Readonly<Record<string, string | undefined>>;
  tempDirectories: TempDirectories;
  /** Cache of browser versions. */
  versions: BrowserVersions;
  store: Store;
  projects: Projects;
  clock: Clock;
  faults: Faults;
  log: Log;
  /** Available memory without swapping, in bytes. */
  availableMemory: () => number;
  /** Maximum number of browsers that start at the same time. */
  parallelStarts: number;
}

export interface CreateSession {
  projectId: ProjectId;
  name: string | null;
  settings: SessionSettings;
  /** Hooks around its browser. */
  hooks?: readonly LaunchHook[];
}

/** Interval of the check for idle sessions (contract 2.2, `timeout_seconds`). */
const IDLE_CHECK_MS = 5_000;
/** Minimum disk space for a new session, in bytes. assumed: 16 MiB, a new profile and a little more. */
const PROFILE_BYTES = 16 * 2 ** 20;

/** All sessions of the service: creates, finds, updates, restarts and ends them. */
export class SessionManager {
  readonly #options: SessionManagerOptions;
  readonly #directories: SessionDirectories;
  readonly #live = new Map<string, Session>();
  readonly #ending = new Set<Promise<void>>();
  /** Starts by the id of their session. */
  readonly #starting = new Map<string, { readonly projectId: string; readonly started: Promise<unknown> }>();
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
    this.#activeSince = options.clock.elapsed();
  }

  /** Creates the directory of sessions and marks the sessions of a previous run as ended. */
  async prepare(): Promise<void> {
    const { log } = this.#options;
    await this.#directories.prepare();
    const ended = this.#records.endAll("the service ended");
    if (ended > 0) log.warn(`${ended} sessions of a previous run of the service were marked as ended`);
  }

  get active(): readonly Session[] {
    return [...this.#live.values()];
  }

  /** Active sessions of a project. */
  activeIn(projectId: ProjectId): readonly Session[] {
    return this.active.filter((session) => session.projectId === projectId);
  }

  /** Number of sessions that start, run or are not yet cleaned up. */
  get count(): number {
    return this.#live.size + this.#starting.size + this.#ending.size;
  }

  /** Last time at which there was a session, in milliseconds of the clock's elapsed time. */
  get lastActive(): number {
    return this.count > 0 ? this.#options.clock.elapsed() : this.#activeSince;
  }

  /**
   * Creates a session and starts its browser. Throws a ProjectError `limit-reached`; a {@link SessionError} `name-taken`,
   * `not-enough-memory`, `browser-not-started` or `shutting-down`; or a {@link DiskFullError}. Nothing is left after an error or an abort.
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
      this.#options.projects.checkLimit(input.projectId, "sessions", this.#countIn(input.projectId));
      this.#checkMemory(input.projectId);
      const failed = new AbortController();
      const owner = this.#owner(id, failed);
      const ends = AbortSignal.any([signal, this.#shutdown.signal, failed.signal]);
      started = ownedBy(owner, () => this.#start(id, input, owner, ends));
    } catch (error) {
      release();
      throw error;
    }
    this.#starting.set(id, { projectId: input.projectId, started });
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
      this.#starting.delete(id);
      this.#touch();
    }
  }

  /**
   * Active session with an id or a name. Throws a {@link SessionError} `not-found`, or `ended` with time and reason; a
   * name that only ended sessions had refers to the last of them.
   */
  require(projectId: ProjectId, idOrName: string): Session {
    const session = this.#find(projectId, idOrName);
    if (session) return session;
    const ended = this.#records.ended(projectId, idOrName);
    throw ended ? sessionEnded(ended, idOrName) : noSession(idOrName);
  }

  /** Record of a session, as {@link SessionManager.require} finds it; with `includeEnded` also of an ended session. */
  record(projectId: ProjectId, idOrName: string, includeEnded: boolean): StoredSession {
    const session =
      this.#find(projectId, idOrName) ?? (includeEnded ? this.#records.ended(projectId, idOrName) : undefined);
    return session ?? this.require(projectId, idOrName);
  }

  /** Path of the link to a session's directory. */
  linkTo(id: string): string {
    return this.#directories.link(id);
  }

  /** Active session with an id, of any project. */
  byId(id: string): Session | undefined {
    return this.#live.get(id);
  }

  /**
   * Active session with an id, of any project. Throws a {@link SessionError} `not-found`, or `ended` with time and
   * reason.
   */
  requireById(id: string): Session {
    const session = this.#live.get(id);
    if (session) return session;
    // The token of a CDP address belongs to a session, not to a project.
    const ended = this.#records.byId(id);
    throw ended && ended.deletedAt !== null ? sessionEnded(ended) : noSession(id);
  }

  /** Page of a project's sessions. */
  list(projectId: ProjectId, options: ListOptions<typeof browsers>): ListPage<typeof browsers> {
    const page = this.#records.list(projectId, options);
    return { ...page, items: page.items.map((row) => this.#live.get(row.id) ?? row) };
  }

  /** Throws a {@link SessionError} `name-taken` for a name that another session has or has reserved. */
  checkName({ projectId, id }: Session, name: string | null): void {
    this.#names.check(projectId, name, id);
  }

  /** Updates name and settings of a session. Throws a {@link SessionError} `name-taken`; an error changes nothing. */
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

  /**
   * Ends a session: closes its browser and removes its directory. Idempotent. Resolves when everything of it is
   * removed.
   */
  end(session: Session, reason: string): Promise<void> {
    session.ending ??= this.#track(this.#end(session, reason));
    return session.ending;
  }

  /** Ends every session, including those that are starting, and rejects new ones. */
  async close(reason: string): Promise<void> {
    this.#shutdown.abort();
    this.#idleCheck?.cancel();
    await Promise.allSettled([...this.#live.values()].map((session) => this.end(session, reason)));
    await Promise.allSettled([...this.#starting.values()].map(({ started }) => started));
    // A start that completed just before the abort became a session.
    await Promise.allSettled([...this.#live.values()].map((session) => this.end(session, reason)));
    await Promise.allSettled([...this.#ending]);
  }

  /** Owner of a session's work: an uncaught error ends the session, or its start. */
  #owner(id: string, failed: AbortController): ErrorOwner {
    return errorOwner({
      log: (line) => this.#options.log.error({ session: id }, line),
      what: "the session",
      end: (error) => {
        failed.abort(error);
        const session = this.#live.get(id);
        return session && this.end(session, `the local service failed: ${reasonOf(error)}`);
      },
    });
  }

  async #start(id: string, input: CreateSession, owner: ErrorOwner, signal: AbortSignal): Promise<Session> {
    const { clock, faults, stateDir } = this.#options;
    const { hooks = [], settings } = input;
    let dir: string | undefined;
    let place: SessionPlace | undefined;
    let browser: SessionBrowser | undefined;
    const leave = await this.#gate.enter(signal);
    try {
      await faults.pass("chromium-start");
      dir = await this.#directories.make(id);
      // Chromium does not report that it cannot write its profile.
      const [room, roomForState] = await Promise.all([dir, stateDir].map((path) => hasDiskSpace(path, PROFILE_BYTES)));
      if (!room || !roomForState) throw new DiskFullError(room ? stateDir : dir);
      const context = hookContext(id, dir);
      place = await prepareSessionPlace(this.#options, context, settings, signal);
      // Both have ended before the directory is removed.
      const [prepared, shown] = await Promise.allSettled([prepareHooks(hooks, context, signal), place.browser]);
      if (prepared.status === "rejected") throw prepared.reason;
      if (shown.status === "rejected") throw shown.reason;
      browser = await this.#browsers.start({ session: context, ...shown.value, settings, hooks, signal });
      const processes = new SessionProcesses(place.paths, clock);
      const display = browser.screen.display ?? browser.screen.reason;
      const { host } = shown.value;
      const session = new Session({ ...input, owner, host, display, id, dir, hooks }, browser, processes, clock);
      this.#records.insert(session);
      this.#live.set(id, session);
      return session;
    } catch (error) {
      browser?.chromium.kill();
      await browser?.chromium.exited;
      await place?.paths.container?.close();
      await place?.browser.then(async ({ display }) => void (await display)).catch(() => {});
      await this.#directories.remove(id, dir);
      throw isDiskFull(error) ? new DiskFullError(dir ?? stateDir, error) : error;
    } finally {
      leave();
    }
  }

  /** Restarts the browser of a session ({@link SessionBrowsers.restart}); ends the session when that fails. */
  async restart(session: Session, reason: string, options?: RestartOptions): Promise<void> {
    this.#options.log.info({ session: session.id }, `the browser restarts: ${reason}`);
    try {
      await ownedBy(session.owner, () => this.#browsers.restart(session, options));
    } catch (error) {
      // Not awaited: the end waits for the restart (deadlock).
      if (session.active) {
        background(this.end(session, `the browser did not start again: ${(error as Error).message}`));
      }
      throw error;
    }
    this.#watch(session);
  }

  #watch(session: Session): void {
    watchBrowser(session, (reason) => this.end(session, reason));
    // Serves all sessions: an error of the check ends no session.
    ownedBy(undefined, () => this.#checkIdleLater());
  }

  async #end(session: Session, reason: string): Promise<void> {
    session.markEnded(reason);
    this.#live.delete(session.id);
    this.#names.drop(session);
    this.#options.log.info({ session: session.id }, `the session ends: ${reason}`);
    this.#records.end(session);
    await Promise.all([session.processes.close(sessionEnded(session)), this.#browsers.close(session)]);
    await this.#directories.remove(session.id, session.dir);
    // The removed directory may have freed disk space.
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
    this.#activeSince = this.#options.clock.elapsed();
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

  /** Number of a project's sessions that start or run; one that has just started may be in both maps. */
  #countIn(projectId: ProjectId): number {
    const all = [...this.#starting, ...this.#live];
    return new Set(all.flatMap(([id, each]) => (each.projectId === projectId ? [id] : []))).size;
  }

  #checkMemory(projectId: ProjectId): void {
    // Browsers that are starting have not allocated their memory yet.
    const available = this.#options.availableMemory() - this.#starting.size * BROWSER_BYTES;
    if (available < BROWSER_BYTES) {
      throw notEnoughMemory(Math.max(0, available), BROWSER_BYTES, this.activeIn(projectId).length);
    }
  }

  #find(projectId: ProjectId, idOrName: string): Session | undefined {
    const byId = this.#live.get(idOrName);
    if (byId?.projectId === projectId) return byId;
    // A name in the form of an id may be the id of another project's session.
    const holder = this.#names.holder(projectId, idOrName);
    return holder === undefined ? undefined : this.#live.get(holder);
  }
}
