import type { TypingTarget } from "./typing.ts";

export interface ScreenEvents {
  connected(): void;
  /** @param code close code of the WebSocket */
  disconnected(code: number, reason: string): void;
  /** A text was copied in the session. */
  copied(text: string): void;
}

/** Connection to the screen of a session, drawn into an element, which receives typed input. */
export interface ScreenClient extends TypingTarget {
  /** Answers the JavaScript dialog of the page; absent when the screen itself shows dialogs. */
  answerDialog?(accept: boolean, text?: string): void;
}
