import { createServer, type IncomingMessage, request as send } from "node:http";
import { buffer } from "node:stream/consumers";
import { type Loopback, onLoopback } from "../../support/servers/loopback.ts";

/** A request on its way to the service. */
export interface Sent {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** An answer on its way back. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export type ChangedRequest = Sent | Reply | "close" | "hold";

/** One thing that a service does wrong. */
export interface Breakage {
  /** Changes a request, answers it itself, closes its connection, or never answers. */
  readonly request?: (sent: Sent) => ChangedRequest | Promise<ChangedRequest>;
  readonly reply?: (reply: Reply, sent: Sent) => Reply;
  /** Changes the text of a stream. */
  readonly stream?: (text: string) => string;
}

/** A server that passes requests on to a service and breaks one thing. */
export async function brokenService(target: string, breakage: Breakage): Promise<Loopback> {
  const server = createServer(async (incoming, outgoing) => {
    const sent = await sentOf(incoming);
    const changed = (await breakage.request?.(sent)) ?? sent;
    if (changed === "close") return void incoming.socket.destroy();
    if (changed === "hold") return;
    const answer = (reply: Reply): void => {
      outgoing.writeHead(reply.status, withLength(reply));
      outgoing.end(reply.body);
    };
    if ("status" in changed) return answer(changed);
    const { host } = new URL(target);
    const forwarded = send(target + changed.path, { method: changed.method, headers: { ...changed.headers, host } });
    forwarded.on("error", () => outgoing.destroy());
    outgoing.on("close", () => forwarded.destroy());
    forwarded.on("response", async (response) => {
      const headers = response.headers as Record<string, string>;
      const status = response.statusCode ?? 0;
      if (headers["content-type"]?.startsWith("text/event-stream")) {
        const { status: own, headers: ownHeaders } = breakage.reply?.({ status, headers, body: EMPTY }, sent) ?? {
          status,
          headers,
        };
        outgoing.writeHead(own, ownHeaders);
        for await (const chunk of response) {
          const piece = String(chunk);
          outgoing.write(breakage.stream?.(piece) ?? piece);
        }
        return void outgoing.end();
      }
      const reply = { status, headers, body: await buffer(response) };
      answer(breakage.reply?.(reply, sent) ?? reply);
    });
    forwarded.end(changed.body);
  });
  return await onLoopback(server);
}

const EMPTY = Buffer.alloc(0);

async function sentOf(incoming: IncomingMessage): Promise<Sent> {
  const { headers, method = "", url: path = "" } = incoming;
  // The length follows from the body, which may change.
  const { "content-length": _, "transfer-encoding": __, connection: ___, ...rest } = headers;
  return { method, path, headers: rest as Record<string, string>, body: await buffer(incoming) };
}

function withLength({ body, headers, status }: Reply): Record<string, string> {
  const { "content-length": _, "transfer-encoding": __, ...rest } = headers as Record<string, string>;
  return status === 204 ? rest : { ...rest, "content-length": String(body.length) };
}

/** Value of a JSON body. */
// biome-ignore lint/suspicious/noExplicitAny: the body of any operation
export function jsonOf({ body }: { readonly body: Buffer }): any {
  return JSON.parse(body.toString());
}

/** A reply with another JSON body. */
export function withJson(reply: Reply, value: unknown): Reply {
  return { ...reply, body: Buffer.from(JSON.stringify(value)) };
}

/** A reply of the service itself. */
export function jsonReply(status: number, value: unknown): Reply {
  const headers = { "content-type": "application/json; charset=utf-8", "x-browserctl-local": "0.1.0" };
  return withJson({ status, headers, body: EMPTY }, value);
}
