import type { WebSocket } from "ws";
import type { LiveClient } from "../../live-view/messages.ts";
import type { Session } from "../sessions/session.ts";
import { castSource } from "./cast-source.ts";
import { rfbSource } from "./rfb-source.ts";

export interface LiveOptions {
  readonly readOnly: boolean;
  /** Aborted when the session has ended. */
  readonly signal: AbortSignal;
  /** Time without progress after which a viewer that waits for the session is closed, in milliseconds. */
  readonly stallMs: number;
}

/** Screen of a session, as seen by viewers. */
export interface LiveSource {
  /** Protocol that viewers speak. */
  readonly client: LiveClient;
  /** Serves a viewer until it leaves or the screen is gone. Rejects when the screen accepts no viewer. */
  serve(viewer: WebSocket, options: LiveOptions): Promise<void>;
}

/** Screen of a session: its display, or the cast of a browser without a window. */
export function sessionSource({ screen }: Session): LiveSource {
  const { display, input } = screen;
  if (!display) return castSource(screen.cast, input);
  return rfbSource({
    connect: () => display.connect(),
    type: (text, signal) => input.act("type_text", { text }, signal),
    followPointer: (listener) => display.pointer.follow(listener),
  });
}
