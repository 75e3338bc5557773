import type { Protocol } from "devtools-protocol";
import { boundedText } from "../../page-agent/records/bounded-copy.ts";
import type { NetworkRequest } from "../../page-agent/target.ts";
import type { BrowserConnection } from "../chromium/browser-connection.ts";
import type { CdpSession } from "../chromium/cdp.ts";
import type { WatchedPage } from "../chromium/page-watch.ts";

/** Maximum number of requests of a page that are kept; the oldest are forgotten. */
const MAX_REQUESTS = 1_000;
/** Maximum number of pages whose requests are kept; those of the page that was opened first are forgotten. */
const MAX_PAGES = 50;
/** Maximum number of characters of an address and of a method that are kept; a page chooses both. */
const MAX_ADDRESS = 8_192;
const MAX_METHOD = 64;
/** Bytes of bodies that the browser keeps for the recorder, which never reads one. */
const NO_BODIES = { maxTotalBufferSize: 1, maxResourceBufferSize: 1, maxPostDataSize: 0 };

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };
/** Request that has begun. */
interface Begun {
  readonly request: Mutable<NetworkRequest>;
  /** Time of its start on the browser's clock, in seconds. */
  readonly start: number;
}

/** Requests that the pages of one browser make, without their bodies and headers, from its first use by an agent on. */
export class NetworkRecorder {
  readonly #pages = new Map<string, PageRequests>();
  readonly #stop: () => void;

  constructor({ pageWatch }: BrowserConnection) {
    this.#stop = pageWatch.onOpen((page) => this.follow(page));
  }

  /** Ends the recording of all pages. */
  close(): void {
    this.#stop();
    for (const page of this.#pages.values()) page.close();
    this.#pages.clear();
  }

  /** Records the requests of a page from now on. */
  follow({ session, targetId }: WatchedPage): void {
    if (this.#pages.has(targetId)) return;
    this.#pages.set(targetId, new PageRequests(session));
    const [oldest] = this.#pages.keys();
    if (this.#pages.size <= MAX_PAGES || oldest === undefined) return;
    this.#pages.get(oldest)?.close();
    this.#pages.delete(oldest);
  }

  /** Requests of a page in order of their start, and the time since which there are any, in milliseconds since 1970. */
  recorded(targetId: string): { readonly since: number; readonly requests: readonly NetworkRequest[] } | undefined {
    const page = this.#pages.get(targetId);
    return page && { since: page.since, requests: page.requests };
  }
}

class PageRequests {
  /** In milliseconds since 1970. */
  readonly since = performance.timeOrigin + performance.now();
  readonly requests: Mutable<NetworkRequest>[] = [];
  readonly #begun = new Map<string, Begun>();
  readonly #stops: readonly (() => void)[];

  constructor(session: CdpSession) {
    this.#stops = [
      session.on("Network.requestWillBeSent", (event) => this.#begin(event)),
      session.on("Network.responseReceived", ({ requestId, response }) => this.#answered(requestId, response)),
      session.on("Network.requestServedFromCache", ({ requestId }) => this.#set(requestId, { from_cache: true })),
      session.on("Network.loadingFinished", ({ encodedDataLength, requestId, timestamp }) =>
        this.#end(requestId, timestamp, { bytes: Math.round(encodedDataLength) }),
      ),
      session.on("Network.loadingFailed", ({ blockedReason, errorText, requestId, timestamp }) =>
        this.#end(requestId, timestamp, { error: blockedReason ? `blocked: ${blockedReason}` : errorText }),
      ),
      session.on("Network.webSocketCreated", ({ requestId, url }) => this.#beginSocket(requestId, url)),
      session.on("Network.webSocketHandshakeResponseReceived", ({ requestId, response }) =>
        this.#set(requestId, { status: response.status }),
      ),
      session.on("Network.webSocketFrameError", ({ errorMessage, requestId }) =>
        this.#set(requestId, { error: errorMessage }),
      ),
      session.on("Network.webSocketClosed", ({ requestId, timestamp }) => this.#end(requestId, timestamp, {})),
    ];
    session.send("Network.enable", NO_BODIES).catch(() => {});
  }

  /** Ends the recording. */
  close(): void {
    for (const stop of this.#stops) stop();
  }

  #begin(event: Protocol.Network.RequestWillBeSentEvent): void {
    const { redirectResponse, request, requestId, timestamp, type = "Other", wallTime } = event;
    if (redirectResponse) {
      this.#answered(requestId, redirectResponse);
      this.#end(requestId, timestamp, { bytes: Math.round(redirectResponse.encodedDataLength) });
    }
    if (request.url.startsWith("data:")) return;
    const { method, url } = request;
    this.#add(requestId, timestamp, { time: wallTime * 1_000, method, url, type: type.toLowerCase(), isPending: true });
  }

  #beginSocket(requestId: string, url: string): void {
    const time = performance.timeOrigin + performance.now();
    this.#add(requestId, undefined, { time, method: "GET", url, type: "websocket", isPending: true });
  }

  #add(requestId: string, start: number | undefined, { method = "", url, ...request }: NetworkRequest): void {
    const own = {
      ...request,
      method: boundedText(method, { left: MAX_METHOD }),
      url: boundedText(url, { left: MAX_ADDRESS }),
    };
    this.requests.push(own);
    if (this.requests.length > MAX_REQUESTS) this.requests.shift();
    this.#begun.set(requestId, { request: own, start: start ?? Number.NaN });
    if (this.#begun.size > MAX_REQUESTS) this.#begun.delete(this.#begun.keys().next().value ?? "");
  }

  #answered(requestId: string, { fromDiskCache, fromServiceWorker, status }: Protocol.Network.Response): void {
    const from = fromDiskCache || fromServiceWorker;
    this.#set(requestId, { status, ...(from && { from_cache: true }) });
  }

  #set(requestId: string, facts: Partial<NetworkRequest>): void {
    const begun = this.#begun.get(requestId);
    if (begun) Object.assign(begun.request, facts);
  }

  #end(requestId: string, timestamp: number, facts: Partial<NetworkRequest>): void {
    const begun = this.#begun.get(requestId);
    if (!begun) return;
    this.#begun.delete(requestId);
    const duration = Math.round((timestamp - begun.start) * 1_000);
    const bytes = begun.request.from_cache ? {} : facts;
    Object.assign(begun.request, facts.error === undefined ? bytes : facts, {
      isPending: false,
      ...(duration >= 0 && { duration_ms: duration }),
    });
  }
}
