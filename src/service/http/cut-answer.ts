import type { ServerResponse } from "node:http";
import type { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import { pause } from "../../core/pause.ts";
import { background } from "../error-owner.ts";

/**
 * Time between the last bytes and the cut. Most HTTP libraries drop bytes that were received but not yet read when the
 * connection ends. Without this pause the number of bytes a client sees would be random, whatever the seed.
 */
const READ_MS = 25;

/**
 * Sends the first `bytes` bytes of a file, then cuts the connection: an injected fault. By then the system has taken
 * exactly these bytes, or the whole file when it is shorter. The response never ends in order.
 */
export function sendBeginning(reply: FastifyReply, source: Readable, bytes: number): FastifyReply {
  const { raw } = reply;
  reply.hijack();
  raw.writeHead(reply.statusCode, reply.getHeaders() as Record<string, string>);
  raw.flushHeaders();
  // Stops reading the file when the client disconnects first.
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
      // The connection is cut in any case.
    }
    await cut(raw);
  };
  background(send());
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

/** Resolves when the system has taken the bytes. Rejects when the connection is gone. */
function write(raw: ServerResponse, bytes: Uint8Array): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  raw.write(bytes, (error) => (error ? reject(error) : resolve()));
  return promise;
}
