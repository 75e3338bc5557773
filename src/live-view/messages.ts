/** Close codes of a viewer's WebSocket; all but the first from the range for applications. */
export const LIVE_CLOSE = {
  /** The client sent a message larger than {@link MAX_MESSAGE}. */
  tooLarge: 1009,
  /** The client sent something that is not part of the protocol. */
  malformed: 4400,
  /** The API key that the view was opened with was deleted or has expired, or its invocation has ended. */
  revoked: 4403,
  /** The session has ended. */
  ended: 4410,
  /** The session does not keep up with the input of this view, or has too many views. */
  busy: 4429,
  /** The connection to the session's display or browser broke; the page connects again. */
  displayLost: 4503,
} as const;

/** Maximum size of a message of a viewer, in bytes. Longer texts are sent in pieces. */
export const MAX_MESSAGE = 64 * 2 ** 10;
/** Maximum length of the text in one message, in UTF-16 units. In JSON each is at most 6 bytes. */
export const MAX_TEXT = 8_192;
/** Maximum length of a text that a person types at once, in UTF-16 units; more is pasted. */
export const MAX_TYPED = 100_000;
/** Maximum size of a text for the session's clipboard, in bytes of UTF-8. */
export const MAX_CLIPBOARD = 2 ** 20;

/** Protocol of a live view: RFB for a display, or the cast of a browser without a window. */
export type LiveClient = "rfb" | "cast";

/** Message of a viewer: text to type, from a keyboard layout, an input method or a clipboard. */
export interface TextMessage {
  readonly type: "text";
  readonly text: string;
}

/** Text message to a viewer of a display, for facts that RFB cannot express; a binary message is part of RFB. */
export interface DisplayNotice {
  readonly type: "pointer";
  readonly hidden: boolean;
}

/** Point of the viewport, in CSS pixels. */
interface At {
  readonly x: number;
  readonly y: number;
}

export type CastButton = "left" | "middle" | "right" | "back" | "forward";

/** Message of a viewer of a cast. */
export type CastMessage =
  | TextMessage
  /** The last picture was drawn. */
  | { readonly type: "drawn" }
  /** A key with the modifiers that are held, such as `Ctrl+Shift+t`. */
  | { readonly type: "key"; readonly keys: string }
  | ({ readonly type: "move" } & At)
  /** A click without a movement; `count` is 2 for the second click of a double click. */
  | ({ readonly type: "click"; readonly button: CastButton; readonly count: number } & At)
  /** A press that a movement follows. */
  | ({ readonly type: "press"; readonly button: CastButton } & At)
  | ({ readonly type: "release"; readonly button: CastButton } & At)
  /** A turn of the wheel, in CSS pixels. */
  | ({ readonly type: "wheel"; readonly deltaX: number; readonly deltaY: number } & At)
  /** Sets the clipboard of the session. All parts of a long text but the last one have `more`. */
  | { readonly type: "clipboard"; readonly text: string; readonly more?: boolean }
  | { readonly type: "answer"; readonly accept: boolean; readonly text?: string };

/** JavaScript dialog of the shown page. */
export interface CastDialog {
  readonly type: string;
  readonly message: string;
  readonly defaultPrompt: string;
}

/** Text message to a viewer of a cast; a binary message is a picture, a JPEG. */
export type CastNotice =
  /** Size of the viewport in CSS pixels, before a picture of another size than the last. */
  | { readonly type: "size"; readonly width: number; readonly height: number }
  | { readonly type: "dialog"; readonly dialog: CastDialog | null }
  /** A text was copied in the session. */
  | { readonly type: "copied"; readonly text: string };
