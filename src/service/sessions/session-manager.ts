import { BROWSER_BYTES } from "../chromium/browser-memory.ts";
import type { BrowserVersions } from "../chromium/browser-version.ts";
import type { Clock } from "../clock.ts";
import { reasonOf } from "../driver-error.ts";
import { background, type ErrorOwner, errorOwner, ownedBy } from "../error-owner.ts";
import type { Faults } from "../faults.ts";
import { newId } from "../ids.ts";
import type { Log } from "../log.ts";
import type { Projects } from "../projects/projects.ts";
import type { ProjectId } from "../store/project-id.ts";
import type { ListOptions, ListPage } from "../store/scoped-rows.ts";
import type { Store } from "../store/store.ts";
import type { browsers, StoredSession } from "./browser-table.ts";
import { type ConfinedSettings, checkConfined } from "./confined-settings.ts";
import { IdleLimit } from "./idle-limit.ts";
import type { NewSession, Session, SharedBrowser } from "./session.ts";
import { leaveBrowser, type RestartOptions, reusableBrowser, SessionBrowsers } from "./session-browsers.ts";
import { SessionDirectories } from "./session-directories.ts";
import { endedAtOnce, noSession, notEnoughMemory, sessionEnded, shuttingDown, startFailure } from "./session-errors.ts";
import { SessionNames } from "./session-names.ts";
import type { PlaceOptions } from "./session-place.ts";
import type { SessionSettings } from "./session-record.ts";
import { SessionRecords } from "./session-records.ts";
import { type CreateSession, SessionStarter } from "./session-starter.ts";
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

/** All sessions of the service: creates, finds, updates, restarts and ends them. */
export class SessionManager {
  readonly #options: SessionManagerOptions;
  readonly #directories: SessionDirectories;
  readonly #live = new Map<string, Session>();
  /** Sessions without a user, whose browsers wait for {@link SessionManager.lease}. */
  readonly #idle = new Set<Session>();
  /** Session that uses a browser now, by the owner of the browser's work. */
  readonly #users = new WeakMap<ErrorOwner, Session>();
  readonly #ending = new Set<Promise<void>>();
  /** Starts by the id of their session. */
  readonly #starting = new Map<string, { readonly projectId: string; readonly started: Promise<unknown> }>();
  readonly #names = new SessionNames();
  readonly #browsers: SessionBrowsers;
  readonly #records: SessionRecords;
  readonly #starter: SessionStarter;
  readonly #shutdown = new AbortController();
  readonly #idleLimit: IdleLimit;

  constructor(options: SessionManagerOptions) {
    this.#options = options;
    const warn = (line: string): void => options.log.warn(line);
    this.#records = new SessionRecords({ store: options.store, clock: options.clock, log: warn });
    this.#directories = new SessionDirectories(options.stateDir, options.tempDirectories, warn);
    this.#browsers = new SessionBrowsers(options);
    this.#starter = new SessionStarter(options, this.#directories, this.#browsers);
    const end: SessionManager["end"] = (session, reason) => this.end(session, reason);
    this.#idleLimit = new IdleLimit({ clock: options.clock, sessions: () => this.active, end });
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

  /** Number of sessions that start, run or are not yet cleaned up, without those that wait for a user. */
  get count(): number {
    return this.#live.size + this.#starting.size + this.#ending.size;
  }

  /** Throws a {@link ResourceError} `unsupported` for settings that a browser on this machine cannot hold. */
  checkConfined(settings: ConfinedSettings): Promise<void> {
    return checkConfined(this.#options, settings);
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
      const added = (session: Session): void => this.#add(session, input.idle === true);
      started = ownedBy(owner, () => this.#starter.start(id, input, { owner, added, signal: ends }));
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
  linkTo({ linkId }: Session): string {
    return this.#directories.link(linkId);
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

  /**
   * Reserves a name for a session that is not created yet, by its id. Throws a {@link SessionError} `name-taken`.
   * Returns a function that releases the name.
   */
  reserveName(projectId: ProjectId, name: string | null, id: string): () => void {
    return this.#names.take(projectId, name, id);
  }

  /**
   * Gives the browser of an idle session to a new one, whose name is reserved. An error of its record leaves the
   * browser idle.
   */
  lease(idle: Session, input: Pick<NewSession, "id" | "name" | "settings">): Session {
    if (!idle.shared || !this.#idle.has(idle)) throw sessionEnded(idle);
    const session = idle.successor({ ...input, shared: idle.shared });
    this.#records.insert(session);
    this.#idle.delete(idle);
    this.#live.set(session.id, session);
    this.#users.set(session.owner, session);
    this.#scheduleIdleLimit();
    return session;
  }

  /**
   * Ends a session, and makes its browser idle again: its processes, CDP clients and live views end, everything else of
   * the browser stays. Undefined when the browser had to end too, because it has changed, has ended or is still busy.
   */
  async park(session: Session, reason: string): Promise<Session | undefined> {
    const shared = session.ending ? undefined : reusableBrowser(session);
    if (!shared) {
      await this.end(session, reason);
      return undefined;
    }
    const parked = this.#park(session, shared, reason);
    session.ending = this.#track(parked.then(() => {}));
    return await parked;
  }

  /** Ends every session, including those that are starting, and rejects new ones. */
  async close(reason: string): Promise<void> {
    this.#shutdown.abort();
    this.#idleLimit.close();
    const endAll = () =>
      Promise.allSettled([...this.#live.values(), ...this.#idle].map((each) => this.end(each, reason)));
    await endAll();
    await Promise.allSettled([...this.#starting.values()].map(({ started }) => started));
    // A start that completed just before the abort became a session.
    await endAll();
    await Promise.allSettled([...this.#ending]);
  }

  /** Owner of a session's work: an uncaught error ends the session, or its start. */
  #owner(id: string, failed: AbortController): ErrorOwner {
    const owner = errorOwner({
      log: (line) => this.#options.log.error({ session: this.#users.get(owner)?.id ?? id }, line),
      what: "the session",
      end: (error) => {
        failed.abort(error);
        const session = this.#users.get(owner);
        return session && this.end(session, `the local service failed: ${reasonOf(error)}`);
      },
    });
    return owner;
  }

  #add(session: Session, isIdle: boolean): void {
    if (isIdle) this.#idle.add(session);
    else {
      this.#records.insert(session);
      this.#live.set(session.id, session);
    }
    this.#users.set(session.owner, session);
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
    const current = (): Session => this.#users.get(session.owner) ?? session;
    watchBrowser(session, current, (reason) => this.end(current(), reason));
    this.#scheduleIdleLimit();
  }

  #scheduleIdleLimit(): void {
    // Serves all sessions: an error of the check ends no session.
    ownedBy(undefined, () => this.#idleLimit.schedule());
  }

  async #end(session: Session, reason: string): Promise<void> {
    session.markEnded(reason);
    this.#forget(session, reason);
    await this.#close(session);
  }

  /** Removes an ended session from those that requests find, and records its end. */
  #forget(session: Session, reason: string): void {
    this.#options.log.info({ session: session.id }, `the session ends: ${reason}`);
    if (this.#idle.delete(session)) return;
    this.#live.delete(session.id);
    this.#names.drop(session);
    this.#records.end(session);
  }

  /** Closes the browser of an ended session, and removes its directory. */
  async #close(session: Session): Promise<void> {
    await Promise.all([session.processes.close(sessionEnded(session)), this.#browsers.close(session)]);
    await this.#directories.remove(session.linkId, session.dir);
    // The removed directory may have freed disk space.
    this.#records.retry();
  }

  async #park(session: Session, shared: SharedBrowser, reason: string): Promise<Session | undefined> {
    session.markReleased(reason);
    this.#forget(session, reason);
    const isQuiet = await leaveBrowser(session);
    if (!isQuiet || session.chromium.ended || this.#shutdown.signal.aborted) {
      await this.#close(session);
      return undefined;
    }
    const idle = session.successor({ id: newId(), name: null, settings: shared.settings, shared });
    this.#users.set(session.owner, idle);
    this.#idle.add(idle);
    return idle;
  }

  #track(ending: Promise<void>): Promise<void> {
    const tracked = ending.finally(() => this.#ending.delete(tracked));
    this.#ending.add(tracked);
    return tracked;
  }

  /** Number of a project's browsers that start or run; one that has just started may be in two of the collections. */
  #countIn(projectId: ProjectId): number {
    const idle = [...this.#idle].map((session) => [session.id, session] as const);
    const all = [...this.#starting, ...this.#live, ...idle];
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
