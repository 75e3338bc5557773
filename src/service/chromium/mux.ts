import type { WebSocket } from "ws";
import type { BrowserConnection } from "./browser-connection.ts";
import type { CdpConnection, CdpMessage } from "./cdp.ts";
import { SESSION_GONE } from "./cdp.ts";
import type { ClientAttachments } from "./client-attachments.ts";
import { type ClientCommand, readClientMessage } from "./client-message.ts";
import type { HiddenTabs } from "./hidden-target.ts";
import type { HostGuard } from "./host-guard.ts";
import { HostRefusal } from "./host-methods.ts";
import { WorldView } from "./isolated-world.ts";
import type { PageWatch } from "./page-watch.ts";
import { type TargetInfo, TargetView } from "./target-view.ts";

export interface CdpClientOptions {
  /** Called for each message of the client: it is activity of the session. */
  onMessage?: () => void;
  /** Called once, when the client has gone or was sent away. */
  onClose?: () => void;
  /** Bytes that may wait unread for the client; default 64 MiB. */
  unreadLimit?: number;
}

/** WebSocket close codes with which a client is sent away. */
export const CDP_CLOSE = { browserEnded: 1001, notReading: 1008 } as const;

const UNREAD_LIMIT = 64 * 1024 * 1024;
/** While this many bytes wait for the client, no more of its commands are taken. */
const PAUSE_AT = 4 * 1024 * 1024;
const SERVER_ERROR = -32000;
/** Chromium's own words for a session that does not exist; it answers without a session id then. */
const goneSession = { code: SESSION_GONE, message: "Session with given id not found." };

interface Attached {
  sessionId: string;
  targetInfo: TargetInfo;
  waitingForDebugger: boolean;
}

interface ClientSession {
  id: string;
  targetId: string;
  /** The browser context of the target. */
  context: string | undefined;
  isTab: boolean;
  /** The session in which this one began. */
  parent: string;
  /** It counts among the attachments of its target. */
  counted: boolean;
  /** The client has enabled the Page domain there and so hears of dialogs. */
  hearsDialogs: boolean;
}

/**
 * Lets a CDP client drive the browser over a WebSocket, as if it were connected to a debugging port of its own. Each
 * client has its own browser session, sees only sessions that began there, and cannot use another's. What the service
 * does in the browser is not shown: its hidden targets, its isolated worlds, its sessions in `TargetInfo.attached`.
 * `Browser.close` ends the browser, as with any Chromium.
 *
 * A client that does not read is sent away (1008, then the connection is cut) once `unreadLimit` bytes wait for it; one
 * message may be larger. Commands are taken no faster than Chromium reads them. When the browser ends, the client is
 * closed with 1001. Text that is no command is answered with a CDP error; {@link readClientMessage} says which texts
 * end the client (1008). When a session ends, its client hears of that first; then its pending commands fail.
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
  readonly #targets: TargetView;
  readonly #worlds = new WorldView();
  readonly #sessions = new Map<string, ClientSession>();
  /** Browser contexts whose downloads the client has directed, by session; undefined is the default context. */
  readonly #downloads = new Map<string, Set<string | undefined>>();
  /** Sessions that the client itself is ending. */
  readonly #detaching = new Set<string>();
  readonly #stops: (() => void)[] = [];
  #root = "";
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
    const forbidden = (info: TargetInfo): boolean => this.#hiddenTabs.has(info) || this.#guard.hides(info);
    this.#targets = new TargetView(this.#attachments, forbidden);
    // Nothing is read before the browser session exists.
    socket.pause();
    socket.on("message", (data) => this.#receive(data.toString()));
    // The close follows, with what it says on its way.
    socket.on("error", () => this.#leave());
    socket.on("close", () => this.#leave());
    this.#stops.push(
      this.#attachments.onChange((...change) => {
        for (const event of this.#targets.attachmentEvents(...change)) this.#sendEvent(event);
      }),
    );
    // Called at once when the browser has ended already.
    this.#stops.push(connection.onClosed((error) => this.#sendAway(CDP_CLOSE.browserEnded, error.message)));
    this.#attach().catch((error: Error) => this.#sendAway(CDP_CLOSE.browserEnded, error.message));
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
      checked = this.#guard.params(method, params, session?.targetId);
    } catch (error) {
      if (!(error instanceof HostRefusal)) throw error;
      this.#send({ id, error: { code: SERVER_ERROR, message: error.message }, ...back });
      return;
    }
    this.#note(method, params, session);
    const hidden = method === "Target.createTarget" && (params as { hidden?: boolean } | undefined)?.hidden === true;
    const madeHidden = hidden ? this.#targets.makingHidden() : undefined;
    const letsRun = method === "Runtime.runIfWaitingForDebugger";
    const answered = (answer: CdpMessage): void => {
      madeHidden?.(answer);
      // A tab's page has been told of by now.
      if (letsRun && session?.isTab) this.#attachments.release(sessionId ?? "");
      if (method.startsWith("Target.")) this.#targetAnswer(method, params, sessionId ?? this.#root, answer);
      if (answer.error?.code === SESSION_GONE) this.#send({ id, error: goneSession });
      else if (answer.error) this.#send({ id, error: answer.error, ...back });
      else if (!this.#guard.passes(answer, method, session?.targetId))
        this.#send({ id, error: this.#guard.refusal(method), ...back });
      else this.#send({ id, result: answer.result ?? {}, ...back });
    };
    // When the browser has ended, the closed socket says so.
    this.#connection.relay(method, checked, sessionId ?? this.#root, answered, () => {});
    // A page may answer only once the service's own session lets it run too.
    if (letsRun && !session?.isTab) this.#attachments.release(sessionId ?? "");
    this.#throttle();
  }

  #targetAnswer(method: string, params: unknown, sessionId: string, answer: CdpMessage): void {
    this.#targets.answer(method, answer);
    const request = params as { discover?: boolean; sessionId?: string } | undefined;
    const { browserContextId } = (answer.result ?? {}) as { browserContextId?: string };
    if (method === "Target.createBrowserContext" && browserContextId) void this.#guard.forceDownloads(browserContextId);
    if (method === "Target.setDiscoverTargets" && request?.discover === false) this.#targets.forget(sessionId);
    // After the event, where there was one.
    if (method === "Target.detachFromTarget") this.#detaching.delete(request?.sessionId ?? "");
  }

  /** Notes what a command means for the other users of the pages. */
  #note(method: string, params: unknown, session: ClientSession | undefined): void {
    if (method === "Target.detachFromTarget") {
      this.#detaching.add((params as { sessionId?: string } | undefined)?.sessionId ?? "");
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

  /** Takes up a session that has begun in another; false for one that the client must not see. */
  #attached({ sessionId, targetInfo, waitingForDebugger }: Attached, parent: string): boolean {
    // A client's further session in the browser itself.
    if (targetInfo.type === "browser") this.#stops.push(this.#attachments.addBrowser(targetInfo.targetId));
    if (this.#targets.hides(targetInfo)) {
      // A client that attaches to every new target may want it to wait; the service's own must not.
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
    // A page in a tab that waits does so too, although Chromium says that it does not (measured).
    if (waitingForDebugger || this.#attachments.isHeld(parent)) this.#attachments.hold(sessionId, targetInfo);
    this.#attachments.add(targetInfo);
    this.#targets.rewrite(targetInfo);
    return true;
  }

  #detached(message: CdpMessage, sessionId: string): void {
    if (!this.#sessions.has(sessionId)) return;
    // In Chromium's order: a target that goes loses its attachment first; a client that detaches hears of that first.
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
    if (this.#guard.passes(message, message.method ?? "", targetId))
      this.#send(sessionId === this.#root ? bare : message);
  }

  #send(message: CdpMessage): void {
    if (this.#gone) return;
    if (this.#socket.bufferedAmount > (this.#options.unreadLimit ?? UNREAD_LIMIT)) {
      this.#sendAway(CDP_CLOSE.notReading, "the client does not read its messages");
      return;
    }
    this.#socket.send(JSON.stringify(message), () => this.#throttle());
    this.#throttle();
  }

  /** Stops reading commands while Chromium or the client itself is behind. */
  #throttle(): void {
    if (this.#gone) return;
    const clientBehind = this.#socket.bufferedAmount > PAUSE_AT;
    const behind = clientBehind || this.#connection.congested;
    if (behind === this.#paused) return;
    this.#paused = behind;
    if (!behind) this.#socket.resume();
    else {
      this.#socket.pause();
      if (!clientBehind) void this.#connection.drained().then(() => this.#throttle());
    }
  }

  #sendAway(code: number, reason: string): void {
    if (this.#gone) return;
    this.#socket.resume();
    this.#socket.close(code, reason);
    // A client that does not read never sees the close.
    if (code === CDP_CLOSE.notReading) this.#socket.terminate();
    this.#leave();
  }

  #leave(): void {
    if (this.#gone) return;
    this.#gone = true;
    for (const stop of this.#stops) stop();
    for (const sessionId of [...this.#sessions.keys()]) this.#forget(sessionId);
    if (this.#root !== "") this.#detach();
    this.#options.onClose?.();
  }

  /** Lets go of a session and of those that began in it; their pending commands fail. */
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

  /** Chromium forgets where downloads go with the session that has said it. */
  #resetDownloads(sessionId: string): void {
    for (const context of this.#downloads.get(sessionId) ?? []) void this.#guard.forceDownloads(context);
    this.#downloads.delete(sessionId);
  }
}
