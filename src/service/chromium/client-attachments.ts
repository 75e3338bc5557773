import type { CdpConnection, CdpSession } from "./cdp.ts";
import type { TargetInfo } from "./target-view.ts";

/** Maximum time between the appearance of a tab and its page. assumed: 1 s, for a busy machine. */
const TAB_BOUND_MS = 1_000;

interface Hold {
  targetId: string;
  isTab: boolean;
  since: number;
}

/** `info` is set when Chromium has just reported the target. */
type AttachmentListener = (targetId: string, attached: boolean, info?: TargetInfo) => void;

/**
 * Sessions of all CDP clients in the targets of one browser: counts them, and knows which of them pause their target
 * before its first script. The service's own sessions must change neither.
 */
export class ClientAttachments {
  readonly #connection: CdpConnection;
  readonly #counts = new Map<string, number>();
  readonly #listeners = new Set<AttachmentListener>();
  /** Targets of type browser, one for each session in the browser itself. */
  readonly #browsers = new Set<string>();
  /** Targets that wait for their client, by session. */
  readonly #holds = new Map<string, Hold>();
  readonly #released = new Set<() => void>();

  constructor(connection: CdpConnection) {
    this.#connection = connection;
  }

  /** True while a client is attached to the target. Chromium's `TargetInfo.attached` counts the service too. */
  has(targetId: string): boolean {
    return this.#counts.has(targetId);
  }

  /** True for the browser target of a client; false for the service's. */
  isBrowser(targetId: string): boolean {
    return this.#browsers.has(targetId);
  }

  /** Adds the browser target of a client. Returns a function to call when the client has disconnected. */
  addBrowser(targetId: string): () => void {
    this.#browsers.add(targetId);
    return () => {
      this.#browsers.delete(targetId);
    };
  }

  add(info: TargetInfo): void {
    const count = this.#counts.get(info.targetId) ?? 0;
    this.#counts.set(info.targetId, count + 1);
    if (count === 0) this.#changed(info.targetId, true, info);
  }

  remove(targetId: string): void {
    const count = this.#counts.get(targetId) ?? 0;
    if (count > 1) this.#counts.set(targetId, count - 1);
    else if (this.#counts.delete(targetId)) this.#changed(targetId, false);
  }

  /**
   * Calls `listener` when the first client attaches to a target and when the last has gone. Returns a function that
   * stops it.
   */
  onChange(listener: AttachmentListener): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  /** Marks a new target as waiting for the client of a session, until {@link release}. */
  hold(sessionId: string, info: TargetInfo): void {
    this.#holds.set(sessionId, { targetId: info.targetId, isTab: info.type === "tab", since: performance.now() });
  }

  /** True while the target of a session waits for its client. */
  isHeld(sessionId: string): boolean {
    return this.#holds.has(sessionId);
  }

  release(sessionId: string): void {
    if (!this.#holds.delete(sessionId)) return;
    for (const resolve of this.#released) resolve();
    this.#released.clear();
  }

  /**
   * Resumes a new target that waits for a session of the service, as soon as no client pauses it. In Chromium the first
   * session that resumes a popup resumes it for all others (measured), so the service must be the last.
   */
  async letRun(session: CdpSession, info: TargetInfo): Promise<void> {
    await this.#unheld(info);
    await session.send("Runtime.runIfWaitingForDebugger").catch(() => {});
  }

  async #unheld({ targetId, type }: TargetInfo): Promise<void> {
    const appeared = performance.now();
    // Chromium reports a new target to all clients before it answers later commands.
    await this.#connection.request("Target.getTargetInfo", { targetId }).catch(() => {});
    // A page is also paused by its tab. Chromium does not say which tab that is, but it has appeared at the same time.
    const isTabOf = ({ isTab, since }: Hold): boolean =>
      isTab && type === "page" && Math.abs(since - appeared) < TAB_BOUND_MS;
    const holding = (hold: Hold): boolean => hold.targetId === targetId || isTabOf(hold);
    const held = (): boolean => [...this.#holds.values()].some(holding);
    while (held()) {
      await new Promise<void>((resolve) => {
        this.#released.add(resolve);
      });
    }
  }

  #changed(...change: Parameters<AttachmentListener>): void {
    for (const listener of [...this.#listeners]) listener(...change);
  }
}
