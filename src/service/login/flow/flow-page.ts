import { untilAborted } from "../../../core/abort.ts";
import type { ControlShape } from "../../../login-reader/described-control.ts";
import { BrowserError } from "../../chromium/browser-error.ts";
import type { LoginState } from "../decide/page-changes.ts";
import type { HiddenVisit, IsKnown } from "../drive/hidden-page.ts";
import { LoginError } from "../drive/login-error.ts";
import type { AllowedOrigin, LoginPage, RequestWatch } from "../drive/login-page.ts";
import type { PlannedControl } from "../drive/planned-controls.ts";
import type { PageEventListener } from "../drive/recording.ts";
import { refusedReach } from "../drive/refused-reach.ts";
import type { FormReach, LoginField, LoginForm, PageFacts } from "../page/page-facts.ts";
import { isDialogOpen } from "../page/page-session.ts";
import { domainNotAllowed } from "./domain-not-allowed.ts";
import { pageFailure, pageFault, terminated } from "./page-failure.ts";
import { SettledPages } from "./settled-pages.ts";

/** Maximum number of JavaScript dialogs that are answered in a row, and in one flow. */
const MAX_DIALOGS = { row: 10, flow: 50 };
/** Maximum time of one operation of a page, in milliseconds; longer for each typed character. */
const OPERATION_BOUND_MS = 60_000;
const CHARACTER_BOUND_MS = 100;

/**
 * Login page of one flow: holds its signal and its allowed origins, answers JavaScript dialogs, and turns failures that
 * end a flow into {@link LoginFlowError}.
 */
export class FlowPage {
  readonly #page: LoginPage;
  readonly #isAllowed: AllowedOrigin;
  readonly signal: AbortSignal;
  readonly #settled = new SettledPages();
  #messages: string[] = [];
  #dialogs = 0;

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
    const facts = await this.#read();
    this.#settled.add(facts);
    return facts;
  }

  async #read(isKnown?: IsKnown): Promise<PageFacts> {
    for (let count = 0; ; count += 1) {
      const facts = await this.#guard((signal) => this.#page.facts(signal, isKnown));
      // An empty page replaces a page that was closed.
      if (facts.url === "about:blank" && !facts.popup) throw terminated("the login page was closed");
      if (!facts.dialog) return facts;
      const isTooMany = count === MAX_DIALOGS.row || ++this.#dialogs > MAX_DIALOGS.flow;
      if (isTooMany) throw pageFault("opens one dialog after the other");
      if (facts.dialog.message !== "") this.#messages.push(facts.dialog.message);
      await this.#guard((signal) => this.#page.answerDialog(true, signal));
    }
  }

  async state(): Promise<LoginState> {
    for (;;) {
      const facts = await this.facts();
      try {
        return { facts, evidence: await this.#guard((signal) => this.#page.evidence(signal)) };
      } catch (error) {
        // The next call of facts answers the dialog, up to a limit.
        if (!isDialogOpen(error)) throw error;
      }
    }
  }

  /** Called with each address that the service opens. */
  onOpened: (url: string) => void = () => {};

  /** Loads an address. Throws `login_page_unreachable`. */
  open(url: string): Promise<void> {
    this.onOpened(url);
    return this.#guard((signal) => this.#page.open(url, signal));
  }

  /** Loads an address again and reads it. Throws `login_page_unreachable`. */
  async reopened(url: string): Promise<PageFacts> {
    await this.open(url);
    return this.#read(this.#settled.isLast);
  }

  /** Reads an address in a hidden page. Throws `login_page_unreachable`. */
  look({ url, as }: HiddenVisit): Promise<PageFacts> {
    const isKnown = as === "browser" ? this.#settled.isLast : this.#settled.isEarly;
    return this.#guard((signal) => this.#page.look({ url, as, isKnown }, signal));
  }

  /** Makes the next look as somebody who is not logged in faster. */
  prepareLook(): void {
    this.#page.prepareLook();
  }

  /** Deletes the stored state of the website of an address. */
  forgetSite(url: string): Promise<void> {
    return this.#guard((signal) => this.#page.forgetSite(url, signal));
  }

  /** Called before the service fills or presses a control. */
  onActing: () => void = () => {};

  fill(ref: string, value: string): Promise<void> {
    this.#settled.entered();
    const boundMs = OPERATION_BOUND_MS + value.length * CHARACTER_BOUND_MS;
    return this.#act((signal) => this.#page.fill(ref, value, this.#isAllowed, signal), boundMs);
  }

  press(ref: string): Promise<void> {
    return this.#act((signal) => this.#page.press(ref, this.#isAllowed, signal));
  }

  /** Reports what is done on the page from now on. */
  record(listener: PageEventListener): Promise<void> {
    return this.#guard((signal) => this.#page.record(listener, signal));
  }

  /** Controls of a shape on the current page, whatever they mean. */
  controls(shape: ControlShape): Promise<PlannedControl[]> {
    return this.#guard((signal) => this.#page.planned.find(shape, signal));
  }

  /** True when all addresses that get the value of a control are allowed. */
  mayGet(reach: FormReach): boolean {
    return refusedReach(reach, this.#isAllowed) === undefined;
  }

  fillControl(controls: readonly [PlannedControl, ...PlannedControl[]], value: string): Promise<"kept" | "gone"> {
    this.#settled.entered();
    const boundMs = OPERATION_BOUND_MS + value.length * CHARACTER_BOUND_MS;
    return this.#act((signal) => this.#page.planned.fill(controls, value, this.#isAllowed, signal), boundMs);
  }

  /** Announces a value that is about to be entered by keys of the page. */
  enteringKeys(key: PlannedControl, value: string): Promise<void> {
    this.#settled.entered();
    return this.#guard(async () => this.#page.planned.entering(key, "keypad", value, this.#isAllowed));
  }

  pressControl(control: PlannedControl): Promise<void> {
    return this.#act((signal) => this.#page.planned.press(control, this.#isAllowed, signal));
  }

  enterControl(control: PlannedControl): Promise<void> {
    return this.#act((signal) => this.#page.planned.enter(control, this.#isAllowed, signal));
  }

  watchRequests(): RequestWatch {
    return this.#page.watchRequests();
  }

  /**
   * Throws `domain_not_allowed` when values of a form would reach an address that is not allowed, before anything is
   * filled or asked.
   */
  assertAllowed(fields: readonly LoginField[], form: LoginForm | undefined): void {
    if (fields.length === 0) return;
    const own = fields.find(({ origin }) => !this.#isAllowed(origin));
    const refused = own
      ? ({ address: own.origin, by: "frame" } as const)
      : form?.reach && refusedReach(form.reach, this.#isAllowed);
    if (refused) throw domainNotAllowed(refused, this.#isAllowed);
  }

  #act<T>(work: (signal: AbortSignal) => Promise<T>, boundMs?: number): Promise<T> {
    this.onActing();
    return this.#guard(work, boundMs);
  }

  /**
   * Runs work on the page within the time limit, whatever the page does. A value on its way to an address that is not
   * allowed ends the flow first.
   */
  async #guard<T>(work: (signal: AbortSignal) => Promise<T>, boundMs = OPERATION_BOUND_MS): Promise<T> {
    const bound = new AbortController();
    const timer = setTimeout(() => bound.abort(late(boundMs)), boundMs);
    const signal = AbortSignal.any([this.signal, bound.signal]);
    try {
      const result = await untilAborted(work(signal), signal);
      if (this.#page.refusal) throw this.#page.refusal;
      return result;
    } catch (error) {
      this.signal.throwIfAborted();
      throw flowError(this.#page.refusal ?? error, this.#isAllowed);
    } finally {
      clearTimeout(timer);
    }
  }
}

function late(boundMs: number): BrowserError {
  return new BrowserError("page-not-responding", `the page took longer than ${boundMs / 1_000} s`);
}

/**
 * Converts a failure of a page that ends the flow; other errors stay as they are. The flow itself handles a missing
 * control, a value that the page does not accept, and an open dialog: it reads the page again.
 */
function flowError(error: unknown, isAllowed: AllowedOrigin): unknown {
  if (error instanceof LoginError) {
    if (error.refused) return domainNotAllowed(error.refused, isAllowed);
    return error.kind === "unreachable" || error.kind === "http-authentication" ? pageFailure(error) : error;
  }
  return isDialogOpen(error) ? error : pageFailure(error);
}

/** True for a control that the page no longer has, or that a dialog covers: the page went on in the meantime. */
export function isControlGone(error: unknown): boolean {
  return (error instanceof LoginError && error.kind === "control-gone") || isDialogOpen(error);
}

/** True for a failure before the first character of a value was typed. */
export function isNothingTyped(error: unknown): boolean {
  return error instanceof LoginError && (error.kind === "control-gone" || error.kind === "invalid-value");
}

/** True for a value that the page or the service does not accept. */
export function isRefusedValue(error: unknown): error is LoginError {
  return error instanceof LoginError && (error.kind === "invalid-value" || error.kind === "not-fillable");
}
