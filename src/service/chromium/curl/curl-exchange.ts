import type { Protocol } from "devtools-protocol";
import { within } from "../../../core/pause.ts";
import { BrowserError, NetworkError } from "../browser-error.ts";
import type { CdpSession } from "../cdp.ts";
import { collectHeaders, type Hop, mergeHeaders, responseHeaders } from "./curl-headers.ts";
import type { CurlRequest } from "./curl-request.ts";
import { bodyFacts, readBody, ShortBodyError } from "./response-body.ts";

/** Response of the target, with lower-case header names. */
export interface TargetResponse {
  status: number;
  headers: Record<string, string[]>;
  body: Buffer;
}

type Paused = Protocol.Fetch.RequestPausedEvent;
type ExtraInfo = Protocol.Network.ResponseReceivedExtraInfoEvent;

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
/** Maximum delay of a response's raw headers, with `Set-Cookie`, after the response itself. */
const EXTRA_INFO_MS = 100;

/**
 * One request sent as a navigation of a tab, so that Chromium adds its headers, cookies, proxy and redirects. The
 * navigation is aborted when the response has been read, so that nothing is rendered.
 */
export class CurlExchange {
  readonly #session: CdpSession;
  readonly #request: CurlRequest;
  readonly #limitBytes: number;
  readonly #outcome = Promise.withResolvers<TargetResponse>();
  readonly #hop: Hop = { redirected: false, leftOrigin: false };
  readonly #origin: string;
  #networkId: string | undefined;
  #started = false;
  #responses = 0;
  #answered = false;
  #extraInfos: ExtraInfo[] = [];
  #extraInfoCame: (() => void) | undefined;

  /** @param limitBytes maximum size of the body, in bytes. */
  constructor(session: CdpSession, request: CurlRequest, limitBytes: number) {
    this.#session = session;
    this.#request = request;
    this.#limitBytes = limitBytes;
    this.#origin = new URL(request.url).origin;
    this.#outcome.promise.catch(() => {});
  }

  /** True when Chromium may have sent the request. */
  get started(): boolean {
    return this.#started;
  }

  get outcome(): Promise<TargetResponse> {
    return this.#outcome.promise;
  }

  fail(error: unknown): void {
    this.#outcome.reject(error);
  }

  /**
   * Handles the end of the navigation.
   *
   * @param errorText Chromium's name of the error
   */
  ended(errorText: string): void {
    if (!this.#answered) this.fail(new NetworkError(this.#request.url, errorText));
  }

  /** Handles `Network.responseReceivedExtraInfo`. */
  extraInfo(event: ExtraInfo): void {
    if (event.requestId !== this.#networkId) return;
    this.#extraInfos.push(event);
    this.#extraInfoCame?.();
  }

  /** Handles `Fetch.authRequired`: the challenge is cancelled, and the 401 is the response. */
  authRequired(event: Protocol.Fetch.AuthRequiredEvent): void {
    const authChallengeResponse = { response: "CancelAuth" } as const;
    this.#ignoreFailure(
      this.#session.send("Fetch.continueWithAuth", { requestId: event.requestId, authChallengeResponse }),
    );
  }

  /** Handles `Fetch.requestPaused` of the tab's main frame. */
  paused(event: Paused): void {
    this.#networkId ??= event.networkId;
    if (event.networkId !== this.#networkId || this.#answered) this.#abort(event.requestId);
    else if (event.responseErrorReason !== undefined) this.#continue(event.requestId);
    else if (event.responseStatusCode === undefined) this.#send(event);
    else this.#receive(event, event.responseStatusCode);
  }

  #send(event: Paused): void {
    const { url, headers } = event.request;
    this.#hop.redirected = event.redirectedRequestId !== undefined;
    if (new URL(url).origin !== this.#origin) this.#hop.leftOrigin = true;
    const merged = mergeHeaders(headers, this.#request, this.#hop);
    // After a redirect Chromium chooses method and body (303: GET; 307: unchanged).
    const first = !this.#hop.redirected;
    const body = first ? this.#request.body?.toString("base64") : undefined;
    this.#started = true;
    this.#session
      .send("Fetch.continueRequest", {
        requestId: event.requestId,
        ...(first && this.#request.method !== "GET" ? { method: this.#request.method } : {}),
        ...(merged ? { headers: merged } : {}),
        ...(body === undefined ? {} : { postData: body }),
      })
      .catch((error: Error) => this.#refused(event.requestId, error));
  }

  /** Handles a request that Chromium refused, for example because of an unsafe header that is missing in our list. */
  #refused(requestId: string, error: Error): void {
    const name = /Unsafe header: (\S+)/.exec(error.message)?.[1];
    const refusal = { path: `headers.${name}`, message: "is set by the browser alone and cannot be given" };
    this.fail(name === undefined ? error : BrowserError.invalid("the request cannot be sent as it is", [refusal]));
    this.#answered = true;
    this.#abort(requestId);
  }

  #receive(event: Paused, status: number): void {
    this.#responses++;
    const location = event.responseHeaders?.find((header) => header.name.toLowerCase() === "location")?.value;
    if (REDIRECTS.has(status) && location) {
      this.#continue(event.requestId);
      return;
    }
    this.#answered = true;
    this.#answer(event, status).then(
      (response) => this.#outcome.resolve(response),
      (error) => this.fail(this.#explain(error)),
    );
  }

  async #answer(event: Paused, status: number): Promise<TargetResponse> {
    try {
      const facts = bodyFacts(event.request.method, status, collectHeaders(event.responseHeaders ?? []));
      const body = await readBody(this.#session, event.requestId, facts, this.#limitBytes);
      const raw = this.#extraInfoOf(status) ?? (await this.#lateExtraInfo(status));
      return { status, headers: responseHeaders(event.responseHeaders ?? [], raw ?? {}), body };
    } finally {
      this.#abort(event.requestId);
    }
  }

  /** Raw headers of the last response; undefined until each response so far has sent its own. */
  #extraInfoOf(status: number): Record<string, string> | undefined {
    if (this.#extraInfos.length < this.#responses) return undefined;
    return this.#extraInfos.findLast((info) => info.statusCode === status)?.headers;
  }

  async #lateExtraInfo(status: number): Promise<Record<string, string> | undefined> {
    const waited = Promise.withResolvers<void>();
    this.#extraInfoCame = () => {
      if (this.#extraInfoOf(status)) waited.resolve();
    };
    await within(waited.promise, EXTRA_INFO_MS);
    return this.#extraInfos.findLast((info) => info.statusCode === status)?.headers;
  }

  #explain(error: unknown): unknown {
    if (!(error instanceof ShortBodyError)) return error;
    return new NetworkError(this.#request.url, "ERR_CONTENT_LENGTH_MISMATCH", "the body was cut short");
  }

  #continue(requestId: string): void {
    this.#ignoreFailure(this.#session.send("Fetch.continueRequest", { requestId }));
  }

  #abort(requestId: string): void {
    this.#ignoreFailure(this.#session.send("Fetch.failRequest", { requestId, errorReason: "Aborted" }));
  }

  /** Ignores the failure of a command: the paused request may be gone, which the end of the navigation reports. */
  #ignoreFailure(command: Promise<unknown>): void {
    command.catch(() => {});
  }
}
