import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import { type WebSocket, WebSocketServer } from "ws";
import { ApiError, badRequest } from "../api-error.ts";
import { background, errorOwner, ownEmitter, ownedBy } from "../error-owner.ts";
import type { Foundation } from "../foundation.ts";
import { checkRequest, type OriginRule, originForm } from "../http/guards.ts";
import { endRaw, rawErrorResponse } from "../http/raw-response.ts";
import { driverAnswer } from "./driver-errors.ts";

/** WebSocket route of the service. */
export interface UpgradeRoute {
  /** Path with the id of a session as its first group. */
  readonly path: RegExp;
  /** Pages that may connect. */
  readonly origin: OriginRule;
  /** Maximum size of a client's message, in bytes. */
  readonly messageLimit: number;
  /** Checks a request and returns the function that serves its client; throws to reject it. */
  readonly accept: (sessionId: string, request: IncomingMessage) => (client: WebSocket) => unknown;
}

type Logging = Pick<Foundation, "version" | "port" | "log">;

/**
 * Serves WebSockets. A rejected upgrade gets an HTTP response with the API's error body. Returns a function that closes
 * them and all their clients.
 */
export function attachUpgrades(server: Server, context: Logging, routes: readonly UpgradeRoute[]): () => void {
  const served = routes.map((route) => ({ ...route, sockets: socketServer(route, context.version) }));
  const onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    socket.on("error", () => socket.destroy());
    const path = request.url?.split("?", 1)[0];
    const owner = errorOwner({
      log: (line) => context.log.error({ path }, line),
      what: "the connection",
      end: () => socket.destroy(),
    });
    ownEmitter(socket, owner);
    try {
      const target = request.url ?? "/";
      const [asked = "/"] = originForm(target).split("?", 1);
      const route = served.find((each) => each.path.test(asked));
      checkRequest(request, target, context.port(), route?.origin);
      if (!route) throw new ApiError(404, "not_found", "there is no WebSocket at this path");
      const serve = route.accept(route.path.exec(asked)?.[1] ?? "", request);
      route.sockets.handleUpgrade(request, socket, head, (client) => {
        ownEmitter(client, owner);
        ownedBy(owner, () => background(() => serve(client)));
      });
    } catch (error) {
      const known = error instanceof ApiError ? error : driverAnswer(error);
      if (!known) context.log.error({ err: error }, "error in a WebSocket upgrade");
      const answer = known ?? new ApiError(500, "internal_error", "the local service failed");
      context.log.info({ method: "GET", path, status: answer.status }, `GET ${path} ${answer.status} (upgrade)`);
      endRaw(socket, rawErrorResponse(answer, context.version));
    }
  };
  server.on("upgrade", onUpgrade);
  return () => {
    server.off("upgrade", onUpgrade);
    for (const { sockets } of served) {
      for (const client of sockets.clients) client.terminate();
      sockets.close();
    }
  };
}

function socketServer({ messageLimit }: UpgradeRoute, version: string): WebSocketServer {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: messageLimit, perMessageDeflate: false });
  sockets.on("headers", (headers) => headers.push(`X-Browserctl-Local: ${version}`));
  sockets.on("wsClientError", (error, socket) => {
    const refusal = badRequest(`the WebSocket handshake is not valid: ${error.message}`);
    endRaw(socket, rawErrorResponse(refusal, version, { "Sec-WebSocket-Version": "13, 8" }));
  });
  return sockets;
}

/** Query parameter of a request. */
export function queryOf({ url = "/" }: IncomingMessage, name: string): string | null {
  return new URLSearchParams(url.split("?")[1]).get(name);
}
