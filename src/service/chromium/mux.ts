import type { WebSocket } from "ws";
import { background } from "../error-owner.ts";
import type { BrowserConnection } from "./browser-connection.ts";
import type { CdpConnection, CdpMessage } from "./cdp.ts";
import { SESSION_GONE } from "./cdp.ts";
import type { ClientAttachments } from "./client-attachments.ts";
import { type ClientCommand, readClientMessage } from "./client-message.ts";
import type { Attached, ClientSession } from "./client-session.ts";
import type { DownloadTarget } from "./download-target.ts";
import type { HiddenTabs } from "./hidden-target.ts";
import type { HostGuard } from "./host-guard.ts";
import { HostRefusal, withWayOut } from "./host-methods.ts";
import { outline } from "./outline.ts";
import type { PageWatch } from "./page-watch.ts";
import { type TargetInfo, TargetView } from "./target-view.ts";
import type { WindowCommands } from "./window-commands.ts";
import { WorldView } from "./world-view.ts";

export interface CdpClientOptions {
  /** Called for each message of the client, which counts as activity of the session. */
  onMessage?: () => void;
  /** Called once, when the client has disconnected or was disconnected. */
  onClose?: () => void;
  /** Maximum number of unread bytes for the client; default 64 MiB. */
  unreadLimit?: number;
  /** Directories of the client on this machine to which its downloads go. */
  downloads?: DownloadTarget;
  /** Cuts the connection, when the browser goes on for others. */
  signal?: AbortSignal;
}

/** WebSocket close codes for a client that is disconnected. */
export const CDP_CLOSE = { browserEnded: 1001, notReading: 1008 } as const;

const MAX_UNREAD = 64 * 1024 * 1024;
/** Number of unread bytes at which no more commands of the client are read. */
const PAUSE_AT = 4 * 1024 * 1024;
/** Maximum number of commands of a client without an answer; clients of the field wait for tens. */
const MAX_PENDING = 10_000;
const SERVER_ERROR = -32000;
const LETS_RUN = "Runtime.runIfWaitingForDebugger";
/** Chromium's error for an unknown session; its answer has no session id. */
const goneSession = { code: SESSION_GONE, message: "Session with given id not found." };

/**
 * Connects a CDP client to the browser over a WebSocket, as if it had its own debugging port. Each client has its own
 * browser session, and can see and use only sessions created there. The service's own activity is hidden: its hidden
 * targets, its isolated worlds, its sessions in `TargetInfo.attached`. `Browser.close` ends the browser. A client with
 * more than `unreadLimit` unread bytes is disconnected (1008, then the connection is cut); a single message may be
 * larger. Commands are read with backpressure from Chromium. The end of the browser closes the client with 1001.
 * Invalid text gets a CDP error, or closes the connection ({@link readClientMessage}). When a session ends, its client
 * gets that event first; then its pending commands fail.
 */
export function attachCdpClient(
  connection: BrowserConnection,
  socket: WebSocket,
  options: CdpClientOptions = {},
): void {
  new CdpClient(connection, socket, options);
}

class CdpClient {
  readonly #connection: CdpConnection;
  readonly #socket: WebSocket;
  readonly #options: CdpClientOptions;
  readonly #watch: PageWatch;
  readonly #attachments: ClientAttachments;
  readonly #guard: HostGuard;
  readonly #hiddenTabs: HiddenTabs;
  readonly #windows: WindowCommands;
  readonly #targets: TargetView;
  readonly #worlds = new WorldView();
  readonly #sessions = new Map<string, ClientSession>();
  /** Browser contexts with a download behavior of the client, by session; undefined is the default context. */
  readonly #downloads = new Map<string, Set<string | undefined>>();
  /** Sessions that the client is detaching. */
  readonly #detaching = new Set<string>();
  readonly #stops: (() => void)[] = [];
  #root = "";
  #pending = 0;
  #gone = false;
  #paused = false;

  constructor(connection: BrowserConnection, socket: WebSocket, options: CdpClientOptions) {
    this.#connection = connection;
    this.#socket = socket;
    this.#options = options;
    this.#watch = connection.pageWatch;
    this.#attachments = connection.attachments;
    this.#guard = connection.hostGuard;
    this.#hiddenTabs = connection.hiddenTabs;
    this.#windows = connection.windowCommands;
    const forbidden = (info: TargetInfo): boolean => this.#hiddenTabs.has(info) || this.#guard.hides(info);
    this.#targets = new TargetView(this.#attachments, forbidden);
    // Nothing is read before the browser session exists.
    socket.pause();
    socket.on("message", (data) => this.#receive(data.toString()));
    // The close event follows with the details.
    socket.on("error", () => this.#leave());
    socket.on("close", () => this.#leave());
    this.#stops.push(
      this.#attachments.onChange((...change) => {
        for (const event of this.#targets.attachmentEvents(...change)) this.#sendEvent(event);
      }),
    );
    // Called at once when the browser has already ended.
    this.#stops.push(connection.onClosed((error) => this.#sendAway(CDP_CLOSE.browserEnded, error.message)));
    this.#attach().catch((error: Error) => this.#sendAway(CDP_CLOSE.browserEnded, error.message));
    this.#listenTo(options.signal);
  }

  #listenTo(signal: AbortSignal | undefined): void {
    const cut = (): void => this.#sendAway(CDP_CLOSE.browserEnded, "the session has ended");
    if (signal?.aborted) cut();
    signal?.addEventListener("abort", cut, { once: true });
    this.#stops.push(() => signal?.removeEventListener("abort", cut));
  }

  async #attach(): Promise<void> {
    const { sessionId } = await this.#connection.send("Target.attachToBrowserTarget");
    this.#root = sessionId;
    const { targetInfo } = await this.#connection.send("Target.getTargetInfo", undefined, sessionId);
    if (this.#gone) return this.#detach();
    this.#stops.push(this.#attachments.addBrowser(targetInfo.targetId));
    this.#connection.tap(sessionId, (message) => this.#event(message));
    this.#socket.resume();
  }

  #receive(text: string): void {
    if (this.#gone) return;
    this.#options.onMessage?.();
    const message = readClientMessage(text);
    if ("command" in message) {
      this.#command(message.command);
      return;
    }
    const { error, id, close } = message;
    this.#send({ ...(id !== undefined && { id }), error });
    if (close) this.#sendAway(close.code, close.reason);
  }

  #command({ id, method, params, sessionId }: ClientCommand): void {
    const session = this.#sessions.get(sessionId ?? this.#root);
    if (sessionId !== undefined && !session) {
      this.#send({ id, error: goneSession });
      return;
    }
    const back = sessionId === undefined ? {} : { sessionId };
    let checked: unknown;
    try {
      if (this.#pending >= MAX_PENDING) throw new HostRefusal(`at most ${MAX_PENDING} commands may wait for an answer`);
      const reachable = this.#options.downloads?.params(method, params) ?? params;
      checked = this.#guard.params(method, reachable, session?.targetId);
    } catch (error) {
      if (!(error instanceof HostRefusal)) throw error;
      this.#send({ id, error: { code: SERVER_ERROR, message: error.message }, ...back });
      return;
    }
    this.#note(method, params, session);
    const answered = this.#replyTo({ id, method, params: outline(params), ...back }, session);
    afterwards(this.#windows.before(method, params), () => {
      this.#connection.relay(method, checked, sessionId ?? this.#root, answered, ignored);
    });
    // A page may answer only after the service's own session has resumed it too.
    if (method === LETS_RUN && !session?.isTab) this.#attachments.release(sessionId ?? "");
    this.#throttle();
  }

  /**
   * Function that answers a command. A page may never let it be called, so that it holds no parameters but the outline
   * of a command: all functions of one scope hold what any of them uses.
   */
  #replyTo(
    { id, method, params, sessionId }: ClientCommand,
    session: ClientSession | undefined,
  ): (answer: CdpMessage) => void {
    const back = sessionId === undefined ? {} : { sessionId };
    const hidden = method === "Target.createTarget" && (params as { hidden?: boolean } | undefined)?.hidden === true;
    const madeHidden = hidden ? this.#targets.makingHidden() : undefined;
    this.#pending += 1;
    const reply = (answer: CdpMessage): void => {
      madeHidden?.(answer);
      // The page of the tab was reported before this answer.
      if (method === LETS_RUN && session?.isTab) this.#attachments.release(sessionId ?? "");
      if (method.startsWith("Target.")) this.#targetAnswer(method, params, sessionId ?? this.#root, answer);
      if (answer.error?.code === SESSION_GONE) this.#send({ id, error: goneSession });
      else if (answer.error) this.#send({ id, error: withWayOut(method, answer.error), ...back });
      else if (!this.#guard.passes(answer, method, session?.targetId))
        this.#send({ id, error: this.#guard.refusal(method), ...back });
      else this.#send({ id, result: answer.result ?? {}, ...back });
    };
    return (answer) => {
      this.#pending -= 1;
      afterwards(this.#windows.after(method, params, answer), () => reply(answer));
    };
  }

  #targetAnswer(method: string, params: unknown, sessionId: string, answer: CdpMessage): void {
    this.#targets.answer(method, answer);
    const request = params as { discover?: boolean; sessionId?: string } | undefined;
    const { browserContextId } = (answer.result ?? {}) as { browserContextId?: string };
    if (method === "Target.createBrowserContext" && browserContextId)
      background(this.#guard.forceDownloads(browserContextId));
    if (method === "Target.setDiscoverTargets" && request?.discover === false) this.#targets.forget(sessionId);
    // After the detach event, if there was one.
    if (method === "Target.detachFromTarget") this.#detaching.delete(request?.sessionId ?? "");
  }

  /** Records the side effects of a command on shared state. */
  #note(method: string, params: unknown, session: ClientSession | undefined): void {
    if (method === "Target.detachFromTarget") {
      this.#detaching.add((params as { sessionId?: string } | undefined)?.sessionId ?? "");
    } else if (method === "Target.setDiscoverTargets") {
      const isOn = (params as { discover?: boolean } | undefined)?.discover === true;
      if (isOn) this.#targets.discover(session ? session.id : this.#root);
    } else if (method === "Target.activateTarget") {
      this.#watch.broughtToFront((params as { targetId?: string } | undefined)?.targetId ?? "");
    } else if (session && method === "Page.bringToFront") {
      this.#watch.broughtToFront(session.targetId);
    } else if (method === "Browser.setDownloadBehavior" || method === "Page.setDownloadBehavior") {
      const context = (params as { browserContextId?: string } | undefined)?.browserContextId ?? session?.context;
      const sessionId = session ? session.id : this.#root;
      this.#downloads.set(sessionId, (this.#downloads.get(sessionId) ?? new Set()).add(context));
    } else if (session && (method === "Page.enable" || method === "Page.disable")) {
      this.#hearDialogs(session, method === "Page.enable");
    }
  }

  #hearDialogs(session: ClientSession, hears: boolean): void {
    if (session.hearsDialogs === hears) return;
    session.hearsDialogs = hears;
    this.#watch.clientListens(session.targetId, hears ? 1 : -1);
  }

  #event(message: CdpMessage): void {
    const { method = "", params, sessionId = this.#root } = message;
    if (method.startsWith("Target.")) this.#targetEvent(message);
    else if (!this.#worlds.hides(method, params, sessionId)) this.#sendEvent(message);
  }

  #targetEvent(message: CdpMessage): void {
    const { method = "", params, sessionId = this.#root } = message;
    if (this.#gone) return;
    const { targetInfo } = params as { targetInfo?: TargetInfo };
    if (targetInfo && this.#hiddenTabs.isUndecided(targetInfo, () => this.#targetEvent(message))) return;
    if (method === "Target.attachedToTarget") {
      if (this.#attached(params as Attached, sessionId)) this.#sendEvent(message);
    } else if (method === "Target.detachedFromTarget") {
      this.#detached(message, (params as { sessionId: string }).sessionId);
    } else if (method === "Target.receivedMessageFromTarget" || this.#targets.discovery(message, sessionId)) {
      this.#sendEvent(message);
    }
  }

  /** Adds a child session; false for one that the client must not see. */
  #attached({ sessionId, targetInfo, waitingForDebugger }: Attached, parent: string): boolean {
    // An additional session of the client in the browser itself.
    if (targetInfo.type === "browser") this.#stops.push(this.#attachments.addBrowser(targetInfo.targetId));
    if (this.#targets.hides(targetInfo)) {
      // A client that auto-attaches may pause new targets, but not the service's own.
      this.#connection
        .request("Runtime.runIfWaitingForDebugger", undefined, sessionId)
        .then(() => this.#connection.request("Target.detachFromTarget", { sessionId }, parent))
        .catch(() => {});
      return false;
    }
    this.#sessions.set(sessionId, {
      id: sessionId,
      targetId: targetInfo.targetId,
      context: targetInfo.browserContextId,
      isTab: targetInfo.type === "tab",
      parent,
      counted: true,
      hearsDialogs: false,
    });
    this.#connection.tap(sessionId, (nested) => this.#event(nested));
    // A page in a paused tab is paused too, although Chromium reports that it is not (measured).
    if (waitingForDebugger || this.#attachments.isHeld(parent)) this.#attachments.hold(sessionId, targetInfo);
    this.#attachments.add(targetInfo);
    this.#targets.rewrite(targetInfo);
    return true;
  }

  #detached(message: CdpMessage, sessionId: string): void {
    if (!this.#sessions.has(sessionId)) return;
    // Chromium's order: for a closed target the count changes before the event, for a detaching client after it.
    const byClient = this.#detaching.delete(sessionId);
    if (!byClient) this.#uncount(sessionId);
    this.#sendEvent(message);
    if (byClient) this.#uncount(sessionId);
    this.#forget(sessionId);
  }

  #uncount(sessionId: string): void {
    const session = this.#sessions.get(sessionId);
    if (session?.counted) this.#attachments.remove(session.targetId);
    if (session) session.counted = false;
  }

  #sendEvent(message: CdpMessage): void {
    const { sessionId, ...bare } = message;
    const { targetId } = this.#sessions.get(sessionId ?? "") ?? {};
    if (!this.#guard.passes(message, message.method ?? "", targetId)) return;
    const arrived = this.#options.downloads?.arrived(message);
    if (arrived) background(arrived.then((event) => this.#sendArrived(event)));
    else this.#send(sessionId === this.#root ? bare : message);
  }

  /** Sends an event that had to wait, unless its session has ended in the meantime. */
  #sendArrived(event: CdpMessage): void {
    const { sessionId, ...bare } = event;
    if (sessionId === this.#root) this.#send(bare);
    else if (this.#sessions.has(sessionId ?? "")) this.#send(event);
  }

  #send(message: CdpMessage): void {
    if (this.#gone) return;
    if (this.#socket.bufferedAmount > (this.#options.unreadLimit ?? MAX_UNREAD)) {
      this.#sendAway(CDP_CLOSE.notReading, "the client does not read its messages");
      return;
    }
    this.#socket.send(JSON.stringify(message), () => this.#throttle());
    this.#throttle();
  }

  /** Pauses reading commands while Chromium or the client is slow. */
  #throttle(): void {
    if (this.#gone) return;
    const clientBehind = this.#socket.bufferedAmount > PAUSE_AT;
    const behind = clientBehind || this.#connection.congested;
    if (behind === this.#paused) return;
    this.#paused = behind;
    if (!behind) this.#socket.resume();
    else {
      this.#socket.pause();
      if (!clientBehind) background(this.#connection.drained().then(() => this.#throttle()));
    }
  }

  #sendAway(code: number, reason: string): void {
    if (this.#gone) return;
    this.#socket.resume();
    this.#socket.close(code, reason);
    // A client that does not read never receives the close frame.
    if (code === CDP_CLOSE.notReading) this.#socket.terminate();
    this.#leave();
  }

  #leave(): void {
    if (this.#gone) return;
    this.#gone = true;
    for (const stop of this.#stops) stop();
    for (const sessionId of [...this.#sessions.keys()]) this.#forget(sessionId);
    if (this.#root !== "") this.#detach();
    this.#options.downloads?.close();
    this.#options.onClose?.();
  }

  /** Removes a session and its child sessions; their pending commands fail. */
  #forget(sessionId: string): void {
    const session = this.#sessions.get(sessionId);
    if (!session) return;
    this.#uncount(sessionId);
    this.#attachments.release(sessionId);
    this.#hearDialogs(session, false);
    this.#sessions.delete(sessionId);
    this.#targets.forget(sessionId);
    this.#worlds.forget(sessionId);
    this.#connection.endSession(sessionId);
    this.#resetDownloads(sessionId);
    for (const [nested, { parent }] of [...this.#sessions]) if (parent === sessionId) this.#forget(nested);
  }

  #detach(): void {
    const root = this.#root;
    this.#connection.endSession(root);
    this.#connection.send("Target.detachFromTarget", { sessionId: root }).catch(() => {});
    this.#resetDownloads(root);
  }

  /** Restores the download behavior, which Chromium drops with the session that has set it. */
  #resetDownloads(sessionId: string): void {
    for (const context of this.#downloads.get(sessionId) ?? []) background(this.#guard.forceDownloads(context));
    this.#downloads.delete(sessionId);
  }
}

/** The closed socket reports the end of the browser to the client. */
function ignored(): void {}

/** Runs `work` at once when there is nothing to wait for, so that messages keep their order. */
function afterwards(waited: Promise<void> | undefined, work: () => void): void {
  if (waited) background(waited.then(work));
  else work();
}
