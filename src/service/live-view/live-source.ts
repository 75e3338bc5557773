import type { Socket } from "node:net";
import type { Session } from "../sessions/session.ts";

/** Private display of a session, as viewers need it. */
export interface LiveSource {
  /** Opens a connection to the display's RFB socket, which asks for no password. */
  connect(): Promise<Socket>;
  /** Types text of any script where the focus is, in turn with other input of the session. */
  type(text: string, signal: AbortSignal): Promise<unknown>;
}

/** Display of a session; undefined for a session without one. */
export function displaySource({ screen: { display, input } }: Session): LiveSource | undefined {
  if (!display) return undefined;
  return {
    connect: () => display.connect(),
    type: (text, signal) => input.act("type_text", { text }, signal),
  };
}
