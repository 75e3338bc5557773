import type { WebSocket } from "ws";
import type { CdpConnection, CdpMessage } from "./cdp.ts";
import { SESSION_GONE } from "./cdp.ts";
import { PageWatch } from "./page-watch.ts";

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
const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;

interface ClientSession {
  targetId: string;
  /** The client has enabled the Page domain there and so hears of dialogs. */
  hearsDialogs: boolean;
}

interface TargetInfo {
  targetId: string;
  type: string;
  url: string;
}

/**
 * Lets a CDP client drive the browser over a WebSocket, as if it were connected to a debugging port of its own. Each
 * client has its own browser session, sees only sessions that began there, and cannot use another's. Hidden targets of
 * the service's own are not shown. `Browser.close` ends the browser, as with any Chromium.
 *
 * A client that does not read is sent away (1008, then the connection is cut) once `unreadLimit` bytes wait for it; one
 * message may be larger. Commands are taken no faster than Chromium reads them. When the browser ends, the client is
 * closed with 1001. Text that is no command is answered with a CDP error.
 */
export function attachCdpClient(connection: CdpConnection, socket: WebSocket, options: CdpClientOptions = {}): void {
  new CdpClient(connection, socket, options);
}

class CdpClient {
  readonly #connection: CdpConnection;
  readonly #socket: WebSocket;
  readonly #options: CdpClientOptions;
  readonly #watch: PageWatch;
  readonly #sessions = new Map<string, ClientSession>();
  /** Hidden targets that this client has made itself. */
  readonly #ownHidden = new Set<string>();
  #makingHidden = 0;
  readonly #stopListening: () => void;
  #root = "";
  #gone = false;
  #paused = false;

  constructor(connection: CdpConnection, socket: WebSocket, options: CdpClientOptions) {
    this.#connection = connection;
    this.#socket = socket;
    this.#options = options;
    this.#watch = connection.part(PageWatch);
    // Nothing is read before the browser session exists.
    socket.pause();
    socket.on("message", (data) => this.#receive(data.toString()));
    socket.on("error", () => socket.terminate());
    socket.on("close", () => this.#leave());
    this.#stopListening = connection.onClosed((error) => this.#sendAway(CDP_CLOSE.browserEnded, error.message));
    this.#attach().catch((error: Error) => this.#sendAway(CDP_CLOSE.browserEnded, error.message));
  }

  async #attach(): Promise<void> {
    const { sessionId } = await this.#connection.send("Target.attachToBrowserTarget");
    this.#root = sessionId;
    if (this.#gone) return this.#detach();
    this.#connection.tap(sessionId, (message) => this.#event(message));
    this.#socket.resume();
  }

  #receive(text: string): void {
    if (this.#gone) return;
    this.#options.onMessage?.();
    let message: CdpMessage | undefined;
    try {
      message = JSON.parse(text) as CdpMessage;
    } catch (error) {
      this.#send({ error: { code: PARSE_ERROR, message: `JSON: ${(error as Error).message}` } });
      return;
    }
    const problem = invalid(message);
    if (problem !== undefined) {
      const id = typeof message?.id === "number" ? { id: message.id } : {};
      this.#send({ ...id, error: { code: INVALID_REQUEST, message: problem } });
      return;
    }
    this.#command(message as Command);
  }

  #command({ id, method, params, sessionId }: Command): void {
    const back = sessionId === undefined ? {} : { sessionId };
    const session = this.#sessions.get(sessionId ?? this.#root);
    if (sessionId !== undefined && !session) {
      this.#send({ id, error: { code: SESSION_GONE, message: "Session with given id not found." }, ...back });
      return;
    }
    this.#note(method, params, session);
    const hidden = method === "Target.createTarget" && (params as { hidden?: boolean } | undefined)?.hidden === true;
    if (hidden) this.#makingHidden += 1;
    const answered = (answer: CdpMessage): void => {
      if (hidden) {
        this.#makingHidden -= 1;
        this.#ownHidden.add((answer.result as { targetId?: string } | undefined)?.targetId ?? "");
      }
      if (method === "Target.getTargets") this.#hideTargets(answer);
      this.#send(answer.error ? { id, error: answer.error, ...back } : { id, result: answer.result ?? {}, ...back });
    };
    // When the browser has ended, the closed socket says so.
    this.#connection.relay(method, params, sessionId ?? this.#root, answered, () => {});
    this.#throttle();
  }

  /** Notes what a command means for the other users of the pages. */
  #note(method: string, params: unknown, session: ClientSession | undefined): void {
    if (method === "Target.activateTarget") {
      this.#watch.broughtToFront((params as { targetId?: string } | undefined)?.targetId ?? "");
    } else if (session && method === "Page.bringToFront") {
      this.#watch.broughtToFront(session.targetId);
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
    const { method, params } = message;
    if (method?.startsWith("Target.") && this.#isHidden(method, params)) return;
    if (method === "Target.attachedToTarget") {
      const { sessionId, targetInfo } = params as { sessionId: string; targetInfo: TargetInfo };
      this.#sessions.set(sessionId, { targetId: targetInfo.targetId, hearsDialogs: false });
      this.#connection.tap(sessionId, (nested) => this.#event(nested));
    } else if (method === "Target.detachedFromTarget") {
      this.#forget((params as { sessionId: string }).sessionId);
    }
    if (message.sessionId === this.#root) {
      const { sessionId: _root, ...bare } = message;
      this.#send(bare);
    } else {
      this.#send(message);
    }
  }

  /** True for an event about a hidden target that is not the client's own. */
  #isHidden(method: string, params: unknown): boolean {
    const { targetInfo, sessionId } = params as { targetInfo?: TargetInfo; sessionId?: string };
    if (method === "Target.detachedFromTarget") return !this.#sessions.has(sessionId ?? "");
    if (!targetInfo || !this.#hides(targetInfo)) return false;
    // A client that attaches to every new target may want it to wait; the service's own must not.
    if (method === "Target.attachedToTarget" && sessionId !== undefined) {
      this.#connection
        .request("Runtime.runIfWaitingForDebugger", undefined, sessionId)
        .then(() => this.#connection.request("Target.detachFromTarget", { sessionId }, this.#root))
        .catch(() => {});
    }
    return true;
  }

  /** Chromium calls a hidden tab "other"; extensions have targets of that type too, which are the client's business. */
  #hides({ targetId, type, url }: TargetInfo): boolean {
    if (type !== "other" || url.startsWith("chrome-extension://")) return false;
    return this.#makingHidden === 0 && !this.#ownHidden.has(targetId);
  }

  #hideTargets(answer: CdpMessage): void {
    const result = answer.result as { targetInfos?: TargetInfo[] } | undefined;
    if (result?.targetInfos) result.targetInfos = result.targetInfos.filter((info) => !this.#hides(info));
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
    // Undefined while the constructor runs: the browser had ended before.
    this.#stopListening?.();
    for (const sessionId of [...this.#sessions.keys()]) this.#forget(sessionId);
    if (this.#root !== "") this.#detach();
    this.#options.onClose?.();
  }

  #forget(sessionId: string): void {
    const session = this.#sessions.get(sessionId);
    if (!session) return;
    this.#hearDialogs(session, false);
    this.#sessions.delete(sessionId);
    this.#connection.endSession(sessionId);
  }

  #detach(): void {
    const root = this.#root;
    this.#connection.endSession(root);
    this.#connection.send("Target.detachFromTarget", { sessionId: root }).catch(() => {});
  }
}

interface Command {
  id: number;
  method: string;
  params?: unknown;
  sessionId?: string;
}

/** What is wrong with a parsed message, in Chromium's own words. */
function invalid(message: unknown): string | undefined {
  if (typeof message !== "object" || message === null || Array.isArray(message)) return "Message must be an object";
  const { id, method, sessionId } = message as Record<string, unknown>;
  if (!Number.isInteger(id)) return "Message must have integer 'id' property";
  if (typeof method !== "string") return "Message must have string 'method' property";
  if (sessionId !== undefined && typeof sessionId !== "string") return "Message may have string 'sessionId' property";
  return undefined;
}
