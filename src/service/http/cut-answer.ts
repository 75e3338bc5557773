import type { ServerResponse } from "node:http";
import type { Readable } from "node:stream";
import type { FastifyReply } from "fastify";

/**
 * Sends the beginning of a file and cuts the connection: a fault on purpose. Exactly these bytes have been handed to the
 * system by then; where the file has no more, all of them, and still no end that a client could take for one.
 */
export function sendBeginning(reply: FastifyReply, source: Readable, bytes: number): FastifyReply {
  const { raw } = reply;
  reply.hijack();
  raw.writeHead(reply.statusCode, reply.getHeaders() as Record<string, string>);
  raw.flushHeaders();
  // Ends the reading of a client that goes away first.
  raw.once("close", () => source.destroy());
  const send = async (): Promise<void> => {
    let left = bytes;
    try {
      if (left === 0) return;
      for await (const chunk of source as AsyncIterable<Uint8Array>) {
        await write(raw, chunk.subarray(0, left));
        left -= chunk.length;
        if (left <= 0) return;
      }
    } catch {
      // It is cut here all the same.
    } finally {
      raw.destroy();
    }
  };
  void send();
  return reply;
}

/** Resolves when the system has the bytes. Rejects when the connection is gone. */
export function write(raw: ServerResponse, bytes: Uint8Array): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  raw.write(bytes, (error) => (error ? reject(error) : resolve()));
  return promise;
}
