import { within } from "../../core/pause.ts";
import type { BrowserHost } from "../chromium/browser-host.ts";
import type { Chromium } from "../chromium/launch.ts";
import type { Clock } from "../clock.ts";
import { type ErrorOwner, ownedBy } from "../error-owner.ts";
import { SessionProcesses } from "../processes/session-processes.ts";
import type { Display } from "../screen/display.ts";
import type { ProjectId } from "../store/project-id.ts";
import type { StoredSession } from "./browser-table.ts";
import type { ClientDownloads } from "./client-downloads.ts";
import type { LaunchHook } from "./launch-hook.ts";
import type { Screen } from "./screen.ts";
import type { SessionSettings } from "./session-record.ts";

export interface NewSession {
  id: string;
  projectId: ProjectId;
  name: string | null;
  settings: SessionSettings;
  /** Directory of the session: profile, root, extensions, temporary files. */
  dir: string;
  /** Owner of its work, which ends the session at an uncaught error. */
  owner: ErrorOwner;
  /** Host of its browser. */
  host: BrowserHost;
  /** Display of its windows; otherwise the reason why there is none. */
  display: Display | string;
  /** Hooks around its browser. */
  hooks: readonly LaunchHook[];
  /** Id under which its directory is linked; its own id when omitted. */
  linkId?: string;
  /** Browser of a pool, which other sessions use before and after this one. */
  shared?: SharedBrowser;
}

/** Browser that several sessions use one after the other, as it was when it started. */
export interface SharedBrowser {
  readonly chromium: Chromium;
  readonly settings: SessionSettings;
  readonly hooks: readonly LaunchHook[];
}

/** Running browser of a session, and the screen that shows it. */
export interface SessionBrowser {
  chromium: Chromium;
  screen: Screen;
  clientDownloads: ClientDownloads;
}

/** Session with a running browser. Its idle time starts when no work is left. */
export class Session implements StoredSession {
  readonly id: string;
  readonly projectId: ProjectId;
  readonly dir: string;
  readonly owner: ErrorOwner;
  readonly host: BrowserHost;
  readonly display: Display | string;
  /** Hooks in the order of preparation; more may be added while the session runs. */
  readonly hooks: LaunchHook[];
  readonly processes: SessionProcesses;
  readonly createdAt: number;
  readonly linkId: string;
  readonly shared: SharedBrowser | undefined;
  /** True when its browser no longer has the settings it was created with; no other session gets it then. */
  changed = false;
  name: string | null;
  settings: SessionSettings;
  deletedAt: number | null = null;
  endReason: string | null = null;
  /** First error of a hook at the end of the session; reported to the caller that ended it. */
  endProblem: Error | undefined;
  /** Set when the session starts to end; resolves when everything of it is removed. */
  ending: Promise<void> | undefined;
  readonly #clock: Clock;
  readonly #ended = new AbortController();
  readonly #released = new AbortController();
  #browser: SessionBrowser;
  #replacing: Promise<void> | undefined;
  #busy = 0;
  #onQuiet: (() => void) | undefined;
  #cdpClients = 0;
  #viewers = 0;
  #lastActive: number;
  /** Reading of the clock until which the session does not count as idle. */
  #keptUntil = 0;

  constructor(session: NewSession, browser: SessionBrowser, processes: SessionProcesses, clock: Clock) {
    this.id = session.id;
    this.projectId = session.projectId;
    this.name = session.name;
    this.settings = session.settings;
    this.dir = session.dir;
    this.owner = session.owner;
    this.host = session.host;
    this.display = session.display;
    this.hooks = [...session.hooks];
    this.#browser = browser;
    this.processes = processes;
    this.#clock = clock;
    this.createdAt = clock.now();
    this.linkId = session.linkId ?? session.id;
    this.shared = session.shared;
    this.#lastActive = clock.elapsed();
  }

  /** Current browser; a restart replaces it. */
  get chromium(): Chromium {
    return this.#browser.chromium;
  }

  /** Screen of the current browser; replaced with it. */
  get screen(): Screen {
    return this.#browser.screen;
  }

  /** Downloads of the current browser for its CDP clients. */
  get clientDownloads(): ClientDownloads {
    return this.#browser.clientDownloads;
  }

  get active(): boolean {
    return this.deletedAt === null;
  }

  get cdpClients(): number {
    return this.#cdpClients;
  }

  /** Number of open live views. */
  get viewers(): number {
    return this.#viewers;
  }

  /** Milliseconds since the last activity; 0 during activity, and while the session is kept. */
  get idleMs(): number {
    if (this.#busy > 0 || this.#cdpClients > 0 || this.#viewers > 0) return 0;
    return Math.max(0, this.#clock.elapsed() - Math.max(this.#lastActive, this.#keptUntil));
  }

  /**
   * Keeps the session for a time from now on, in milliseconds, whatever its idle limit is. Replaces an earlier time.
   */
  keep(ms: number): void {
    this.#lastActive = this.#clock.elapsed();
    this.#keptUntil = this.#lastActive + ms;
  }

  /** Aborted when the session has ended. */
  get endSignal(): AbortSignal {
    return this.#ended.signal;
  }

  /** Aborted when the session has ended and its browser goes on for others. */
  get releaseSignal(): AbortSignal {
    return this.#released.signal;
  }

  /** Session of its own over the same browser and directory, without anything that this one has added. */
  successor(session: Pick<NewSession, "id" | "name" | "settings"> & { shared: SharedBrowser }): Session {
    const { projectId, dir, owner, host, display, linkId } = this;
    const place = { projectId, dir, owner, host, display, linkId, hooks: session.shared.hooks };
    const processes = new SessionProcesses(this.processes.paths, this.#clock);
    return new Session({ ...place, ...session }, this.#browser, processes, this.#clock);
  }

  /** Waits until no client's work is running, at most `boundMs`. False when some is still running. */
  async quiet(boundMs: number): Promise<boolean> {
    if (this.#busy > 0) {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#onQuiet = resolve;
      await within(promise, boundMs);
    }
    return this.#busy === 0;
  }

  /** True for a browser that is being replaced or was replaced. */
  isReplacing(chromium: Chromium): boolean {
    return chromium !== this.chromium || this.#replacing !== undefined;
  }

  /** Replaces the browser, one replacement after the other; new work waits. */
  async replaceBrowser(replace: (old: SessionBrowser) => Promise<SessionBrowser>): Promise<void> {
    const before = this.#replacing;
    const replacing = (async () => {
      await before;
      this.#browser = await replace(this.#browser);
    })();
    const settled = replacing.catch(() => {});
    this.#replacing = settled;
    await replacing;
    // Stays set after an error: there is no browser, and waiting work fails when the session ends.
    if (this.#replacing === settled) this.#replacing = undefined;
  }

  /** Resolves when no browser is being replaced. */
  async browserReplaced(): Promise<void> {
    let awaited: Promise<void> | undefined;
    while (this.#replacing !== awaited) {
      awaited = this.#replacing;
      await awaited;
    }
  }

  /**
   * Runs work for a client. The whole duration counts as activity, and the session owns everything that the work
   * starts.
   */
  async use<T>(work: () => Promise<T>): Promise<T> {
    this.#busy += 1;
    try {
      await this.browserReplaced();
      return await ownedBy(this.owner, work);
    } finally {
      this.#busy -= 1;
      this.#lastActive = this.#clock.elapsed();
      if (this.#busy === 0) this.#onQuiet?.();
    }
  }

  /** Counts a CDP client until the returned function is called. */
  connectCdpClient(): () => void {
    this.#cdpClients += 1;
    return this.#disconnection(() => {
      this.#cdpClients -= 1;
    });
  }

  /** Counts a viewer of the live view until the returned function is called. */
  connectViewer(): () => void {
    this.#viewers += 1;
    return this.#disconnection(() => {
      this.#viewers -= 1;
    });
  }

  /** Waits until the session is marked as ended, at most `boundMs`. */
  async ended(boundMs: number): Promise<void> {
    if (!this.active) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#ended.signal.addEventListener("abort", () => resolve(), { once: true });
    await within(promise, boundMs);
  }

  /** Function for the first end of a connection, which counts as activity. */
  #disconnection(uncount: () => void): () => void {
    let connected = true;
    return () => {
      if (!connected) return;
      connected = false;
      uncount();
      this.#lastActive = this.#clock.elapsed();
    };
  }

  /** Marks the session as ended now, with a reason. */
  markEnded(reason: string): void {
    this.deletedAt = this.#clock.now();
    this.endReason = reason;
    this.#ended.abort();
  }

  /** Marks the session as ended now, while its browser goes on. */
  markReleased(reason: string): void {
    this.markEnded(reason);
    this.#released.abort();
  }
}
