import type { FieldOption } from "../../../login-reader/raw-frame.ts";

/** Maximum number of fields of a form that are reported. */
export const MAX_FIELDS = 20;
/** Maximum number of choices that are reported, of a form and of the rest of the page each. */
export const MAX_CHOICES = 30;
/** Maximum number of links and buttons whose labels are reported. */
export const MAX_WAYS = 100;
/** Maximum number of lines of visible text. */
export const MAX_LINES = 200;
/** Maximum length of a line, a label, a hint or a title, in characters; longer ones end with `…`. */
export const MAX_TEXT = 300;

export type FieldKind = "identifier" | "password" | "code" | "text";

/** Visible input of a login form. Texts of the page are bounded and have no control characters. */
export interface LoginField {
  /** Identity that survives re-rendering: kind, name or label, and the position among equal controls. */
  readonly ref: string;
  readonly kind: FieldKind;
  /** `name` or `id` of the control; its label when it has neither. */
  readonly name: string;
  /** Text of the label, otherwise the placeholder, otherwise `name`. */
  readonly label: string;
  /** Text that describes the control; its placeholder if it has a label too. */
  readonly hint?: string;
  readonly required: boolean;
  readonly inputType: "text" | "email" | "password" | "tel" | "number" | "url";
  /** Options of a list, of which a value or a label is filled in; absent for a field to type into. */
  readonly options?: readonly FieldOption[];
  /** CSS selector in its frame, or in its shadow root. */
  readonly selector: string;
  /** Origin of its frame. */
  readonly origin: string;
  /** True when the page itself has filled the field; a read-only field is reported only then. */
  readonly prefilled: boolean;
  /** True for a field that accepts no other value. */
  readonly readOnly: boolean;
  /** Present for a field that the page marks as wrong. */
  readonly invalid?: true;
}

export type ChoiceKind = "sso_provider" | "mfa_method" | "account" | "sign_in_method" | "continue" | "other";
export type MfaType = "sms" | "call" | "email" | "totp" | "push" | "password" | "passkey" | "switch" | "other";

/** Visible control that continues the login, other than the button of the form. */
export interface LoginChoice {
  /** As in {@link LoginField}. */
  readonly ref: string;
  readonly kind: ChoiceKind;
  readonly label: string;
  /** Further text of the control. */
  readonly description?: string;
  /** Name of the provider in lower case, such as `google`; `sso` when the page names none. Only for `sso_provider`. */
  readonly provider?: string;
  /** Only for `mfa_method`. `switch` leads to other methods. */
  readonly mfaType?: MfaType;
  /** Part of the label such as `j***@example.com` or `••• 12`. */
  readonly maskedDestination?: string;
  /** XPath in its frame, or in its shadow root. */
  readonly selector: string;
  /** Origin of its frame. */
  readonly origin: string;
  /** Present for a control that sends its form to, or leads to, an address of a login. */
  readonly leadsToLogin?: true;
}

/** Visible link or button of a page, whatever it is about. */
export interface PageWay {
  readonly label: string;
  /** Address of a link; empty for a button. */
  readonly href: string;
}

/** Addresses that get a value which is entered into a field. */
export interface FormReach {
  /**
   * Origins of its frame and of the frames around it, its own first; with addresses that have another host or scheme
   * than the origin.
   */
  readonly frames: readonly string[];
  /** Target of its form; absent for fields without a form, and for a form that a script handles. */
  readonly target?: string;
}

export interface LoginForm {
  readonly fields: readonly LoginField[];
  /** Choices inside of the form, such as radio buttons of second factors and further buttons. */
  readonly choices: readonly LoginChoice[];
  /** Ref of the control that submits the form: its button, or Enter in its last field. */
  readonly submit: string;
  /** Addresses that get its values: of its frame, the frames around it, and the target of the form. */
  readonly reach?: FormReach;
}

/** Action outside of the page that the page waits for. */
export interface ExternalAction {
  readonly kind: "captcha" | "passkey" | "push" | "link";
  /** Line of the page that describes the action; a sentence of the service for a captcha. */
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
  /** Visible texts that the page announces at once, such as those of `role=alert`. */
  readonly alerts: readonly string[];
  /** Number of links and buttons that are not behind a dialog: a step of a login has few, a whole page has many. */
  readonly controls: number;
  /** The first of these links and buttons, without those that are disabled. */
  readonly ways: readonly PageWay[];
  /** HTTP status of the document; absent when it is not known. */
  readonly status?: number;
  /** Best login form that is not behind a dialog; absent when there is none. */
  readonly form?: LoginForm;
  /** Choices outside of the form: SSO, accounts, second factors, consent. Those behind a dialog are left out. */
  readonly choices: readonly LoginChoice[];
  /** Ref of a "Log in" control, when no form shows. */
  readonly trigger?: string;
  /** Refs of the controls that could lead to a login form, the most likely first, when no form shows. */
  readonly entrances: readonly string[];
  /** Control that is called like an account, on a page without a form, an entrance and a way out. */
  readonly accountWay?: string;
  /** True for a visible log-out control that is not behind a dialog. */
  readonly logout: boolean;
  readonly external?: ExternalAction;
  /** Open JavaScript dialog. The page is frozen: lines, form and choices are then empty. */
  readonly dialog?: { readonly type: string; readonly message: string };
  /** True while the page is a popup that the login page has opened. */
  readonly popup: boolean;
  /** False when the page was still changing or loading at the time limit. */
  readonly settled: boolean;
}
