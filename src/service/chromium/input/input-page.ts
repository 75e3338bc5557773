import { pause } from "../../../core/pause.ts";
import { background } from "../../error-owner.ts";
import type { BrowserConnection } from "../browser-connection.ts";
import { BrowserError } from "../browser-error.ts";
import { CdpError, type CdpMethod, type CdpParams, type CdpResult, type CdpSession, SESSION_GONE } from "../cdp.ts";
import { evaluateApart } from "../isolated-world.ts";
import { type ActivePage, activePage, assertUsable } from "../pages.ts";

/** Maximum time without a response to any command, in milliseconds; after that the page counts as hanging. */
const ANSWER_BOUND_MS = 15_000;
/** Time for a CDP client to answer a dialog before the input fails. */
const DIALOG_BOUND_MS = 5_000;
const CHECK_EVERY_MS = 100;
/** Maximum number of piped commands without a response. */
const MAX_IN_FLIGHT = 64;
/** Error codes of Chromium for a command to a document that is being replaced; an invalid command has other codes. */
const REPLACED = [-32603, -32000];
/** Time limit for a document that can evaluate an expression. */
const EVALUATE_BOUND_MS = 5_000;

/**
 * Page that receives the input of one operation: the active page at its start. assumed: it stays the same until the
 * end, even when another page is shown; the next action of a batch selects again.
 *
 * Every wait is bounded. It rejects with the signal's reason, `CdpClosedError`, or a {@link BrowserError}: `page-closed`,
 * `page-crashed`, `dialog-open` (a CDP client has kept a dialog open for 5 s; without a client the service answers it),
 * `input-not-answered` (no response of the page for 15 s).
 */
export class InputPage {
  readonly connection: BrowserConnection;
  readonly session: CdpSession;
  readonly targetId: string;
  readonly #signal: AbortSignal;
  readonly #failed = new AbortController();
  readonly #stops: (() => void)[] = [];
  #dialogs = 0;
  #inFlight = 0;
  #answered = performance.now();
  #dialogSince: number | undefined;
  #closes = false;
  /** Called when a command was answered, or when the page has failed. */
  #wake: (() => void) | undefined;

  private constructor(connection: BrowserConnection, page: Omit<ActivePage, "sessionId">, signal: AbortSignal) {
    this.connection = connection;
    this.session = page.session;
    this.targetId = page.targetId;
    this.#signal = AbortSignal.any([signal, this.#failed.signal]);
    const onAbort = (): void => this.#wake?.();
    this.#signal.addEventListener("abort", onAbort);
    const timer = setInterval(() => background(this.#checkPage()), CHECK_EVERY_MS);
    this.#stops.push(
      () => clearInterval(timer),
      () => this.#signal.removeEventListener("abort", onAbort),
      this.session.on("Inspector.targetCrashed", () => background(this.#checkPage())),
      this.session.on("Page.javascriptDialogOpening", () => void this.#dialogs++),
    );
  }

  /** Runs `work` with the given page, otherwise with the active one; opens one when there is none. */
  static async use<T>(
    connection: BrowserConnection,
    signal: AbortSignal,
    work: (page: InputPage) => Promise<T>,
    given?: Omit<ActivePage, "sessionId">,
  ): Promise<T> {
    if (given) assertUsable(given);
    const page = new InputPage(connection, given ?? (await usablePage(connection, signal)), signal);
    try {
      return await work(page);
    } finally {
      for (const stop of page.#stops) stop();
    }
  }

  /** Aborted with the error of the operation when the page cannot be used any more. */
  get signal(): AbortSignal {
    return this.#signal;
  }

  /** Records that the input itself closes the page: from now on that is not a failure. */
  expectClose(): void {
    this.#closes = true;
  }

  /** Number of dialogs that the page has opened during the operation. */
  get dialogs(): number {
    return this.#dialogs;
  }

  /** Sends a command and returns its result. */
  async send<M extends CdpMethod>(method: M, params?: CdpParams<M>[0] | undefined): Promise<CdpResult<M>> {
    this.#signal.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<CdpResult<M>>();
    const onAbort = (): void => reject(this.#signal.reason);
    this.#signal.addEventListener("abort", onAbort, { once: true });
    if (this.#inFlight++ === 0) this.#answered = performance.now();
    this.session.send(method, params).then(resolve, reject);
    try {
      return await promise;
    } catch (error) {
      throw error instanceof CdpError ? await this.#callerError(error) : error;
    } finally {
      this.#signal.removeEventListener("abort", onAbort);
      this.#inFlight -= 1;
      this.#answered = performance.now();
      this.#wake?.();
    }
  }

  /** Sends an input command. Input to a document that is being replaced is lost, as with a real keyboard. */
  async input<M extends CdpMethod>(method: M, params: CdpParams<M>[0]): Promise<void> {
    try {
      await this.send(method, params);
    } catch (error) {
      if (!isReplaced(error)) throw error;
    }
  }

  /**
   * Value of an expression in the page's main frame, evaluated in an isolated world that the page's scripts cannot
   * change. Retries while the document is being replaced.
   */
  async evaluate<T>(expression: string, awaitPromise = false): Promise<T> {
    const end = performance.now() + EVALUATE_BOUND_MS;
    for (;;) {
      try {
        return await evaluateApart<T>(this, expression, awaitPromise);
      } catch (error) {
        if (!(error instanceof CdpError) || performance.now() > end) throw error;
        await this.pause(20);
      }
    }
  }

  /** Sends an input command without waiting for its response. When it fails, every later wait rejects with its error. */
  async pipe<M extends CdpMethod>(method: M, params: CdpParams<M>[0]): Promise<void> {
    this.#signal.throwIfAborted();
    await this.#inFlightBelow(MAX_IN_FLIGHT);
    this.input(method, params).catch((error: unknown) => this.#failed.abort(error));
  }

  /** Waits until every command has been answered. */
  async settled(): Promise<void> {
    await this.#inFlightBelow(1);
  }

  /** Sends an input command that undoes another, such as the release of a key, and ignores its response. */
  release<M extends CdpMethod>(method: M, params: CdpParams<M>[0]): void {
    this.session.send(method, params).catch(() => {});
  }

  /** Waits `ms` milliseconds, or until the page has failed. */
  async pause(ms: number): Promise<void> {
    await pause(ms, this.#signal);
  }

  async #inFlightBelow(count: number): Promise<void> {
    while (this.#inFlight >= count && !this.#signal.aborted) {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#wake = resolve;
      await promise;
    }
    this.#wake = undefined;
    this.#signal.throwIfAborted();
  }

  /** Converts an error of Chromium to the error of the operation. */
  async #callerError(error: CdpError): Promise<unknown> {
    await this.#checkPage();
    if (this.#signal.aborted) return this.#signal.reason;
    return error.code === SESSION_GONE ? pageClosed() : error;
  }

  async #checkPage(): Promise<void> {
    if (this.#signal.aborted || this.connection.isClosed) return;
    const pages = await this.connection.pageWatch.pages();
    if (this.#signal.aborted || this.connection.isClosed) return;
    const page = pages.find(({ targetId }) => targetId === this.targetId);
    const now = performance.now();
    if (!page) {
      if (!this.#closes) this.#failed.abort(pageClosed());
      return;
    }
    if (page.dialog) this.#dialogSince ??= now;
    else this.#dialogSince = undefined;
    if (page.crashed || (this.#dialogSince !== undefined && now - this.#dialogSince > DIALOG_BOUND_MS)) {
      try {
        assertUsable(page);
      } catch (error) {
        this.#failed.abort(error);
      }
    } else if (this.#inFlight > 0 && now - this.#answered > ANSWER_BOUND_MS) {
      const message = `the page has answered nothing for ${ANSWER_BOUND_MS / 1_000} s`;
      this.#failed.abort(new BrowserError("input-not-answered", message));
    }
  }
}

function isReplaced(error: unknown): boolean {
  return error instanceof CdpError && REPLACED.includes(error.code);
}

/** Active page; waits while a CDP client may still answer its dialog. */
async function usablePage(connection: BrowserConnection, signal: AbortSignal): Promise<ActivePage> {
  const end = performance.now() + DIALOG_BOUND_MS;
  for (;;) {
    signal.throwIfAborted();
    const page = await activePage(connection);
    if (page.crashed || !page.dialog || performance.now() > end) {
      assertUsable(page);
      return page;
    }
    await pause(20, signal);
  }
}

/** Error for a page that was closed; part of the input may have taken effect. */
function pageClosed(): BrowserError {
  return new BrowserError("page-closed", "the page was closed before all of the input had reached it");
}
