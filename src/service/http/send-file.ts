import type { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import parseRange from "range-parser";
import { ApiError } from "../api-error.ts";
import { background } from "../error-owner.ts";
import type { Faults } from "../faults.ts";
import { ClientGoneError, onResponseClose } from "./client-gone.ts";
import { sendBeginning } from "./cut-answer.ts";

/** Bytes from `start` to `end`, both inclusive. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

export interface FileAnswerOptions {
  /** Opens the stream of the file, or of a range of it when size and tag are known. Called once. */
  open: (range?: ByteRange) => Readable | Promise<Readable>;
  /** Size in bytes; unknown for content that is generated while it is sent. */
  size?: number;
  /** Strong entity tag without quotes; together with `size` it allows clients to resume a download. */
  tag?: string;
  /** Content type; the operation's when omitted. */
  contentType?: string;
  /** Headers of the answer beside those of a file. */
  headers?: Readonly<Record<string, string>>;
  /** Suggested file name. */
  filename?: string;
  /** Releases resources such as a file handle; called when the response ends, even when it never started. */
  release?: () => void | Promise<void>;
}

/** File response of a handler; {@link noData} when there is no file yet. */
export class FileAnswer {
  readonly options: FileAnswerOptions;
  constructor(options: FileAnswerOptions) {
    this.options = options;
  }
}

/** Response 202 without a body: there is no file yet (contract 0.7). */
export const noData = Symbol("no data");

/**
 * Sends a whole file, or the requested range when its tag still matches (206). Throws 416 for a range outside the file,
 * and a {@link ClientGoneError} for a client that has gone away.
 * A stream that fails after the first byte cuts the connection, so that no client mistakes a part for the whole file.
 */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: FileAnswer,
  contentType: string,
  faults: Faults,
): Promise<FastifyReply> {
  const { size, tag, filename, headers = {}, open, release } = answer.options;
  onResponseClose(reply.raw, () => background(() => release?.()));
  if (reply.raw.destroyed) throw new ClientGoneError();
  reply.header("Content-Type", answer.options.contentType ?? contentType).header("Cache-Control", "no-store");
  reply.headers(headers);
  if (filename !== undefined) reply.header("Content-Disposition", `attachment; filename="${filename}"`);
  if (size === undefined) return sendBytes(reply, await open(), undefined, faults);
  let range: ByteRange | undefined;
  if (tag !== undefined) {
    reply.header("ETag", `"${tag}"`).header("Accept-Ranges", "bytes");
    range = wantedRange(request, size, tag);
  }
  const length = range ? range.end - range.start + 1 : size;
  if (range) reply.status(206).header("Content-Range", `bytes ${range.start}-${range.end}/${size}`);
  if (length === 0) return reply.send("");
  return sendBytes(reply.header("Content-Length", length), await open(range), length, faults);
}

/**
 * Removes the headers of a file whose stream failed before its first byte, so that the reply can carry an error.
 * Fastify sets them on the raw response when it starts piping; there they would survive a change of the reply's
 * headers.
 */
export function withoutFileHeaders(reply: FastifyReply): FastifyReply {
  for (const name of reply.raw.getHeaderNames()) reply.raw.removeHeader(name);
  for (const name of ["accept-ranges", "content-disposition", "content-range", "etag"]) reply.removeHeader(name);
  return reply;
}

/**
 * Range to send. Undefined, for the whole file, when the request has no range or several, or when the file has changed
 * (RFC 9110, 13.1.5 and 14.2).
 */
function wantedRange(request: FastifyRequest, size: number, tag: string): ByteRange | undefined {
  const { range, "if-range": ifRange } = request.headers;
  if (range === undefined || (ifRange !== undefined && ifRange !== `"${tag}"`)) return undefined;
  const ranges = parseRange(size, range);
  if (ranges === -2) return undefined;
  if (ranges === -1) {
    throw new ApiError(416, "range_not_satisfiable", `Range: "${range}" is outside of the file's ${size} bytes`, {
      headers: { "content-range": `bytes */${size}` },
    });
  }
  return ranges.type === "bytes" && ranges.length === 1 ? ranges[0] : undefined;
}

/** Length assumed for a cut in content of unknown length, in bytes. */
const UNKNOWN_LENGTH = 65_536;

/** Sends the stream; the fault `cut-download` cuts it at the drawn position. */
function sendBytes(reply: FastifyReply, stream: Readable, length: number | undefined, faults: Faults): FastifyReply {
  const cut = faults.strike("cut-download");
  if (!cut) return reply.send(stream);
  const last = (length ?? UNKNOWN_LENGTH) - 1;
  // At least one byte, and never the whole file; a file of one byte is cut before that byte.
  return sendBeginning(reply, stream, last === 0 ? 0 : 1 + Math.floor(last * cut.at));
}
