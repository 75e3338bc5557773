import type { Socket } from "node:net";
import type { DisplayNotice } from "../../live-view/messages.ts";
import type { LiveSource } from "./live-source.ts";
import { bridgeRfb } from "./rfb-bridge.ts";

/** Private display of a session, as seen by viewers. */
export interface RfbDisplay {
  /** Opens a connection to the display's RFB socket, which needs no password. */
  connect(): Promise<Socket>;
  /** Types text of any script at the focus, serialized with other input of the session. */
  type(text: string, signal: AbortSignal): Promise<unknown>;
  /** Calls a listener when the pointer is hidden or shown, until the returned function is called. */
  followPointer?(listener: (hidden: boolean) => void): () => void;
}

/** Display whose RFB messages are passed on to each viewer. */
export function rfbSource(display: RfbDisplay): LiveSource {
  return {
    client: "rfb",
    serve: async (viewer, { readOnly, signal, stallMs }) => {
      const socket = await display.connect();
      bridgeRfb(viewer, socket, { readOnly, stallMs, type: (text) => display.type(text, signal) });
      const notify = (hidden: boolean): void => {
        viewer.send(JSON.stringify({ type: "pointer", hidden } satisfies DisplayNotice));
      };
      const stop = display.followPointer?.(notify);
      if (viewer.readyState === viewer.CLOSED) stop?.();
      else if (stop) viewer.once("close", stop);
    },
  };
}
