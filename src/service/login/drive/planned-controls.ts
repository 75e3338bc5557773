import type { CandidateControl, ControlShape } from "../../../login-reader/described-control.ts";
import type { RawField } from "../../../login-reader/raw-frame.ts";
import type { BrowserConnection } from "../../chromium/browser-connection.ts";
import { BrowserError } from "../../chromium/browser-error.ts";
import type { ReadFrame } from "../page/frames.ts";
import type { FormReach } from "../page/page-facts.ts";
import { isDialogOpen, isReplaced } from "../page/page-session.ts";
import { pageText } from "../page/page-text.ts";
import { reachOf } from "../page/read-page.ts";
import { chooseOption } from "./choose-option.ts";
import { clickButton, pressEnter } from "./click.ts";
import { type DrivenPage, heldByDialog } from "./driven-page.ts";
import { LoginError } from "./login-error.ts";
import type { AllowedOrigin } from "./login-page.ts";
import type { CurrentFrames } from "./open-login-page.ts";
import type { PageRequests } from "./page-requests.ts";
import { originText, refusedReach } from "./refused-reach.ts";
import type { SendGuard } from "./send-guard.ts";
import { assertTypable, setValue, typedState, typeValue } from "./type-value.ts";

/** Control of the current page. It is valid until the page is read again. */
export interface PlannedControl {
  readonly control: CandidateControl;
  /** Address and origin of its frame. */
  readonly url: string;
  readonly origin: string;
  readonly isMainFrame: boolean;
  /** Address of its page. */
  readonly pageUrl: string;
  /** Addresses that get what is entered into it. */
  readonly reach: FormReach;
  readonly page: DrivenPage;
  readonly frame: ReadFrame;
}

export interface PlannedControlsOptions {
  readonly requests: PageRequests;
  readonly guard: SendGuard;
  /** Reads the current page; waits while its document is being replaced. */
  readonly read: (signal: AbortSignal) => Promise<CurrentFrames>;
}

/** Operates controls that a plan describes, with the same checks as the controls of a login form. */
export class PlannedControls {
  readonly #connection: BrowserConnection;
  readonly #requests: PageRequests;
  readonly #guard: SendGuard;
  readonly #read: PlannedControlsOptions["read"];

  constructor(connection: BrowserConnection, { requests, guard, read }: PlannedControlsOptions) {
    this.#connection = connection;
    this.#requests = requests;
    this.#guard = guard;
    this.#read = read;
  }

  /** Visible controls of a shape in all frames of the current page, in the order of the page. */
  async find(shape: ControlShape, signal: AbortSignal): Promise<PlannedControl[]> {
    const { page, frames } = await this.#read(signal);
    if (frames === heldByDialog) throw new BrowserError("dialog-open", "a dialog is open over the login page");
    const [main] = frames;
    const found: PlannedControl[] = [];
    for (const frame of frames) {
      const { url, origin } = frame.raw;
      const place = { url, origin, isMainFrame: frame === main, pageUrl: main?.raw.url ?? "" };
      for (const control of await candidatesIn(frame, shape)) {
        const reach = reachOf({ frame }, { raw: control });
        found.push({ control, ...place, reach, page, frame });
      }
    }
    return found;
  }

  /**
   * Types a value, or chooses the option of that name, as `LoginPage.fill` does. `boxes` are the fields of a code that has
   * one for each character. `gone` when the page has replaced the control, or has left, while the value was typed.
   */
  async fill(
    boxes: readonly [PlannedControl, ...PlannedControl[]],
    value: string,
    allowed: AllowedOrigin,
    signal: AbortSignal,
  ): Promise<"kept" | "gone"> {
    const [first] = boxes;
    const label = labelOf(first);
    assertTypable(value, label);
    assertAllowed(first, allowed);
    if (first.control.readOnly) throw notFillable(`the field ${JSON.stringify(label)} is read-only`);
    this.#guard.typed({ value, field: label, origin: pageText(first.origin), from: first.url, allowed });
    const parts = boxes.map(fieldPart);
    const [part] = parts;
    if (part && first.control.tag === "select") {
      await chooseOption(part, value);
      return "kept";
    }
    const watch = this.#requests.watch();
    try {
      this.#requests.typed(value);
      const { page } = first;
      await typeValue(this.#connection, page, parts, value, signal).catch(ignoreInterrupted);
      if (watch.posted || page.watched.dialog) return "kept";
      const isLoose = boxes.length > 1 || first.control.type === "tel";
      let state = await typedState(parts, value, isLoose);
      if (state === "different") {
        await setValue(parts, value).catch(ignoreInterrupted);
        state = watch.posted ? "kept" : await typedState(parts, value, isLoose);
      }
      if (state !== "different") return state;
      throw notFillable(`the page does not keep the value for ${JSON.stringify(label)} (${value.length} characters)`);
    } finally {
      watch.stop();
    }
  }

  /** Adds a value that is about to be entered by keys of the page, and checks where it would go. */
  entering(control: PlannedControl, field: string, value: string, allowed: AllowedOrigin): void {
    assertAllowed(control, allowed);
    this.#guard.typed({ value, field, origin: pageText(control.origin), from: control.url, allowed });
    this.#requests.typed(value);
  }

  /** Clicks a control. Resolves when the page has received the click. */
  async press(control: PlannedControl, allowed: AllowedOrigin, signal: AbortSignal): Promise<void> {
    assertAllowed(control, allowed);
    await this.#act(control, () => clickButton(control.page, placeOf(control), signal));
  }

  /** Presses the Enter key in a field. */
  async enter(control: PlannedControl, allowed: AllowedOrigin, signal: AbortSignal): Promise<void> {
    assertAllowed(control, allowed);
    await this.#act(control, () => pressEnter(this.#connection, control.page, placeOf(control), signal));
  }

  async #act(control: PlannedControl, act: () => Promise<void>): Promise<void> {
    try {
      await act();
    } catch (error) {
      if (!isReplaced(error)) throw error;
      throw new LoginError("control-gone", `the page has replaced the control ${JSON.stringify(labelOf(control))}`);
    }
  }
}

async function candidatesIn(frame: ReadFrame, { tag, type }: ControlShape): Promise<CandidateControl[]> {
  if (frame.behind) return [];
  const expression = `browserctlLogin.candidates(${JSON.stringify({ tag, type })})`;
  const call = { expression, contextId: frame.contextId, returnByValue: true };
  const { result } = await frame.session.send("Runtime.evaluate", call);
  return (result.value as CandidateControl[] | undefined) ?? [];
}

/** Label of a control for messages. */
function labelOf({ control: { label, text, name, id } }: PlannedControl): string {
  return pageText(label || text || name || id, 60) || "unnamed control";
}

function placeOf({ frame, control: { index } }: PlannedControl): { frame: ReadFrame; index: number } {
  return { frame, index };
}

/** Field in the form in which the functions of login forms take it. */
function fieldPart({ frame, control }: PlannedControl): { frame: ReadFrame; index: number; raw: RawField } {
  const texts = { ariaLabel: "", placeholder: "", className: "", title: "", before: "", described: "", error: "" };
  const rest = { pattern: "", selector: "", options: [], group: -1 };
  const states = { field: true as const, invalid: false, required: true, filled: false, inDialog: false };
  return { frame, index: control.index, raw: { ...control, ...texts, ...rest, ...states } };
}

function notFillable(message: string): LoginError {
  return new LoginError("not-fillable", message);
}

function assertAllowed(control: PlannedControl, allowed: AllowedOrigin): void {
  const refused = refusedReach(control.reach, allowed);
  if (!refused) return;
  const how = refused.by === "form" ? "is sent to" : "stands on";
  const where = JSON.stringify(originText(refused.address));
  const message = `the control ${JSON.stringify(labelOf(control))} ${how} ${where}, which is not an allowed domain; nothing was entered there`;
  throw new LoginError("domain-not-allowed", message, { refused });
}

function ignoreInterrupted(error: unknown): void {
  if (!isReplaced(error) && !isDialogOpen(error)) throw error;
}
