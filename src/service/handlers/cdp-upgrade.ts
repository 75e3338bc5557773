import { attachCdpClient } from "../chromium/mux.ts";
import { requireCdpSession } from "../sessions/cdp-address.ts";
import type { SessionNeeds } from "./session-records.ts";
import { queryOf, type UpgradeRoute } from "./upgrades.ts";

/** Maximum size of a CDP client's message, in bytes; Playwright sends scripts and files in one. assumed: 256 MiB. */
const MAX_MESSAGE = 256 * 2 ** 20;

/** CDP WebSocket of every session, `/browsers/<id>/cdp?jwt=<token>` (contract 2.3 `cdp_ws_url`). */
export function cdpUpgrade(context: SessionNeeds): UpgradeRoute {
  return {
    path: /^\/browsers\/([^/]+)\/cdp\/?$/,
    origin: "none",
    messageLimit: MAX_MESSAGE,
    accept: (id, request) => {
      const { session, place } = requireCdpSession(context, id, queryOf(request, "jwt"));
      return async (client) => {
        // No command is lost during a restart: unread commands stay in the client's socket.
        client.pause();
        await session.browserReplaced();
        // The page comes to the front before the client opens others.
        await session.screen.settled;
        if (client.readyState !== client.OPEN) return;
        context.log.info({ session: session.id }, "a CDP client connected");
        // A REPL stays connected while no code runs, which must not keep the session.
        const disconnect = place === "repl" ? () => {} : session.connectCdpClient();
        attachCdpClient(session.chromium.connection, client, {
          // A client inside the session reads its downloads there, and must not name directories of this machine.
          ...(place === "anywhere" && { downloads: session.clientDownloads.client() }),
          signal: session.releaseSignal,
          onClose: () => {
            disconnect();
            context.log.info({ session: session.id }, "a CDP client disconnected");
          },
        });
      };
    },
  };
}
