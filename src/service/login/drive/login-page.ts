import type { LoginEvidence } from "../page/evidence.ts";
import type { PageFacts } from "../page/page-facts.ts";
import type { HiddenVisit, IsKnown } from "./hidden-page.ts";
import type { FindHidden } from "./hidden-parts.ts";
import type { LoginError } from "./login-error.ts";
import type { PagePicture } from "./page-picture.ts";
import type { PlannedControls } from "./planned-controls.ts";
import type { PageEventListener } from "./recording.ts";

/** Requests of the page since {@link LoginPage.watchRequests}. */
export interface RequestWatch {
  /**
   * HTTP status of the newest request that carried a value typed since the start of the watch; undefined when there was
   * no such request, or no answer yet. A redirect counts with its own status.
   */
  loginStatus(): number | undefined;
  /** True after a request with a body that carried a typed value or that loads a document. */
  readonly posted: boolean;
  /** Reading of `performance.now()` at the answer to that request; undefined before. */
  readonly answeredAt: number | undefined;
  /** True while a request of the page to the host of that request, which began after it, has no answer. */
  readonly isFollowed: boolean;
  /** True when a WebSocket has sent a typed value in the clear, and has received a message since. */
  readonly isAnsweredByWebSocket: boolean;
  stop(): void;
}

/**
 * Decides whether a value may be entered at, or sent to, an address or an origin such as `https://login.example.com`; an
 * opaque origin is `null`. `from` is the address of the frame that the value is sent from.
 */
export type AllowedOrigin = (address: string, from?: string) => boolean;

/** Origin that values were entered on or sent to. Contains no value. */
export interface SentTo {
  readonly origin: string;
  /** Names of the fields of these values. */
  readonly fields: readonly string[];
}

/**
 * Login page of one browser: the page that was shown at the start, or a popup that it has opened, as long as that is
 * open. Calls must not overlap. No control is held between calls: each call looks up its ref again.
 *
 * Rejects with the signal's reason, `CdpClosedError`, a `BrowserError` of a page that has crashed, was closed or does
 * not answer, or a {@link LoginError}.
 */
export interface LoginPage {
  /** Waits until the page neither loads nor changes, for at most 10 s, and reads it. Waits less for a known page. */
  facts(signal: AbortSignal, isKnown?: IsKnown): Promise<PageFacts>;
  /**
   * Types a value into a field with key events. Just before, it checks every address that the value would reach: the
   * field's frame, the frames around it, and the target of its form. From then on, no request of the browser may carry
   * the value to an address that is not allowed. Resolves without an error when the page leaves while the value is
   * typed, as a code that submits itself does.
   */
  fill(ref: string, value: string, allowed: AllowedOrigin, signal: AbortSignal): Promise<void>;
  /**
   * Clicks a choice, a trigger or the submit control, after a check of its frame's origin. After a radio button it also
   * clicks the button of its form. Resolves when the page has received the click, before the effect.
   */
  press(ref: string, allowed: AllowedOrigin, signal: AbortSignal): Promise<void>;
  /** Loads an address and resolves when its document has arrived. Throws `unreachable` with the network error. */
  open(url: string, signal: AbortSignal): Promise<void>;
  /** Answers the open JavaScript dialog; does nothing when there is none. */
  answerDialog(accept: boolean, signal: AbortSignal): Promise<void>;
  evidence(signal: AbortSignal): Promise<LoginEvidence>;
  /**
   * Reads an address in a page that nobody sees, as the browser or as somebody who is not logged in: without its cookies
   * and its stored state. No value was ever typed there. Rejects like `open`.
   */
  look(visit: HiddenVisit, signal: AbortSignal): Promise<PageFacts>;
  /** Opens the page for the next look as somebody who is not logged in, which is faster then. */
  prepareLook(): void;
  /** Deletes the cookies and the stored state of the website of an address from the browser. */
  forgetSite(url: string, signal: AbortSignal): Promise<void>;
  /**
   * Reports from now on what is done on the page, its frames and its popups, by a person or by this object, before the
   * page goes on. What is typed is in the events.
   */
  record(listener: PageEventListener, signal: AbortSignal): Promise<void>;
  /** Controls of the current page by their features, whatever they mean. */
  readonly planned: PlannedControls;
  /**
   * Takes a picture of the page without its fields and what `find` finds in its texts. Undefined while a dialog is open,
   * and for a page that does not keep still.
   */
  picture(find: FindHidden, signal: AbortSignal): Promise<PagePicture | undefined>;
  /** Watches the requests of the page and its frames, and of popups. */
  watchRequests(): RequestWatch;
  /**
   * First request that carried a typed value to an address that is not allowed; it was stopped, unless a WebSocket has
   * sent it.
   */
  readonly refusal: LoginError | undefined;
  /** Origins of all values so far, in the order in which each got its first value. */
  readonly sentTo: readonly SentTo[];
  /** Leaves the page as it is, and its dialogs to other clients. */
  close(): void;
}
