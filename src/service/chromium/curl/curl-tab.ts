import type { Protocol } from "devtools-protocol";
import { background } from "../../error-owner.ts";
import { type CdpConnection, CdpError, type CdpMessage, type CdpSession } from "../cdp.ts";
import type { HiddenTabs } from "../hidden-target.ts";
import { CurlExchange, type TargetResponse } from "./curl-exchange.ts";
import type { CurlRequest } from "./curl-request.ts";
import { netErrorOf } from "./net-errors.ts";

/** Error for a tab that was closed during a request. `started`: the request may have reached the server. */
export class TabLostError extends Error {
  override readonly name = "TabLostError";
  readonly started: boolean;
  constructor(started: boolean) {
    super("the tab that carried the request is gone");
    this.started = started;
  }
}

/** URL of the first page of a tab. All pages of a tab are empty and served by interception, never by a server. */
const FIRST_HOME = "http://curl.invalid/";
/** Maximum time for an aborted navigation to end, in milliseconds; after that the tab is closed. */
const SETTLE_MS = 1000;

/**
 * Hidden tab that sends one request at a time. It is in no tab strip and in no client's list of pages, and Chromium
 * closes it with our session. Service workers and the HTTP cache are bypassed; scripts never run.
 */
export class CurlTab {
  readonly #connection: CdpConnection;
  readonly #session: CdpSession;
  readonly #targetId: string;
  readonly #stops: (() => void)[];
  #exchange: CurlExchange | undefined;
  #home = FIRST_HOME;
  #lastSite = "";
  #usable = true;

  private constructor(connection: CdpConnection, targetId: string, sessionId: string) {
    this.#connection = connection;
    this.#targetId = targetId;
    this.#session = connection.session(sessionId);
    this.#stops = [
      connection.tap(sessionId, (message) => this.#event(message)),
      connection.on("Target.detachedFromTarget", (event) => {
        if (event.sessionId === sessionId) background(this.drop());
      }),
    ];
  }

  /** Opens a tab; rejects with Chromium's error. */
  static async open(connection: CdpConnection, hiddenTabs: HiddenTabs): Promise<CurlTab> {
    const { targetId } = await hiddenTabs.create();
    const { sessionId } = await connection.send("Target.attachToTarget", { targetId, flatten: true });
    const tab = new CurlTab(connection, targetId, sessionId);
    try {
      await tab.#prepare();
      return tab;
    } catch (error) {
      background(tab.drop());
      throw error;
    }
  }

  get usable(): boolean {
    return this.#usable;
  }

  /**
   * Sends one request and returns its response. `settled` is called when the tab can send the next one, or is gone.
   * Rejects with a `BrowserError`, {@link TabLostError}, `CdpClosedError` or the reason of `signal`. The signal closes
   * the tab, because nothing else surely stops a request.
   */
  async send(
    request: CurlRequest,
    limitBytes: number,
    signal: AbortSignal,
    settled: () => void,
  ): Promise<TargetResponse> {
    const exchange = new CurlExchange(this.#session, request, limitBytes);
    this.#exchange = exchange;
    const stop = () => {
      exchange.fail(signal.reason);
      background(this.drop());
    };
    signal.addEventListener("abort", stop, { once: true });
    const navigated = this.#navigate(request.url).then(
      async (errorText) => {
        // A navigation without an error means that the tab was lost: every response is intercepted.
        if (errorText === undefined) return this.drop();
        exchange.ended(errorText);
        await exchange.outcome.catch(() => {});
        // An error page would reload its URL automatically.
        if (this.#moveHome(request.url) || netErrorOf(errorText).name !== "ERR_ABORTED") await this.#goHome();
      },
      (error) => {
        exchange.fail(error instanceof CdpError && !this.#usable ? new TabLostError(exchange.started) : error);
        throw error;
      },
    );
    exchange.outcome.then(
      () => this.#settle(navigated, settled),
      () => this.#settle(navigated, settled),
    );
    try {
      if (signal.aborted) stop();
      return await exchange.outcome;
    } finally {
      signal.removeEventListener("abort", stop);
    }
  }

  /** Closes the tab and its request. Resolves when Chromium has closed it; never rejects. */
  async drop(): Promise<void> {
    if (!this.#usable) return;
    this.#usable = false;
    for (const stop of this.#stops) stop();
    this.#exchange?.fail(new TabLostError(this.#exchange.started));
    await this.#connection.send("Target.closeTarget", { targetId: this.#targetId }).catch(() => {});
  }

  async #settle(navigated: Promise<void>, settled: () => void): Promise<void> {
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(() => late.reject(new Error("the navigation did not end")), SETTLE_MS);
    try {
      if (this.#usable) await Promise.race([navigated, late.promise]);
    } catch {
      background(this.drop());
    } finally {
      clearTimeout(timer);
      navigated.catch(() => {});
      this.#exchange = undefined;
      settled();
    }
  }

  async #prepare(): Promise<void> {
    const requestStages = ["Request", "Response"] as const;
    const patterns = requestStages.map((requestStage) => ({ urlPattern: "*", requestStage }));
    await Promise.all([
      this.#session.send("Inspector.enable"),
      this.#session.send("Network.enable", {}),
      this.#session.send("Network.setBypassServiceWorker", { bypass: true }),
      this.#session.send("Network.setCacheDisabled", { cacheDisabled: true }),
      this.#session.send("Emulation.setScriptExecutionDisabled", { value: true }),
      this.#session.send("Fetch.enable", { handleAuthRequests: true, patterns }),
    ]);
    await this.#goHome();
  }

  async #goHome(): Promise<void> {
    this.#exchange = undefined;
    await this.#navigate(this.#home);
  }

  /**
   * Keeps the tab at the site of its last request, from the second request to the same site on: a navigation within one
   * site starts in half the time of a navigation to another site.
   */
  #moveHome(url: string): boolean {
    const site = siteOf(url);
    const repeated = site === this.#lastSite;
    this.#lastSite = site;
    if (!repeated || siteOf(this.#home) === site) return false;
    this.#home = new URL("/?browserctl-curl", new URL(url).origin).href;
    return true;
  }

  async #navigate(url: string): Promise<string | undefined> {
    return (await this.#session.send("Page.navigate", { url })).errorText;
  }

  #event(message: CdpMessage): void {
    const exchange = this.#exchange;
    if (message.method === "Fetch.requestPaused") this.#paused(message.params as Protocol.Fetch.RequestPausedEvent);
    else if (message.method === "Network.responseReceivedExtraInfo")
      exchange?.extraInfo(message.params as Protocol.Network.ResponseReceivedExtraInfoEvent);
    else if (message.method === "Fetch.authRequired")
      exchange?.authRequired(message.params as Protocol.Fetch.AuthRequiredEvent);
    else if (message.method === "Inspector.targetCrashed") background(this.drop());
  }

  #paused(event: Protocol.Fetch.RequestPausedEvent): void {
    const { requestId } = event;
    const document = event.resourceType === "Document" && event.frameId === this.#targetId;
    if (document && this.#exchange) this.#exchange.paused(event);
    else if (document && event.responseStatusCode === undefined && event.responseErrorReason === undefined)
      this.#session.send("Fetch.fulfillRequest", { requestId, responseCode: 200 }).catch(() => {});
    else this.#session.send("Fetch.failRequest", { requestId, errorReason: "Aborted" }).catch(() => {});
  }
}

function siteOf(url: string): string {
  const { protocol, hostname } = new URL(url);
  return `${protocol}//${hostname}`;
}
