import type { LoginError } from "./login-error.ts";
import type { FieldOption } from "./page-script.ts";

/** Maximum number of fields of a form that are reported. */
export const FIELDS_LIMIT = 20;
/** Maximum number of choices that are reported, of a form and of the rest of the page each. */
export const CHOICES_LIMIT = 30;
/** Maximum number of lines of visible text. */
export const LINES_LIMIT = 200;
/** Maximum length of a line, a label, a hint or a title, in characters; longer ones end with `…`. */
export const TEXT_LIMIT = 300;
/** Maximum length of a value that is typed, in UTF-16 units. */
export const VALUE_LIMIT = 4_096;

export type FieldKind = "identifier" | "password" | "code" | "text";

/** Visible input of a login form. Texts of the page are bounded and have no control characters. */
export interface LoginField {
  /** Stays the same while the page re-renders: kind, name or label, and the place among equals. */
  readonly ref: string;
  readonly kind: FieldKind;
  /** `name` or `id` of the control; its label when it has neither. */
  readonly name: string;
  /** Text of the label, else of the placeholder, else `name`. */
  readonly label: string;
  /** Text that describes the control, or its placeholder beside a label. */
  readonly hint?: string;
  readonly required: boolean;
  readonly inputType: "text" | "email" | "password" | "tel" | "number" | "url";
  /** Options of a list, of which a value or a label is filled in; absent for a field to type into. */
  readonly options?: readonly FieldOption[];
  /** CSS selector in its frame, or in its shadow root. */
  readonly selector: string;
  /** Origin of its frame. */
  readonly origin: string;
  /** True when the page has filled it already; a read-only field is reported only then. */
  readonly prefilled: boolean;
  /** True for a field that takes no other value. */
  readonly readOnly: boolean;
}

export type ChoiceKind = "sso_provider" | "mfa_method" | "account" | "sign_in_method" | "continue" | "other";
export type MfaType = "sms" | "call" | "email" | "totp" | "push" | "password" | "passkey" | "switch" | "other";

/** Visible control that leads on, other than the button of the form. */
export interface LoginChoice {
  /** As in {@link LoginField}. */
  readonly ref: string;
  readonly kind: ChoiceKind;
  readonly label: string;
  /** Further text of the control. */
  readonly description?: string;
  /** Name of the provider in lower case, such as `google`; `sso` where the page names none. Of `sso_provider` only. */
  readonly provider?: string;
  /** Of `mfa_method` only. `switch` leads to other methods. */
  readonly mfaType?: MfaType;
  /** Part of the label such as `j***@example.com` or `••• 12`. */
  readonly maskedDestination?: string;
  /** XPath in its frame, or in its shadow root. */
  readonly selector: string;
  /** Origin of its frame. */
  readonly origin: string;
}

/** Addresses that learn a value which is entered into a field. */
export interface FormReach {
  /** Origins, and addresses where they have another host or scheme, of its frame and the frames around it, the own one first. */
  readonly frames: readonly string[];
  /** Where its form is sent to; absent for fields without a form, and for a form that a script handles. */
  readonly target?: string;
}

export interface LoginForm {
  readonly fields: readonly LoginField[];
  /** Choices inside of the form, such as radio buttons of second factors and further buttons. */
  readonly choices: readonly LoginChoice[];
  /** Ref of what submits the form: its button, or Enter in its last field. */
  readonly submit: string;
  /** Addresses by which its values can be reached: of its frame, the frames around it, and where the form is sent. */
  readonly reach?: FormReach;
}

/** Action outside of the page that the page waits for. */
export interface ExternalAction {
  readonly kind: "captcha" | "passkey" | "push" | "link";
  /** Line of the page that says so; a sentence of the service for a captcha. */
  readonly message: string;
}

/** State of a settled page. */
export interface PageFacts {
  readonly url: string;
  readonly title: string;
  /** Language that the page declares, such as `de`; empty when it declares none. */
  readonly language: string;
  /** Visible text of all frames in the order of the document, without repetitions in a row. */
  readonly lines: readonly string[];
  /** Best login form that is not behind a dialog; absent when there is none. */
  readonly form?: LoginForm;
  /** Choices outside of the form: SSO, accounts, second factors, consent. Those behind a dialog are left out. */
  readonly choices: readonly LoginChoice[];
  /** Ref of a "Log in" control, when no form shows. */
  readonly trigger?: string;
  /** True for a visible log-out control that is not behind a dialog. */
  readonly logout: boolean;
  readonly external?: ExternalAction;
  /** Open JavaScript dialog. The page is frozen: lines, form and choices are then empty. */
  readonly dialog?: { readonly type: string; readonly message: string };
  /** True while the page is a popup that the login page has opened. */
  readonly popup: boolean;
  /** False when the page kept changing or loading until the time limit. */
  readonly settled: boolean;
}

/** Cookie of the browser, of any host. */
export interface CookieDigest {
  readonly domain: string;
  readonly path: string;
  readonly name: string;
  /** True for a cookie that ends with the browser. */
  readonly session: boolean;
  /** Keyed hash of the value; equal for equal values of one {@link LoginPage}. */
  readonly hash: string;
}

/** Entry of localStorage or sessionStorage. */
export interface StorageDigest {
  readonly origin: string;
  readonly area: "local" | "session";
  readonly key: string;
  /** As in {@link CookieDigest}. */
  readonly hash: string;
}

/** Stored state of the browser, to compare before and after a login. Has no value, only hashes. */
export interface LoginEvidence {
  /** Of all hosts, in a stable order. */
  readonly cookies: readonly CookieDigest[];
  /** Of the origins of the page's frames, in a stable order. */
  readonly storage: readonly StorageDigest[];
}

/** Requests of the page since {@link LoginPage.watchRequests}. */
export interface RequestWatch {
  /**
   * HTTP status of the newest request that carried a value that was typed since; undefined when there was none or it has
   * no answer yet. A redirect counts with its own status.
   */
  loginStatus(): number | undefined;
  /** True once a request with a body was sent that carried a typed value, or that loads a document. */
  readonly posted: boolean;
  stop(): void;
}

/**
 * Decides whether a value may be entered at, or sent to, an address or an origin such as `https://login.example.com`; an
 * opaque origin is `null`. `from` is the address of the frame that the value is sent from.
 */
export type AllowedOrigin = (address: string, from?: string) => boolean;

/** Origin that values were entered on or sent to. Has no value. */
export interface SentTo {
  readonly origin: string;
  /** Names of the fields of these values. */
  readonly fields: readonly string[];
}

/**
 * Login page of one browser: the page that was shown at the start, and a popup that it opens for as long as that is
 * open. Calls come one after the other. No control is held between calls: each looks for its ref again.
 *
 * Rejects with the signal's reason, `CdpClosedError`, a `BrowserError` of a page that has crashed, was closed or does not
 * answer, or a {@link LoginError}.
 */
export interface LoginPage {
  /** Waits until the page neither loads nor changes, at most 10 s, and reads it. */
  facts(signal: AbortSignal): Promise<PageFacts>;
  /**
   * Types a value into a field with key events. Checks right before where the value gets: the field's frame, the frames
   * around it, and where its form is sent. From then on no request of the browser carries it where it may not go.
   * Resolves without an error when the page leaves while the value is typed: a code that submits itself.
   */
  fill(ref: string, value: string, allowed: AllowedOrigin, signal: AbortSignal): Promise<void>;
  /**
   * Clicks a choice, a trigger or the submit control, after a check of its frame's origin. A choice that is a radio
   * button is followed by the button of its form. Resolves when the page has taken the click, before its effect.
   */
  press(ref: string, allowed: AllowedOrigin, signal: AbortSignal): Promise<void>;
  /** Loads an address and resolves when its document has arrived. Throws `unreachable` with the network error. */
  open(url: string, signal: AbortSignal): Promise<void>;
  /** Answers the open JavaScript dialog; does nothing when there is none. */
  answerDialog(accept: boolean, signal: AbortSignal): Promise<void>;
  evidence(signal: AbortSignal): Promise<LoginEvidence>;
  /** Watches the requests of the page and its frames, and of popups. */
  watchRequests(): RequestWatch;
  /** First request that carried a typed value where it may not go; it was stopped, unless a WebSocket had sent it. */
  readonly refusal: LoginError | undefined;
  /** Origins of all values so far, in the order in which they got the first one. */
  readonly sentTo: readonly SentTo[];
  /** Leaves the page as it is, and its dialogs to whoever else answers them. */
  close(): void;
}
