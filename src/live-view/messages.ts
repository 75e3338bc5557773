/** Close codes of a viewer's WebSocket, from the range for applications. */
export const LIVE_CLOSE = {
  /** The client sent something that is not part of the protocol. */
  malformed: 4400,
  /** The session has ended. */
  ended: 4410,
  /** The connection to the session's display or browser broke; the page connects again. */
  displayLost: 4503,
} as const;

/** Maximum length of a text that a viewer types at once, in UTF-16 units. */
export const TEXT_LIMIT = 100_000;
/** Maximum length of a text for the session's clipboard, in UTF-16 units. */
export const CLIPBOARD_LIMIT = 2 ** 20;

/** Protocol of a live view: RFB for a display, or the cast of a browser without a window. */
export type LiveClient = "rfb" | "cast";

/** Message of a viewer: text that its keyboard layout, an input method or a clipboard gave, to be typed. */
export interface TextMessage {
  readonly type: "text";
  readonly text: string;
}

/** Text message to a viewer of a display; a binary message is part of RFB, which has no word for it. */
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
  /** Makes a text the clipboard of the session. */
  | { readonly type: "clipboard"; readonly text: string }
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
