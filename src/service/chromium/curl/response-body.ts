import { BrowserError } from "../browser-error.ts";
import type { CdpSession } from "../cdp.ts";

/** Properties of a body that follow from the response's headers. */
export interface BodyFacts {
  /** True for a response without a body: HEAD, 1xx, 204, 304. */
  empty: boolean;
  /** `Content-Length` in bytes; undefined where HTTP ignores it. */
  length: number | undefined;
  /** True when Chromium decodes a `Content-Encoding`, so that `length` is not the length of the decoded body. */
  encoded: boolean;
}

/** Maximum size of a body that is read with one command, in bytes; a larger body is read in chunks. */
const MAX_SMALL_BODY = 256 * 1024;
const PIECE = 1024 * 1024;

export function bodyFacts(method: string, status: number, headers: Record<string, string[]>): BodyFacts {
  const length = headers["content-length"]?.[0];
  return {
    empty: method === "HEAD" || status < 200 || status === 204 || status === 304,
    length: length !== undefined && /^\d+$/.test(length) && !headers["transfer-encoding"] ? Number(length) : undefined,
    encoded: headers["content-encoding"]?.some((value) => !/^(identity)?$/i.test(value.trim())) ?? false,
  };
}

/** Error for a body that is shorter than its `Content-Length`. */
export class ShortBodyError extends Error {
  override readonly name = "ShortBodyError";
}

/**
 * Reads the body of a response that is paused by `Fetch`, decoded from its `Content-Encoding`.
 *
 * Memory is bounded: a body of more than `limitBytes` bytes is a {@link BrowserError} `response-too-large`, and the
 * rest is not read. Throws {@link ShortBodyError} for fewer bytes than `Content-Length`. Chromium does not report here
 * how a body ended, so that truncation stays unnoticed in a body without `Content-Length` or with a `Content-Encoding`.
 */
export async function readBody(session: CdpSession, requestId: string, facts: BodyFacts, limitBytes: number) {
  if (facts.empty) return Buffer.alloc(0);
  if (facts.length !== undefined && facts.length > limitBytes) throw tooLarge(limitBytes);
  const exact = facts.encoded ? undefined : facts.length;
  const small = exact !== undefined && exact <= MAX_SMALL_BODY;
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
  // The next chunk is requested before the current one is used; the result of the last request is ignored.
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

/** Error for a body above the limit. assumed: the specification has no size limit (spec 8). */
function tooLarge(limitBytes: number): BrowserError {
  const message = `the response is larger than ${limitBytes} bytes, the most that can be returned; ask for a part of it with a Range header`;
  return new BrowserError("response-too-large", message);
}
