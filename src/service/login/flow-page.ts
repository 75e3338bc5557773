import { BrowserError } from "../chromium/browser-error.ts";
import { CdpClosedError } from "../chromium/cdp.ts";
import { LoginFlowError } from "./flow-error.ts";
import { LoginError } from "./login-error.ts";
import type { AllowedOrigin, LoginField, LoginPage, PageFacts, RequestWatch } from "./login-page.ts";
import type { LoginState } from "./page-changes.ts";

/** Maximum number of JavaScript dialogs in a row that are answered. */
const DIALOGS_LIMIT = 10;

/**
 * Login page of one flow: holds its signal and its allowed origins, answers JavaScript dialogs, and turns failures that
 * end a flow into {@link LoginFlowError}.
 */
export class FlowPage {
  readonly #page: LoginPage;
  readonly #isAllowed: AllowedOrigin;
  readonly signal: AbortSignal;
  #messages: string[] = [];

  constructor(page: LoginPage, isAllowed: AllowedOrigin, signal: AbortSignal) {
    this.#page = page;
    this.#isAllowed = isAllowed;
    this.signal = signal;
  }

  /** Texts of the JavaScript dialogs since the last call. */
  takeMessages(): string[] {
    const messages = this.#messages;
    this.#messages = [];
    return messages;
  }

  /** Settled page. A JavaScript dialog is accepted first, because it freezes the page. */
  async facts(): Promise<PageFacts> {
    for (let count = 0; ; count += 1) {
      const facts = await this.#guard(() => this.#page.facts(this.signal));
      // An empty page takes the place of one that was closed.
      if (facts.url === "about:blank" && !facts.popup) throw terminated();
      if (!facts.dialog) return facts;
      if (count === DIALOGS_LIMIT) {
        throw new LoginFlowError(
          "login_failed",
          "the login page opens one dialog after the other; log in by the live view",
        );
      }
      if (facts.dialog.message !== "") this.#messages.push(facts.dialog.message);
      await this.#guard(() => this.#page.answerDialog(true, this.signal));
    }
  }

  async state(): Promise<LoginState> {
    const facts = await this.facts();
    return { facts, evidence: await this.#guard(() => this.#page.evidence(this.signal)) };
  }

  /** Loads an address. Throws `login_page_unreachable`. */
  open(url: string): Promise<void> {
    return this.#guard(() => this.#page.open(url, this.signal));
  }

  fill(ref: string, value: string): Promise<void> {
    return this.#guard(() => this.#page.fill(ref, value, this.#isAllowed, this.signal));
  }

  press(ref: string): Promise<void> {
    return this.#guard(() => this.#page.press(ref, this.#isAllowed, this.signal));
  }

  watchRequests(): RequestWatch {
    return this.#page.watchRequests();
  }

  /** Throws `domain_not_allowed` when a field stands on a domain that is not allowed, before anything is filled or asked. */
  assertAllowed(fields: readonly LoginField[]): void {
    const refused = fields.find(({ origin }) => !this.#isAllowed(origin));
    if (refused) throw domainNotAllowed(refused.origin);
  }

  async #guard<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      this.signal.throwIfAborted();
      throw flowError(error);
    }
  }
}

function domainNotAllowed(origin: string): LoginFlowError {
  const { hostname = "" } = URL.parse(origin) ?? {};
  const name = hostname || origin;
  return new LoginFlowError(
    "domain_not_allowed",
    `"${name}" asks for a login, and is not an allowed domain; nothing was filled. If it belongs to the website, add it to allowed_domains`,
  );
}

/** Failure of a page that ends the flow; other errors stay. */
function flowError(error: unknown): unknown {
  if (error instanceof LoginError) {
    if (error.kind === "domain-not-allowed") return domainNotAllowed(error.origin ?? "null");
    if (error.kind !== "unreachable") return error;
    const { netError } = error;
    return new LoginFlowError(
      "login_page_unreachable",
      `${error.message}; check the address, or set another one with login_url`,
      { netError, cause: error },
    );
  }
  const isGone =
    error instanceof CdpClosedError ||
    (error instanceof BrowserError && (error.kind === "page-closed" || error.kind === "page-crashed"));
  return isGone ? terminated(error) : error;
}

function terminated(cause?: unknown): LoginFlowError {
  const message = "the browser of the login was closed or has crashed; start the login again";
  return new LoginFlowError("browser_session_terminated", message, { cause });
}

/** True for a control that the page no longer has: the page went on meanwhile. */
export function isControlGone(error: unknown): boolean {
  return error instanceof LoginError && error.kind === "control-gone";
}

/** True for a value that the page or the service does not take. */
export function isRefusedValue(error: unknown): error is LoginError {
  return error instanceof LoginError && (error.kind === "invalid-value" || error.kind === "not-fillable");
}
