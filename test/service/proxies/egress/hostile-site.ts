import { createSocket, type Socket as UdpSocket } from "node:dgram";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { WebSocketServer } from "ws";

/**
 * Site that records who has reached it: each connection over TCP on both loopback addresses, and each datagram. It answers
 * everything, so that nothing but the session keeps a browser from it.
 */
export class HostileSite {
  readonly #servers: Server[] = [];
  readonly #sockets = new Set<Socket>();
  readonly #webSockets = new WebSocketServer({ noServer: true });
  #udp: UdpSocket | undefined;
  #port = 0;
  /** Connections and datagrams that have arrived. */
  readonly reached: string[] = [];

  get port(): number {
    return this.#port;
  }

  async open(): Promise<void> {
    this.#port = await this.#listen("127.0.0.1", 0);
    await this.#listen("::1", this.#port);
    this.#udp = createSocket("udp4").on("message", () => void this.reached.push("udp"));
    this.#udp.bind(this.#port, "127.0.0.1");
    await once(this.#udp, "listening");
  }

  async close(): Promise<void> {
    this.#udp?.close();
    for (const socket of this.#sockets) socket.destroy();
    await Promise.all(this.#servers.map((server) => new Promise((resolve) => server.close(resolve))));
  }

  async #listen(host: string, port: number): Promise<number> {
    const server = createServer(({ url = "" }, response) => {
      this.reached.push("http");
      const type = url.endsWith(".js") ? "text/javascript" : "text/html";
      response.writeHead(200, {
        "content-type": type,
        "access-control-allow-origin": "*",
        "cache-control": "no-store",
      });
      response.end(type === "text/javascript" ? "" : "<title>hostile</title>");
    });
    server.on("connection", (socket) => {
      this.reached.push("tcp");
      this.#sockets.add(socket);
      socket.on("error", () => {}).once("close", () => this.#sockets.delete(socket));
    });
    server.on("upgrade", (request, socket, head) => {
      this.reached.push("http");
      this.#webSockets.handleUpgrade(request, socket, head, () => {});
    });
    this.#servers.push(server);
    await once(server.listen(port, host), "listening");
    return (server.address() as AddressInfo).port;
  }
}

/** Site that a session may reach: pages, redirects (`?to=`), a service worker and endless responses. */
export class FriendlySite {
  readonly #server = createServer(({ url = "" }, response) => {
    const to = new URL(url, "http://x").searchParams.get("to");
    if (to !== null) return void response.writeHead(302, { location: to }).end();
    if (url === "/endless") {
      response.writeHead(200, { "cache-control": "no-store", "access-control-allow-origin": "*" }).write("first\n");
      return;
    }
    const script =
      "self.onmessage = (event) => event.waitUntil(fetch(event.data, { mode: 'no-cors' }).catch(() => {}).then(() => event.source.postMessage('done')));";
    const [type, body] =
      url === "/worker.js" ? ["text/javascript", script] : ["text/html", `<title>friendly ${url}</title>`];
    response.writeHead(200, { "content-type": type, "cache-control": "no-store" }).end(body);
  });
  readonly #webSockets = new WebSocketServer({ noServer: true });

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  async open(): Promise<void> {
    this.#server.on("upgrade", (request, socket, head) =>
      this.#webSockets.handleUpgrade(request, socket, head, (client) =>
        client.on("message", (data) => client.send(`echo ${data}`)),
      ),
    );
    await once(this.#server.listen(0, "127.0.0.1"), "listening");
  }

  async close(): Promise<void> {
    for (const client of this.#webSockets.clients) client.terminate();
    await new Promise((resolve) => {
      this.#server.close(resolve);
      this.#server.closeAllConnections();
    });
  }
}
