import { createServer, type Socket } from "node:net";
import { onLoopback } from "./loopback.ts";

export interface RawServer {
  url: URL;
  /** Connections that were made. */
  sockets: Socket[];
  /** First line of each request whose head has arrived. */
  requests: string[];
}

/** Answers one request: its head, the connection, and how many came before it. */
export type RawAnswer = (socket: Socket, head: string, before: number) => void;

/** A server that writes responses byte by byte as a test wants them, right or wrong. Bodies of requests are read over. */
export async function rawServer(answer: RawAnswer): Promise<RawServer> {
  const sockets: Socket[] = [];
  const requests: string[] = [];
  const server = createServer({ allowHalfOpen: false }, (socket) => {
    sockets.push(socket);
    let text = "";
    socket.on("data", (chunk) => {
      text += chunk.toString("latin1");
      for (let end = text.indexOf("\r\n\r\n"); end !== -1; end = text.indexOf("\r\n\r\n")) {
        const head = text.slice(0, end);
        text = text.slice(end + 4 + Number(/^content-length: (\d+)$/im.exec(head)?.[1] ?? 0));
        requests.push(head.split("\r\n")[0] ?? "");
        answer(socket, head, requests.length - 1);
      }
    });
  });
  const { url } = await onLoopback(server);
  return { url: new URL(`${url}/`), sockets, requests };
}

/** A whole response with a body of that text. */
export function response(text: string, more = ""): string {
  return `HTTP/1.1 200 OK\r\n${more}Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
}
