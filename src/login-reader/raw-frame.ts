/** Option of a list. */
export interface FieldOption {
  readonly value: string;
  readonly label: string;
  /** Present for the option that the page has chosen. */
  readonly selected?: true;
}

/** Control of one frame as the reader finds it. Its texts are the page's: bounded in length, not yet cleaned. */
interface RawCommon {
  readonly tag: string;
  readonly type: string;
  readonly name: string;
  readonly id: string;
  readonly className: string;
  readonly role: string;
  readonly title: string;
  readonly ariaLabel: string;
  readonly disabled: boolean;
  /** True when a dialog makes it unreachable. */
  readonly behind: boolean;
  readonly inDialog: boolean;
  /** Address that it submits its form to; empty without a form. */
  readonly sendsTo: string;
  /** Index of its form or container in `groups`; -1 without one. */
  readonly group: number;
  readonly selector: string;
}

export interface RawField extends RawCommon {
  readonly field: true;
  readonly autocomplete: string;
  readonly inputMode: string;
  readonly pattern: string;
  readonly maxLength: number;
  readonly placeholder: string;
  readonly label: string;
  readonly described: string;
  /** Text of the element that `aria-errormessage` names. */
  readonly error: string;
  /** True for a field that the page itself marks as wrong. */
  readonly invalid: boolean;
  /** Line of text before it. */
  readonly before: string;
  readonly required: boolean;
  readonly readOnly: boolean;
  readonly filled: boolean;
  /** Options of a list that can be chosen; empty for another field. */
  readonly options: readonly FieldOption[];
}

export interface RawButton extends RawCommon {
  readonly field: false;
  /** Its text, block by block. */
  readonly texts: readonly string[];
  readonly href: string;
  readonly data: string;
  readonly checked: boolean;
}

export type RawControl = RawField | RawButton;

/** Form, or container of fields without a form with a button. */
export interface RawGroup {
  readonly form: boolean;
  readonly id: string;
  readonly name: string;
  readonly className: string;
  readonly role: string;
  readonly label: string;
  readonly action: string;
  /** Index of the group around it; -1 without one. */
  readonly inside: number;
}

/** Controls and visible text of one frame. */
export interface RawFrame {
  readonly url: string;
  readonly origin: string;
  readonly title: string;
  readonly language: string;
  readonly loading: boolean;
  /** True for a frame without a size. */
  readonly empty: boolean;
  readonly width: number;
  readonly height: number;
  readonly lines: readonly string[];
  /** Texts that the page announces at once, such as those of `role=alert`. */
  readonly alerts: readonly string[];
  readonly controls: readonly RawControl[];
  readonly groups: readonly RawGroup[];
  /** Number of elements that may have a closed shadow root. */
  readonly hosts: number;
}

/** Entry of a storage area of a frame's origin. */
export type StoredEntry = readonly [area: "local" | "session", key: string, value: string];
