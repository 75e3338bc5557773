import { readFile } from "node:fs/promises";
import { createServer } from "node:https";
import { join } from "node:path";
import { onLoopback } from "./loopback.ts";

/** The pairs of `test/support/servers/certs`; `trusted` and `unknown` are for localhost and 127.0.0.1, `trusted` also for *.localhost. */
export type PairName = "trusted" | "unknown" | "expired" | "elsewhere";

/** The certificate's file: each is its own authority. */
export function certificate(name: PairName): string {
  return join(import.meta.dirname, "certs", `${name}.crt`);
}

export interface TlsServer {
  /** `https://localhost:PORT`. */
  url: string;
  port: number;
  /** The authorization header of each request that arrived. */
  tokens: (string | undefined)[];
  /** Errors of connections that did not get to a request. */
  broken: string[];
}

/** A real HTTPS server on loopback that answers every request with `json`, or sends it on to `location`. */
export async function tlsServer(name: PairName, json: unknown, location?: string): Promise<TlsServer> {
  const [cert, key] = await Promise.all([
    readFile(certificate(name)),
    readFile(certificate(name).replace(/crt$/, "key")),
  ]);
  const tokens: (string | undefined)[] = [];
  const server = createServer({ cert, key }, (request, response) => {
    tokens.push(request.headers.authorization);
    if (location !== undefined) response.writeHead(307, { location }).end();
    else response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(json));
  });
  const broken: string[] = [];
  server.on("tlsClientError", (error) => void broken.push(String(error)));
  const { url, port } = await onLoopback(server, { scheme: "https" });
  return { url, port, tokens, broken };
}
