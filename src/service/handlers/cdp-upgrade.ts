import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import { WebSocketServer } from "ws";
import { ApiError, badRequest } from "../api-error.ts";
import { attachCdpClient } from "../chromium/mux.ts";
import { checkRequest, originForm } from "../http/guards.ts";
import { rawErrorResponse } from "../http/raw-response.ts";
import { requireCdpSession } from "../sessions/cdp-access.ts";
import { driverAnswer } from "./driver-errors.ts";
import type { SessionNeeds } from "./session-needs.ts";

/** Maximum size of a CDP client's message, in bytes; Playwright sends scripts and files in one. assumed: 256 MiB. */
const MESSAGE_LIMIT = 256 * 2 ** 20;

/**
 * Serves the CDP WebSocket of every session, `/browsers/<id>/cdp?jwt=<token>` (contract 2.3 `cdp_ws_url`). A rejected
 * upgrade gets an HTTP response with the API's error body. Returns a function that closes it and all its clients.
 */
export function attachCdpUpgrade(server: Server, context: SessionNeeds): () => void {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MESSAGE_LIMIT, perMessageDeflate: false });
  sockets.on("headers", (headers) => headers.push(`X-Browserctl-Local: ${context.version}`));
  sockets.on("wsClientError", (error, socket) => {
    const refusal = badRequest(`the WebSocket handshake is not valid: ${error.message}`);
    socket.end(rawErrorResponse(refusal, context.version, { "Sec-WebSocket-Version": "13, 8" }));
  });
  const onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    socket.on("error", () => socket.destroy());
    try {
      const target = request.url ?? "/";
      checkRequest(request, target, context.port());
      const url = originForm(target);
      const match = /^\/browsers\/([^/?]+)\/cdp\/?(?:\?(.*))?$/.exec(url);
      if (!match) throw new ApiError(404, "not_found", "there is no WebSocket at this path");
      const session = requireCdpSession(context, match[1] ?? "", new URLSearchParams(match[2]).get("jwt"));
      sockets.handleUpgrade(request, socket, head, async (client) => {
        // No command is lost during a restart: commands stay in the client's socket.
        client.pause();
        await session.browserReplaced();
        if (client.readyState !== client.OPEN) return;
        context.log.info({ session: session.id }, "a CDP client connected");
        const disconnect = session.connectCdpClient();
        attachCdpClient(session.chromium.connection, client, {
          onClose: () => {
            disconnect();
            context.log.info({ session: session.id }, "a CDP client disconnected");
          },
        });
      });
    } catch (error) {
      const known = error instanceof ApiError ? error : driverAnswer(error);
      if (!known) context.log.error({ err: error }, "error in a WebSocket upgrade");
      const answer = known ?? new ApiError(500, "internal_error", "the local service failed");
      const path = request.url?.split("?", 1)[0];
      context.log.info({ method: "GET", path, status: answer.status }, `GET ${path} ${answer.status} (upgrade)`);
      socket.end(rawErrorResponse(answer, context.version));
    }
  };
  server.on("upgrade", onUpgrade);
  return () => {
    server.off("upgrade", onUpgrade);
    for (const client of sockets.clients) client.terminate();
    sockets.close();
  };
}
