/** Tag and type of a control, by which controls that could be the same one are found. */
export interface ControlShape {
  readonly tag: string;
  /** Type of an input, a button or a list; empty for other elements. */
  readonly type: string;
}

/**
 * Control in features that outlive a redraw of its page. Its texts are the page's: bounded in length, not yet cleaned. It
 * contains no content of a field.
 */
export interface DescribedControl extends ControlShape {
  readonly role: string;
  readonly name: string;
  readonly id: string;
  readonly autocomplete: string;
  readonly inputMode: string;
  readonly maxLength: number;
  /** Accessible name of a field, otherwise its placeholder, its title or the text before it. */
  readonly label: string;
  /** Text on a button or a link. */
  readonly text: string;
  /** Target of a link. */
  readonly href: string;
  /** Name, id and target of its form; empty without one. */
  readonly form: string;
  /** Position among the controls of its shape in its form or page, from 1, and their number. */
  readonly place: number;
  readonly of: number;
  /** Present for a field of which a person changes the text, and for a list of options. */
  readonly isField?: true;
  /**
   * Present for a key of a keypad on the page: its character, or an empty text when it cannot be read. Such a key has
   * neither text nor label nor position.
   */
  readonly key?: string;
}

/** Control of a page as a replay finds it. */
export interface CandidateControl extends DescribedControl {
  /** Index among the elements of the reading. */
  readonly index: number;
  readonly disabled: boolean;
  /** True when a dialog makes it unreachable. */
  readonly behind: boolean;
  readonly readOnly: boolean;
  readonly checked: boolean;
  /** Address that it submits its form to; empty without a form. */
  readonly sendsTo: string;
}

/** Something that was done on a page. */
export type RecordedAction =
  /** A field has another content. `text` is all of it; for a list, the label of its option. */
  | { readonly did: "fill"; readonly control: DescribedControl; readonly text: string }
  | { readonly did: "click"; readonly control: DescribedControl }
  /** A check box or a radio button was set. */
  | { readonly did: "check"; readonly control: DescribedControl; readonly checked: boolean }
  /** The Enter key was pressed in a field. */
  | { readonly did: "enter"; readonly control: DescribedControl }
  /** Something that no replay can repeat, such as keys that were pressed outside of a field. */
  | { readonly did: "other" };

/** Recorded action with the address of its frame. */
export type RecordedEvent = RecordedAction & {
  readonly url: string;
  readonly origin: string;
  readonly isMainFrame: boolean;
  /** Distinguishes the documents of one frame. */
  readonly document: number;
};

/** Message of a recorder in place of an event: an element was met that could have a closed shadow root. */
export const MET = "met";
