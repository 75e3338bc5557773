import { createServer, request as httpRequest } from "node:http";
import { connect, type Socket } from "node:net";
import { onLoopback } from "./loopback.ts";

export interface ProxyServer {
  /** `http://127.0.0.1:PORT`. */
  url: string;
  /** Requests it received: `CONNECT api.test:443`, `GET http://api.test/browsers`. */
  asked: string[];
}

/**
 * A real forward proxy on loopback, for CONNECT and for plain requests. It alone knows the names: `hosts` maps
 * `name:port` to a port of this machine; any other answers 502, and a request without `credentials` 407.
 */
export async function proxyServer(hosts: Record<string, number>, credentials?: string): Promise<ProxyServer> {
  const asked: string[] = [];
  const onwards = new Set<Socket>();
  const wanted = credentials && `Basic ${Buffer.from(credentials).toString("base64")}`;
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    const url = URL.parse(request.url ?? "");
    const port = hosts[`${url?.hostname}:${url?.port || 80}`];
    if (wanted && request.headers["proxy-authorization"] !== wanted) {
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
    request.pipe(onward);
  });
  server.on("connect", (request, socket: Socket, head) => {
    asked.push(`CONNECT ${request.url}`);
    const port = hosts[request.url ?? ""];
    if (wanted && request.headers["proxy-authorization"] !== wanted) {
      socket.end("HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n");
      return;
    }
    if (port === undefined) {
      socket.end("HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n");
      return;
    }
    const onward = connect(port, "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 Connection Established\r\n\r\n");
      onward.write(head);
      onward.pipe(socket).pipe(onward);
    });
    onwards.add(onward);
    onward.on("error", () => socket.destroy());
    socket.on("error", () => onward.destroy());
  });
  const { url } = await onLoopback(server, {
    finish: () => {
      for (const socket of onwards) socket.destroy();
    },
  });
  return { url, asked };
}
