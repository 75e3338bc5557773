import { BrowserError } from "../browser-error.ts";
import type { CdpSession } from "../cdp.ts";

/** Facts about a body from the head of its response. */
export interface BodyFacts {
  /** No body can follow: HEAD, 1xx, 204, 304. */
  empty: boolean;
  /** `Content-Length` in bytes, where it counts. */
  length: number | undefined;
  /** A `Content-Encoding` is undone by Chromium, so that `length` is not the length of what we get. */
  encoded: boolean;
}

/** Up to this size one answer holds the body, bytes; beyond it the body is read piece by piece. */
const SMALL_BODY = 256 * 1024;
const PIECE = 1024 * 1024;

export function bodyFacts(method: string, status: number, headers: Record<string, string[]>): BodyFacts {
  const length = headers["content-length"]?.[0];
  return {
    empty: method === "HEAD" || status < 200 || status === 204 || status === 304,
    length: length !== undefined && /^\d+$/.test(length) && !headers["transfer-encoding"] ? Number(length) : undefined,
    encoded: headers["content-encoding"]?.some((value) => !/^\s*(identity)?\s*$/i.test(value)) ?? false,
  };
}

/** The body ended before the length that the target had announced. */
export class ShortBodyError extends Error {
  override readonly name = "ShortBodyError";
}

/**
 * Reads the body of a response that is paused by `Fetch`, decoded from its `Content-Encoding`.
 *
 * Memory is bounded: a body that is larger than `limitBytes` bytes is a {@link BrowserError} `response-too-large`, and
 * no more of it is read. Throws {@link ShortBodyError} where fewer bytes came than `Content-Length` said. Chromium does
 * not tell how a body ended here, so a cut in a body without `Content-Length`, or within one that is compressed, stays
 * unseen.
 */
export async function readBody(session: CdpSession, requestId: string, facts: BodyFacts, limitBytes: number) {
  if (facts.empty) return Buffer.alloc(0);
  if (facts.length !== undefined && facts.length > limitBytes) throw tooLarge(limitBytes);
  const exact = facts.encoded ? undefined : facts.length;
  const small = exact !== undefined && exact <= SMALL_BODY;
  const body = small ? await readAtOnce(session, requestId) : await readInPieces(session, requestId, limitBytes);
  if (exact !== undefined && body.length < exact) throw new ShortBodyError();
  return body;
}

async function readAtOnce(session: CdpSession, requestId: string): Promise<Buffer> {
  const answer = await session.send("Fetch.getResponseBody", { requestId });
  return toBytes(answer.body, answer.base64Encoded);
}

async function readInPieces(session: CdpSession, requestId: string, limitBytes: number): Promise<Buffer> {
  const { stream } = await session.send("Fetch.takeResponseBodyAsStream", { requestId });
  const read = () => session.send("IO.read", { handle: stream, size: PIECE });
  const pieces: Buffer[] = [];
  let size = 0;
  // One read is always ahead; the one that is left over at the end does not matter.
  let ahead = read();
  try {
    for (;;) {
      const current = ahead;
      ahead = read();
      const piece = await current;
      const bytes = toBytes(piece.data, piece.base64Encoded ?? false);
      size += bytes.length;
      if (size > limitBytes) throw tooLarge(limitBytes);
      pieces.push(bytes);
      if (piece.eof) return Buffer.concat(pieces, size);
    }
  } finally {
    ahead.catch(() => {});
    session.send("IO.close", { handle: stream }).catch(() => {});
  }
}

function toBytes(data: string, base64: boolean): Buffer {
  return Buffer.from(data, base64 ? "base64" : "utf8");
}

/** assumed: the specification sets no limit of size (spec 8). */
function tooLarge(limitBytes: number): BrowserError {
  const message = `the response is larger than ${limitBytes} bytes, the most that can be returned; ask for a part of it with a Range header`;
  return new BrowserError("response-too-large", message);
}
