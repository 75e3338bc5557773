/** Close codes of a viewer's WebSocket, from the range for applications. */
export const LIVE_CLOSE = {
  /** The client sent something that is not part of the protocol. */
  malformed: 4400,
  /** The session has ended. */
  ended: 4410,
  /** The connection to the session's display broke; the page connects again. */
  displayLost: 4503,
} as const;

/** Maximum length of a text that a viewer types at once, in UTF-16 units. */
export const TEXT_LIMIT = 100_000;

/** Message of a viewer: text that its keyboard layout, an input method or a clipboard gave, to be typed. */
export interface TextMessage {
  readonly type: "text";
  readonly text: string;
}
