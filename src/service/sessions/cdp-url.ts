import { type CdpClientPlace, cdpToken } from "./cdp-token.ts";

/** Parts of a service's CDP addresses. */
export interface CdpAddress {
  /** Key of the tokens. */
  readonly cdpSecret: string;
  /** Port the service listens on; 0 before it listens. */
  readonly port: () => number;
}

/** Address of a session's CDP WebSocket, with its token (contract 2.3 `cdp_ws_url`). */
export function cdpUrl({ cdpSecret, port }: CdpAddress, sessionId: string, place?: CdpClientPlace): string {
  return `ws://127.0.0.1:${port()}/browsers/${sessionId}/cdp?jwt=${cdpToken(cdpSecret, sessionId, place)}`;
}
