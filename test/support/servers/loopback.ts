import { once } from "node:events";
import type { AddressInfo, Server, Socket } from "node:net";
import { onTestFinished } from "vitest";

/** The token that leads a command to a server of these tests. */
export const token = "sk-test-0123456789abcdef";

export interface Loopback {
  /** Without a slash at the end. */
  url: string;
  port: number;
  /** The environment that leads a command here. */
  env: { BROWSERCTL_BASE_URL: string; BROWSERCTL_TOKEN: string };
}

export interface LoopbackOptions {
  /** Of the address; `https` is reached as localhost, for its certificate. */
  scheme?: "http" | "https";
  /** A free one when omitted. */
  port?: number;
  /** Runs first when the test has finished, to let go of what is held back. */
  finish?: () => void;
}

/** Base of all servers of these tests: on a free port of loopback, gone with every connection when the test has finished. */
export async function onLoopback(server: Server, options: LoopbackOptions = {}): Promise<Loopback> {
  const { scheme = "http", port: wanted = 0, finish } = options;
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
  });
  server.listen(wanted, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(async () => {
    finish?.();
    const closed = once(server, "close");
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  });
  const { port } = server.address() as AddressInfo;
  const url = `${scheme}://${scheme === "https" ? "localhost" : "127.0.0.1"}:${port}`;
  return { url, port, env: { BROWSERCTL_BASE_URL: url, BROWSERCTL_TOKEN: token } };
}
