import { within } from "../../core/pause.ts";
import type { BrowserHost } from "../chromium/browser-host.ts";
import type { Chromium } from "../chromium/launch.ts";
import type { Clock } from "../clock.ts";
import type { SessionProcesses } from "../processes/session-processes.ts";
import type { StoredSession } from "./browser-table.ts";
import type { LaunchHook } from "./launch-hook.ts";
import type { SessionSettings } from "./session-record.ts";

export interface NewSession {
  id: string;
  projectId: string;
  name: string | null;
  settings: SessionSettings;
  /** The session's directory: profile, root, extensions, temporary files. */
  dir: string;
  /** Where its browser runs. */
  host: BrowserHost;
  /** Hooks around its browser. */
  hooks: readonly LaunchHook[];
}

/** A session whose browser runs. What it does counts as activity; its idle time starts when the last of it is done. */
export class Session implements StoredSession {
  readonly id: string;
  readonly projectId: string;
  readonly dir: string;
  readonly host: BrowserHost;
  /** In the order in which they prepare; more may be added while it runs. */
  readonly hooks: LaunchHook[];
  readonly processes: SessionProcesses;
  readonly createdAt: number;
  name: string | null;
  settings: SessionSettings;
  deletedAt: number | null = null;
  endReason: string | null = null;
  /** Error of a hook that could not keep something when the session ended; the caller that ended it gets it. */
  endProblem: Error | undefined;
  /** Set once it has begun to end; resolves when nothing of it is left. */
  ending: Promise<void> | undefined;
  readonly #clock: Clock;
  readonly #ended = new AbortController();
  #chromium: Chromium;
  #replacing: Promise<void> | undefined;
  #busy = 0;
  #cdpClients = 0;
  #lastActive: number;

  constructor(session: NewSession, chromium: Chromium, processes: SessionProcesses, clock: Clock) {
    this.id = session.id;
    this.projectId = session.projectId;
    this.name = session.name;
    this.settings = session.settings;
    this.dir = session.dir;
    this.host = session.host;
    this.hooks = [...session.hooks];
    this.#chromium = chromium;
    this.processes = processes;
    this.#clock = clock;
    this.createdAt = clock.now();
    this.#lastActive = this.createdAt;
  }

  /** The browser that runs now; another one after a restart. */
  get chromium(): Chromium {
    return this.#chromium;
  }

  get active(): boolean {
    return this.deletedAt === null;
  }

  get cdpClients(): number {
    return this.#cdpClients;
  }

  /** Milliseconds since the last activity; 0 while there is any. */
  get idleMs(): number {
    return this.#busy > 0 || this.#cdpClients > 0 ? 0 : this.#clock.now() - this.#lastActive;
  }

  /** Aborted when it has ended. */
  get endSignal(): AbortSignal {
    return this.#ended.signal;
  }

  /** True for a browser of it that is ending, or gone, because another one takes its place. */
  isReplacing(chromium: Chromium): boolean {
    return chromium !== this.#chromium || this.#replacing !== undefined;
  }

  /** Puts another browser in place of its own, one replacement after the other; work that comes meanwhile waits. */
  async replaceBrowser(replace: (old: Chromium) => Promise<Chromium>): Promise<void> {
    const before = this.#replacing;
    const replacing = (async () => {
      await before;
      this.#chromium = await replace(this.#chromium);
    })();
    const settled = replacing.catch(() => {});
    this.#replacing = settled;
    await replacing;
    // After an error it stays: there is no browser, and whoever waits goes on and meets the end of the session.
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

  /** Runs a piece of work for a client of the session; all of its time is activity. */
  async use<T>(work: () => Promise<T>): Promise<T> {
    this.#busy += 1;
    try {
      await this.browserReplaced();
      return await work();
    } finally {
      this.#busy -= 1;
      this.#lastActive = this.#clock.now();
    }
  }

  /** Counts a CDP client until the returned function is called. */
  connectCdpClient(): () => void {
    this.#cdpClients += 1;
    let connected = true;
    return () => {
      if (!connected) return;
      connected = false;
      this.#cdpClients -= 1;
      this.#lastActive = this.#clock.now();
    };
  }

  /** Waits until it is known to have ended, at most `boundMs`. */
  async ended(boundMs: number): Promise<void> {
    if (!this.active) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#ended.signal.addEventListener("abort", () => resolve(), { once: true });
    await within(promise, boundMs);
  }

  /** Notes that it has ended, when and why. */
  markEnded(reason: string): void {
    this.deletedAt = this.#clock.now();
    this.endReason = reason;
    this.#ended.abort();
  }
}
