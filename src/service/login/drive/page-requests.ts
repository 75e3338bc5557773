import type { Protocol } from "devtools-protocol";
import type { CdpSession } from "../../chromium/cdp.ts";
import { MIN_VALUE_LENGTH } from "./carried-values.ts";
import type { RequestWatch } from "./login-page.ts";
import type { SendGuard } from "./send-guard.ts";

/**
 * Age in milliseconds from which on a request that is not for a document counts as a permanent one, such as a long
 * poll.
 */
const LONG_MS = 5_000;
/** Time in milliseconds in which a script reads the body of an answer; a body that is never read has no end. */
const BODY_MS = 1_000;
/** Maximum number of bytes of a request's body that are compared. */
const MAX_BODY = 65_536;

type RequestSent = Protocol.Network.RequestWillBeSentEvent;

interface OpenRequest {
  readonly sessionId: string;
  /** Reading of the clock until which the request counts. One for a document counts until it is answered. */
  until: number;
  /** Frame that the document is for. */
  readonly frameId: string | undefined;
}

/** Requests of pages and frames: those that are pending, and those of a login. Stores no body. */
export class PageRequests {
  readonly #guard: SendGuard;
  readonly #open = new Map<string, OpenRequest>();
  readonly #watches = new Set<Watch>();
  /** Last beginning or end of a request that a page waits for. */
  #activeAt = 0;
  /** Status of the newest document of a frame. */
  readonly #documents = new Map<string, number>();

  /** @param guard follows the WebSockets of the same sessions */
  constructor(guard: SendGuard) {
    this.#guard = guard;
  }

  /** Follows the requests of a session from now on. Returns a function that stops it. */
  follow(session: CdpSession): () => void {
    const key = (requestId: string): string => `${session.id} ${requestId}`;
    const ended = ({ requestId }: { requestId: string }): void => {
      const now = performance.now();
      if (now <= (this.#open.get(key(requestId))?.until ?? 0)) this.#activeAt = now;
      this.#open.delete(key(requestId));
      for (const watch of this.#watches) watch.ended(key(requestId));
    };
    const stops = [
      this.#guard.followSockets(session),
      session.on("Network.requestWillBeSent", (event) => this.#sent(session.id, key(event.requestId), event)),
      session.on("Network.responseReceived", ({ requestId, response, type, frameId }) => {
        if (type === "Document" && frameId !== undefined) this.#documents.set(frameId, response.status);
        for (const watch of this.#watches) watch.answered(key(requestId), response.status);
        const open = this.#open.get(key(requestId));
        if (open) open.until = Math.min(open.until, performance.now() + BODY_MS);
      }),
      session.on("Network.webSocketFrameSent", ({ requestId, response }) => {
        for (const watch of this.#watches) watch.sentByWebSocket(key(requestId), response.payloadData);
      }),
      session.on("Network.webSocketFrameReceived", ({ requestId }) => {
        for (const watch of this.#watches) watch.receivedByWebSocket(key(requestId));
      }),
      session.on("Network.loadingFinished", ended),
      session.on("Network.loadingFailed", ended),
    ];
    // Commands of a session keep their order: a later command takes effect after this one, even when a dialog blocks
    // it.
    session.send("Network.enable", { maxPostDataSize: MAX_BODY }).catch(() => {});
    return () => {
      for (const stop of stops) stop();
      this.#forget(({ sessionId }) => sessionId === session.id);
    };
  }

  /** Last time at which a request that a page waits for was pending, as a reading of `performance.now()`; 0 for none. */
  get pendingAt(): number {
    const now = performance.now();
    return [...this.#open.values()].some(({ until }) => now <= until) ? now : this.#activeAt;
  }

  /** HTTP status of a frame's document; undefined for one that was loaded before its requests were followed. */
  documentStatus(frameId: string): number | undefined {
    return this.#documents.get(frameId);
  }

  /**
   * True while the document of a frame is being loaded. A document that has been answered shows its own state soon after,
   * and Chromium does not always report the end of the first one of a browser.
   */
  get loadsDocument(): boolean {
    const now = performance.now();
    return [...this.#open.values()].some(({ until, frameId }) => frameId !== undefined && now <= until);
  }

  /**
   * Forgets the request for a frame's document that began in another session: when the frame gets its own process, only
   * its new session reports the end.
   */
  moved(frame: string, session: CdpSession): void {
    this.#forget(({ frameId, sessionId }) => frameId === frame && sessionId !== session.id);
  }

  #forget(isPast: (open: OpenRequest) => boolean): void {
    for (const [key, open] of this.#open) if (isPast(open)) this.#open.delete(key);
  }

  /** Watches for requests that carry a value of {@link typed}. */
  watch(): RequestWatch {
    const watch = new Watch(() => {
      this.#watches.delete(watch);
    });
    this.#watches.add(watch);
    return watch;
  }

  /** Adds a value that is about to be typed to all watches. */
  typed(value: string): void {
    for (const watch of this.#watches) watch.typed(value);
  }

  #sent(sessionId: string, key: string, event: RequestSent): void {
    const { type = "Other", request, redirectResponse } = event;
    if (redirectResponse) for (const watch of this.#watches) watch.answered(key, redirectResponse.status);
    if (["Document", "XHR", "Fetch", "Script"].includes(type) && !request.url.startsWith("data:")) {
      const frameId = type === "Document" ? event.frameId : undefined;
      // A document that another one replaces may never end.
      if (frameId !== undefined) this.#forget((open) => open.frameId === frameId);
      this.#activeAt = performance.now();
      this.#open.set(key, {
        sessionId,
        until: frameId === undefined ? performance.now() + LONG_MS : Number.POSITIVE_INFINITY,
        frameId,
      });
    }
    for (const watch of this.#watches) watch.sent(key, type, request);
  }
}

class Watch implements RequestWatch {
  readonly #stop: () => void;
  readonly #values = new Set<string>();
  /** Newest request of a login. A request for a document with a body counts, unless other requests carry a value. */
  #login: { key: string; carries: boolean; host: string | undefined; status: number | undefined } | undefined;
  #answeredAt: number | undefined;
  /** Requests that the page has begun since, without an answer. */
  readonly #following = new Set<string>();

  /** Newest WebSocket that has sent a value. */
  #socket: { readonly key: string; isAnswered: boolean } | undefined;

  constructor(stop: () => void) {
    this.#stop = stop;
  }

  get isAnsweredByWebSocket(): boolean {
    return this.#socket?.isAnswered === true;
  }

  get posted(): boolean {
    return this.#login !== undefined;
  }

  get answeredAt(): number | undefined {
    return this.#answeredAt;
  }

  get isFollowed(): boolean {
    return this.#following.size > 0;
  }

  loginStatus(): number | undefined {
    return this.#login?.status;
  }

  stop(): void {
    this.#values.clear();
    this.#stop();
  }

  typed(value: string): void {
    if (value.length < MIN_VALUE_LENGTH) return;
    const form = new URLSearchParams({ value }).toString().slice("value=".length);
    for (const text of [value, form, encodeURIComponent(value), JSON.stringify(value).slice(1, -1)]) {
      this.#values.add(text);
    }
  }

  sent(key: string, type: Protocol.Network.ResourceType, request: Protocol.Network.Request): void {
    if (this.#login?.key === key) return;
    const body = request.postData ?? "";
    const carries = this.#carries(`${URL.parse(request.url)?.search ?? ""} ${body}`);
    const submits = type === "Document" && request.method === "POST";
    const host = URL.parse(request.url)?.host;
    if (carries || (submits && !this.#login?.carries)) {
      this.#login = { key, carries, host, status: undefined };
      this.#answeredAt = undefined;
      this.#following.clear();
    } else if (this.#login?.host === host && ["Document", "XHR", "Fetch"].includes(type)) this.#following.add(key);
  }

  ended(key: string): void {
    this.#following.delete(key);
  }

  sentByWebSocket(key: string, payload: string): void {
    if (this.#carries(payload)) this.#socket = { key, isAnswered: false };
  }

  receivedByWebSocket(key: string): void {
    if (this.#socket?.key === key) this.#socket.isAnswered = true;
  }

  #carries(content: string): boolean {
    return [...this.#values].some((value) => content.includes(value));
  }

  /** The first answer counts: a redirect keeps its own status. */
  answered(key: string, status: number): void {
    this.#following.delete(key);
    if (this.#login?.key !== key || this.#login.status !== undefined) return;
    this.#login.status = status;
    this.#answeredAt = performance.now();
  }
}
