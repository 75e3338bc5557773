import type { ServiceContext } from "../service-context.ts";
import { cdpToken } from "./cdp-token.ts";

/** The address of a session's CDP WebSocket, with its token (contract 2.3 `cdp_ws_url`). */
export function cdpUrl(context: Pick<ServiceContext, "port" | "cdpSecret">, sessionId: string): string {
  return `ws://127.0.0.1:${context.port()}/browsers/${sessionId}/cdp?jwt=${cdpToken(context.cdpSecret, sessionId)}`;
}
