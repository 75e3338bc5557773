import type { Protocol } from "devtools-protocol";
import type { BrowserConnection } from "../../chromium/browser-connection.ts";
import type { CdpSession } from "../../chromium/cdp.ts";
import { carries, carriesPart, type SearchedContent, type SentContent, searchedContent } from "./carried-values.ts";
import { LoginError } from "./login-error.ts";
import type { AllowedOrigin, SentTo } from "./login-page.ts";
import { originText } from "./refused-reach.ts";

/** Maximum number of origins that are recorded separately; a page may use any number of them. */
const MAX_ORIGINS = 50;
const OTHER_ORIGINS = "other origins";
/** Maximum size of a request that is searched for values, and of all together, in characters: a search blocks the service. */
const MAX_REQUEST = 2 ** 20;
const MAX_SEARCHED = 64 * MAX_REQUEST;

type Paused = Protocol.Fetch.RequestPausedEvent;

/** Value that was typed into a page. */
export interface TypedValue {
  readonly value: string;
  /** Name of its field. */
  readonly field: string;
  /** Origin of the frame that it was typed into, and its address. */
  readonly origin: string;
  readonly from: string;
  readonly allowed: AllowedOrigin;
}

/**
 * Stops requests that would carry a typed value to an address that is not allowed: those of pages, frames, workers and
 * popups, redirects included. A page can change the target of its form between a check and the click, so that each
 * request is paused and searched.
 *
 * A request that cannot be searched, because Chromium does not report its body, it has more than 1 MiB, or 64 MiB were
 * searched before, goes to allowed addresses alone.
 *
 * Requests of a document are paused only if the guard started before the document was loaded. Chromium does not pause
 * WebSockets: a value in them is reported after it was sent.
 */
export class SendGuard {
  readonly #connection: BrowserConnection;
  readonly #session: CdpSession;
  readonly #beforeDocument: () => void;
  readonly #typed = new Map<string, TypedValue>();
  readonly #sentTo = new Map<string, Set<string>>();
  readonly #sockets = new Map<string, string>();
  #refusal: LoginError | undefined;
  #searched = 0;

  private constructor(connection: BrowserConnection, session: CdpSession, beforeDocument: () => void) {
    this.#connection = connection;
    this.#session = session;
    this.#beforeDocument = beforeDocument;
  }

  /**
   * Pauses the requests of a browser from now on, for documents that are loaded later.
   *
   * @param beforeDocument called before the request for a document goes on
   */
  static async start(connection: BrowserConnection, beforeDocument: () => void): Promise<SendGuard> {
    const { sessionId } = await connection.send("Target.attachToBrowserTarget");
    const session = connection.session(sessionId);
    const guard = new SendGuard(connection, session, beforeDocument);
    session.on("Fetch.requestPaused", (paused) => guard.#judge(paused));
    session.on("Fetch.authRequired", (asked) => guard.#decline(asked));
    await session.send("Fetch.enable", { patterns: [{ urlPattern: "*" }], handleAuthRequests: true });
    return guard;
  }

  /** First value on its way to an address that is not allowed. */
  get refusal(): LoginError | undefined {
    return this.#refusal;
  }

  get sentTo(): SentTo[] {
    return [...this.#sentTo].map(([origin, fields]) => ({ origin, fields: [...fields] }));
  }

  /** Adds a value that is about to be typed. */
  typed(value: TypedValue): void {
    this.#typed.set(`${value.field}\n${value.from}\n${value.value}`, value);
    this.#record(value.origin, value.field);
  }

  /** Follows the WebSockets of a session. Returns a function that stops it. */
  followSockets(session: CdpSession): () => void {
    const sent = (requestId: string, content: SentContent): void => {
      const found = this.#refused(content);
      if (found) this.#refuse(found, content.url, "socket");
      else this.#recordSent(content);
      this.#sockets.set(requestId, content.url);
    };
    const stops = [
      session.on("Network.webSocketCreated", ({ requestId, url }) => sent(requestId, { url, headers: {} })),
      session.on("Network.webSocketFrameSent", ({ requestId, response }) => {
        const { opcode, payloadData } = response;
        if (!this.#maySearch(payloadData.length)) return;
        const body = Buffer.from(payloadData, opcode === 1 ? "utf8" : "base64");
        sent(requestId, { url: this.#sockets.get(requestId) ?? "", headers: {}, body });
      }),
      session.on("Network.webSocketClosed", ({ requestId }) => {
        this.#sockets.delete(requestId);
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }

  /** Lets everything pass again and forgets the values. */
  stop(): void {
    this.#typed.clear();
    this.#connection.send("Target.detachFromTarget", { sessionId: this.#session.id }).catch(() => {});
  }

  /** A question of HTTP authentication would hold the page until a person answers it. That of a proxy is not its own. */
  #decline({ requestId, authChallenge }: Protocol.Fetch.AuthRequiredEvent): void {
    // As for a paused request.
    const response = authChallenge.source === "Proxy" ? "Default" : "CancelAuth";
    this.#session.send("Fetch.continueWithAuth", { requestId, authChallengeResponse: { response } }).catch(() => {});
  }

  #judge({ requestId, request, resourceType }: Paused): void {
    const content = this.#maySearch(lengthOf(request)) ? contentOf(request) : undefined;
    const found = content && this.#refused(content);
    const isUnreadable = !found && !(content && isReadable(request)) && this.#forbidden(request.url).length > 0;
    if (found) this.#refuse(found, request.url, "request");
    else if (content) this.#recordSent(content);
    if (resourceType === "Document") this.#beforeDocument();
    // The request of a page that is gone no longer exists.
    const answered =
      found || isUnreadable
        ? this.#session.send("Fetch.failRequest", { requestId, errorReason: "BlockedByClient" })
        : this.#session.send("Fetch.continueRequest", { requestId });
    answered.catch(() => {});
  }

  /** False where nothing is searched for, and for a content that is too long, alone or after those before it. */
  #maySearch(length: number): boolean {
    if (this.#typed.size === 0) return false;
    if (length > MAX_REQUEST || this.#searched + length > MAX_SEARCHED) return false;
    this.#searched += length;
    return true;
  }

  /** Values that must not reach an address. */
  #forbidden(url: string): TypedValue[] {
    if (!/^(?:https?|wss?):/i.test(url)) return [];
    return [...this.#typed.values()].filter(({ allowed, from }) => !allowed(url, from));
  }

  /** Value that a request carries to an address that must not get it. */
  #refused(content: SentContent): TypedValue | undefined {
    const forbidden = this.#forbidden(content.url);
    if (forbidden.length === 0) return undefined;
    const searched = searchedContent(content);
    return forbidden.find(({ value }) => carriesPart(searched, value));
  }

  #refuse({ field }: TypedValue, address: string, by: "request" | "socket"): void {
    const message = `the value of ${JSON.stringify(field)} was on its way to ${JSON.stringify(originText(address))}, where it may not go`;
    this.#refusal ??= new LoginError("domain-not-allowed", message, { refused: { address, by } });
  }

  #recordSent(content: SentContent): void {
    if (this.#typed.size === 0) return;
    let searched: SearchedContent | undefined;
    for (const { field, value } of this.#typed.values()) {
      searched ??= searchedContent(content);
      if (carries(searched, value)) this.#record(originText(content.url), field);
    }
  }

  #record(origin: string, field: string): void {
    const key = this.#sentTo.has(origin) || this.#sentTo.size < MAX_ORIGINS ? origin : OTHER_ORIGINS;
    const fields = this.#sentTo.get(key) ?? new Set();
    this.#sentTo.set(key, fields.add(field));
  }
}

/** Characters of a request: its body in base64, where Chromium reports its bytes. */
function lengthOf({ headers, postData, postDataEntries, url }: Protocol.Network.Request): number {
  const body = postDataEntries?.length ? postDataEntries.map(({ bytes }) => bytes) : [postData];
  const texts = [url, ...Object.values(headers), ...body];
  return texts.reduce((sum, text) => sum + (text?.length ?? 0), 0);
}

function contentOf({ headers, postData, postDataEntries, url }: Protocol.Network.Request): SentContent {
  const parts = (postDataEntries ?? []).flatMap(({ bytes }) =>
    bytes === undefined ? [] : [Buffer.from(bytes, "base64")],
  );
  const body = parts.length > 0 ? Buffer.concat(parts) : postData === undefined ? undefined : Buffer.from(postData);
  return { url, headers, ...(body && { body }) };
}

/** False for a request with a body that Chromium does not report, such as a stream. */
function isReadable({ hasPostData, postData, postDataEntries }: Protocol.Network.Request): boolean {
  if (postDataEntries?.length) return postDataEntries.every(({ bytes }) => bytes !== undefined);
  return hasPostData !== true || postData !== undefined;
}
