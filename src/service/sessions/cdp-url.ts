import { cdpToken } from "./cdp-token.ts";

/** Parts of the CDP addresses of a service. */
export interface CdpAddress {
  /** Key of the tokens. */
  readonly cdpSecret: string;
  /** The port the service listens on; 0 until it does. */
  readonly port: () => number;
}

/** The address of a session's CDP WebSocket, with its token (contract 2.3 `cdp_ws_url`). */
export function cdpUrl({ cdpSecret, port }: CdpAddress, sessionId: string): string {
  return `ws://127.0.0.1:${port()}/browsers/${sessionId}/cdp?jwt=${cdpToken(cdpSecret, sessionId)}`;
}
