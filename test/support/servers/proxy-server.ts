import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { type AddressInfo, connect, type Socket } from "node:net";
import { onTestFinished } from "vitest";
import { certificate, type PairName } from "./tls-server.ts";

export interface ProxyServer {
  /** `http://127.0.0.1:PORT`. */
  url: string;
  port: number;
  /** Requests it received: `CONNECT api.test:443`, `GET http://api.test/browsers`. */
  asked: string[];
}

export interface ProxyServerOptions {
  /** Maps `name:port` to a port of this machine; any other answers 502. */
  hosts: Record<string, number>;
  /** `user:password`; a request without them answers 407. */
  credentials?: string | undefined;
  /** Speaks TLS with this certificate. */
  tls?: PairName;
}

export interface StartedProxy extends ProxyServer {
  /** Takes requests and never answers them while it is true. */
  silent: boolean;
  /** Cuts every connection through it. */
  cut(): void;
  stop(): Promise<void>;
}

/** A real forward proxy on loopback for one test, for CONNECT and for plain requests. */
export async function proxyServer(hosts: Record<string, number>, credentials?: string): Promise<ProxyServer> {
  const proxy = await startProxy({ hosts, credentials });
  onTestFinished(() => proxy.stop());
  return proxy;
}

/** A real forward proxy on loopback until it is stopped. It alone knows the names of its hosts. */
export async function startProxy({ hosts, credentials, tls }: ProxyServerOptions): Promise<StartedProxy> {
  const asked: string[] = [];
  const sockets = new Set<Socket>();
  const held = (socket: Socket): Socket => {
    sockets.add(socket);
    socket.on("error", () => {});
    return socket.once("close", () => sockets.delete(socket));
  };
  const wanted = credentials && `Basic ${Buffer.from(credentials).toString("base64")}`;
  const allows = ({ headers }: IncomingMessage): boolean => !wanted || headers["proxy-authorization"] === wanted;
  const forward = (request: IncomingMessage, response: ServerResponse): void => {
    asked.push(`${request.method} ${request.url}`);
    const url = URL.parse(request.url ?? "");
    const port = hosts[`${url?.hostname}:${url?.port || 80}`];
    if (proxy.silent) return;
    if (!allows(request)) {
      response.writeHead(407).end();
      return;
    }
    if (!url || port === undefined) {
      response.writeHead(502).end();
      return;
    }
    const { "proxy-authorization": _, "proxy-connection": __, ...headers } = request.headers;
    const onward = httpRequest(
      { host: "127.0.0.1", port, method: request.method, path: `${url.pathname}${url.search}`, headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      },
    );
    onward.on("error", () => response.destroy());
    onward.on("socket", held);
    request.pipe(onward);
  };
  const server = tls ? createTlsServer(await keyPair(tls), forward) : createServer(forward);
  server.on(tls ? "secureConnection" : "connection", held);
  server.on("tlsClientError", () => {});
  server.on("connect", (request: IncomingMessage, socket: Socket, head: Buffer) => {
    asked.push(`CONNECT ${request.url}`);
    const port = hosts[request.url ?? ""];
    if (proxy.silent) return;
    if (!allows(request)) {
      socket.end("HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n");
      return;
    }
    if (port === undefined) {
      socket.end("HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n");
      return;
    }
    const onward = held(
      connect(port, "127.0.0.1", () => {
        socket.write("HTTP/1.1 200 Connection Established\r\n\r\n");
        onward.write(head);
        onward.pipe(socket).pipe(onward);
      }),
    );
    onward.on("error", () => socket.destroy());
    socket.on("error", () => onward.destroy());
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  const stop = async (): Promise<void> => {
    if (!server.listening) return;
    const closed = once(server, "close");
    server.close();
    cut();
    await closed;
  };
  const proxy = { url: `${tls ? "https" : "http"}://127.0.0.1:${port}`, port, asked, silent: false, cut, stop };
  return proxy;
}

async function keyPair(name: PairName): Promise<{ cert: Buffer; key: Buffer }> {
  const path = certificate(name);
  const [cert, key] = await Promise.all([readFile(path), readFile(path.replace(/crt$/, "key"))]);
  return { cert, key };
}
