import type { AgentOptions } from "node:http";
import type { Duplex } from "node:stream";
import { connectLocal, type LocalListener } from "../../core/local-listener.ts";
import type { Route } from "./exchange.ts";

/**
 * Route to the local service. A connection is handed out only after the other end has proven to be that service, and
 * has the token of its run. A kept connection always leads to the same process.
 */
export function localRoute(listener: LocalListener, options: AgentOptions): Route {
  const http = process.getBuiltinModule("node:http");
  const agent = new http.Agent(options);
  const tokens = new WeakMap<Duplex, string>();
  agent.createConnection = ({ port, provingSignal }: Connection, callback) => {
    connectLocal(listener, Number(port), { signal: provingSignal }).then(
      ({ socket, token }) => {
        tokens.set(socket, token);
        callback?.(null, socket);
      },
      (error: Error) => callback?.(error, undefined as never),
    );
    return undefined;
  };
  return { request: http.request, agent, provenToken: (socket) => tokens.get(socket) };
}

/** Options of a connection: those of its request. */
type Connection = { readonly port?: unknown; readonly provingSignal?: AbortSignal };
