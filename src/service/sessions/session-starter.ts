import { Semaphore } from "../../core/semaphore.ts";
import type { Clock } from "../clock.ts";
import { DiskFullError, hasDiskSpace, isDiskFull } from "../disk-full.ts";
import type { ErrorOwner } from "../error-owner.ts";
import type { Faults } from "../faults.ts";
import { SessionProcesses } from "../processes/session-processes.ts";
import type { ProjectId } from "../store/project-id.ts";
import { type LaunchHook, prepareHooks } from "./launch-hook.ts";
import { Session, type SessionBrowser } from "./session.ts";
import { hookContext, type SessionBrowsers } from "./session-browsers.ts";
import type { SessionDirectories } from "./session-directories.ts";
import { type PlaceOptions, prepareSessionPlace, type SessionPlace } from "./session-place.ts";
import type { SessionSettings } from "./session-record.ts";

export interface CreateSession {
  projectId: ProjectId;
  name: string | null;
  settings: SessionSettings;
  /** Hooks around its browser. */
  hooks?: readonly LaunchHook[];
  /**
   * True for the browser of a pool, which waits for sessions: no request finds it, it has no record and no idle limit.
   */
  idle?: true;
}

export interface SessionStarterOptions extends PlaceOptions {
  stateDir: string;
  clock: Clock;
  faults: Faults;
  /** Maximum number of browsers that start at the same time. */
  parallelStarts: number;
}

export interface StartSession {
  readonly owner: ErrorOwner;
  /** Called when its browser runs; an error fails the start. */
  readonly added: (session: Session) => void;
  readonly signal: AbortSignal;
}

/** Minimum disk space for a new session, in bytes. assumed: 16 MiB, a new profile and a little more. */
const PROFILE_BYTES = 16 * 2 ** 20;

/** Starts sessions: their directories, their places and their browsers. */
export class SessionStarter {
  readonly #options: SessionStarterOptions;
  readonly #directories: SessionDirectories;
  readonly #browsers: SessionBrowsers;
  readonly #gate: Semaphore;

  constructor(options: SessionStarterOptions, directories: SessionDirectories, browsers: SessionBrowsers) {
    this.#options = options;
    this.#directories = directories;
    this.#browsers = browsers;
    this.#gate = new Semaphore(options.parallelStarts);
  }

  /** Starts a session. Nothing of it is left after an error. */
  async start(id: string, input: CreateSession, { owner, added, signal }: StartSession): Promise<Session> {
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
      place = await prepareSessionPlace(this.#options, context, { settings, hooks }, signal);
      // Both have ended before the directory is removed.
      const [prepared, shown] = await Promise.allSettled([prepareHooks(hooks, context, signal), place.browser]);
      if (prepared.status === "rejected") throw prepared.reason;
      if (shown.status === "rejected") throw shown.reason;
      browser = await this.#browsers.start({ session: context, ...shown.value, settings, hooks, signal });
      const processes = new SessionProcesses(place.paths, clock);
      const display = browser.screen.display ?? browser.screen.reason;
      const { host } = shown.value;
      const shared = input.idle && { chromium: browser.chromium, settings, hooks };
      const facts = { ...input, owner, host, display, id, dir, hooks, ...(shared && { shared }) };
      const session = new Session(facts, browser, processes, clock);
      added(session);
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
}
