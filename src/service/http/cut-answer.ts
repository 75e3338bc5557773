import type { ServerResponse } from "node:http";
import type { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import { pause } from "../../core/pause.ts";

/**
 * Time between the last bytes and the cut. What a client has received but not read when the connection ends is lost in
 * most HTTP libraries: without it how far a client comes would be a matter of chance, whatever the seed.
 */
const READ_MS = 25;

/**
 * Sends the beginning of a file and cuts the connection: an injected fault. Exactly these bytes have been handed to the
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
      for await (const chunk of left === 0 ? [] : (source as AsyncIterable<Uint8Array>)) {
        await write(raw, chunk.subarray(0, left));
        left -= chunk.length;
        if (left <= 0) break;
      }
    } catch {
      // It is cut here all the same.
    }
    await cut(raw);
  };
  void send();
  return reply;
}

/** Sends these bytes and cuts the connection. */
export async function sendAndCut(raw: ServerResponse, bytes: Uint8Array): Promise<void> {
  await write(raw, bytes).catch(() => {});
  await cut(raw);
}

async function cut(raw: ServerResponse): Promise<void> {
  if (!raw.destroyed) await pause(READ_MS);
  raw.destroy();
}

/** Resolves when the system has the bytes. Rejects when the connection is gone. */
function write(raw: ServerResponse, bytes: Uint8Array): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  raw.write(bytes, (error) => (error ? reject(error) : resolve()));
  return promise;
}
