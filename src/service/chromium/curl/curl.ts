import { untilAborted, withTimeLimit } from "../../../core/abort.ts";
import { Semaphore } from "../../../core/semaphore.ts";
import { background } from "../../error-owner.ts";
import { NetworkError } from "../browser-error.ts";
import { CdpClosedError, type CdpConnection } from "../cdp.ts";
import type { HiddenTabs } from "../hidden-target.ts";
import type { TargetResponse } from "./curl-exchange.ts";
import { type CurlInput, type CurlRequest, checkCurlRequest } from "./curl-request.ts";
import { CurlTab, TabLostError } from "./curl-tab.ts";

export type { CurlInput, CurlMethod } from "./curl-request.ts";

/** Response of the target (spec 2.8, contract 1.4). */
export interface CurlResult {
  status: number;
  /** Lower-case names; a header that was sent twice has two values. */
  headers: Record<string, string[]>;
  /**
   * With `utf8`: the bytes decoded as UTF-8, whatever the target's charset is (assumed), with U+FFFD for invalid bytes,
   * and with the byte order mark. With `base64`: the exact bytes. Content encodings are decoded, as in a page.
   */
  body: string;
  /** Milliseconds from sending to the last byte, without the wait for a tab. */
  duration_ms: number;
}

/** Source of explanations for failures between the browser and a target, which only its proxy knows. */
export interface ProxyFailures {
  /**
   * Latest failure of the proxy for the host of a URL: Chromium's name for it, and the reason in words.
   *
   * @param since failures before this `performance.now()` do not count
   */
  failureOf(url: string, since: number): { readonly name: string; readonly reason: string } | undefined;
}

export interface CurlOptions {
  /** Maximum number of concurrent requests, each in its own tab; default 4. Others wait. */
  maxTabs?: number | undefined;
  /** Maximum size of a body, in bytes; default 50 MiB (assumed). */
  maxBodyBytes?: number | undefined;
}

const DEFAULT_TIMEOUT_MS = 30_000;
/** Maximum number of attempts; only a request whose tab was lost before it was sent is tried again. */
const MAX_ATTEMPTS = 3;

/** Response with the time that it took. */
interface Sent {
  response: TargetResponse;
  durationMs: number;
}

/** Tab of one request, and the function that frees its place. */
interface HeldTab {
  tab: CurlTab;
  leave: () => void;
}

/** Statuses of the proxy's own pages: it may not reach a host, or cannot. */
const FAILED: ReadonlySet<number> = new Set([403, 502]);

/**
 * Sends HTTP requests through the network stack of a running Chromium: with its TLS, cookies, proxy and default headers,
 * as if a person had typed the URL (spec 4.4). Pages, CDP clients and the list of tabs do not show them.
 *
 * assumed: the response never comes from the HTTP cache; the request has `Cache-Control: no-cache`, as a hard reload
 * does, unless the caller sets it.
 */
export class BrowserCurl {
  readonly #connection: CdpConnection;
  readonly #places: Semaphore;
  readonly #hiddenTabs: HiddenTabs;
  readonly #maxBodyBytes: number;
  readonly #idle: CurlTab[] = [];
  readonly #tabs = new Set<CurlTab>();
  readonly #settling = new Set<CurlTab>();
  readonly #closing = new AbortController();
  /** Proxy of the browser, if any. */
  proxy: ProxyFailures | undefined;

  constructor(connection: CdpConnection, hiddenTabs: HiddenTabs, options: CurlOptions = {}) {
    this.#connection = connection;
    this.#places = new Semaphore(options.maxTabs ?? 4);
    this.#hiddenTabs = hiddenTabs;
    this.#maxBodyBytes = options.maxBodyBytes ?? 50 * 1024 * 1024;
    background(connection.closed.then(() => this.close()));
  }

  /**
   * Sends one request and reads its whole response; redirects are followed as Chromium does.
   *
   * Throws a {@link BrowserError}: `invalid` for an invalid request, `response-too-large`, or a {@link NetworkError}
   * when the target failed (-7 `ERR_TIMED_OUT` for the time limit); `CdpClosedError` when the browser ends; the reason
   * of `signal`.
   */
  async request(input: CurlInput, signal?: AbortSignal): Promise<CurlResult> {
    const request = checkCurlRequest(input);
    const ms = input.timeout_ms ?? DEFAULT_TIMEOUT_MS;
    const late = (): NetworkError =>
      new NetworkError(request.url, "ERR_TIMED_OUT", `no whole response within ${ms} ms`);
    const limit = { ms, late, signals: [this.#closing.signal, signal] };
    const { response, durationMs } = await withTimeLimit(limit, (either) => this.#sendExplained(request, either));
    const { status, headers, body } = response;
    const text = input.response_encoding === "base64" ? body.toString("base64") : toText(body);
    return { status, headers, body: text, duration_ms: Math.round(durationMs) };
  }

  /** Closes every tab; running and later requests fail with `CdpClosedError`. Never rejects. */
  async close(): Promise<void> {
    this.#closing.abort(new CdpClosedError());
    await Promise.all([...this.#tabs].map((tab) => tab.drop()));
    this.#tabs.clear();
  }

  /**
   * Sends a request. A failure of the proxy gets the proxy's own name for it; its page about a failure or a refusal is a
   * failure too.
   */
  async #sendExplained(request: CurlRequest, signal: AbortSignal): Promise<Sent> {
    const since = performance.now();
    const explained = (): NetworkError | undefined => {
      const failure = this.proxy?.failureOf(request.url, since);
      return failure && new NetworkError(request.url, failure.name, failure.reason);
    };
    try {
      const sent = await this.#send(request, signal);
      const failure = FAILED.has(sent.response.status) ? explained() : undefined;
      if (failure) throw failure;
      return sent;
    } catch (error) {
      throw (
        (error instanceof NetworkError && error.netError.name === "ERR_TUNNEL_CONNECTION_FAILED" && explained()) ||
        error
      );
    }
  }

  async #send(request: CurlRequest, signal: AbortSignal): Promise<Sent> {
    for (let attempt = 1; ; attempt++) {
      const held = await this.#acquire(signal);
      const start = performance.now();
      try {
        const response = await this.#carry(held, request, signal);
        return { response, durationMs: performance.now() - start };
      } catch (error) {
        if (!(error instanceof TabLostError)) throw error;
        if (this.#connection.isClosed) throw new CdpClosedError();
        if (error.started || attempt === MAX_ATTEMPTS)
          throw new NetworkError(request.url, "ERR_ABORTED", error.message);
      }
    }
  }

  /** Sends a request through a tab. After its response the tab is settling until its navigation has ended. */
  async #carry({ tab, leave }: HeldTab, request: CurlRequest, signal: AbortSignal): Promise<TargetResponse> {
    let settled = false;
    const settle = () => {
      settled = true;
      this.#settling.delete(tab);
      this.#release(tab);
      leave();
    };
    try {
      return await tab.send(request, this.#maxBodyBytes, signal, settle);
    } finally {
      if (!settled) this.#settling.add(tab);
    }
  }

  /** Tab for one request: an idle one, the next to become free, or a new one. */
  async #acquire(signal: AbortSignal): Promise<HeldTab> {
    const freeSoon = this.#idle.length === 0 && this.#settling.size > this.#places.waiting;
    const leave = await (freeSoon ? this.#places.enterAfterNext(signal) : this.#places.enter(signal));
    for (let tab = this.#idle.pop(); tab; tab = this.#idle.pop()) {
      if (tab.usable) return { tab, leave };
      this.#tabs.delete(tab);
    }
    const opening = CurlTab.open(this.#connection, this.#hiddenTabs);
    try {
      const tab = await untilAborted(opening, signal);
      this.#tabs.add(tab);
      return { tab, leave };
    } catch (error) {
      opening.then((tab) => this.#release(tab)).then(leave, leave);
      throw error;
    }
  }

  #release(tab: CurlTab): void {
    if (this.#closing.signal.aborted) background(tab.drop());
    if (tab.usable) {
      this.#tabs.add(tab);
      this.#idle.push(tab);
    } else this.#tabs.delete(tab);
  }
}

function toText(body: Buffer): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(body);
}
