import type { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import parseRange from "range-parser";
import { ApiError } from "../api-error.ts";
import type { Faults } from "../faults.ts";
import { sendBeginning } from "./cut-answer.ts";

/** Bytes from `start` to `end`, both included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

export interface FileAnswerOptions {
  /** Makes the bytes, or a range of them where size and tag are known. Called once. */
  open: (range?: ByteRange) => Readable | Promise<Readable>;
  /** Bytes in all; unknown while they are made on the way. */
  size?: number;
  /** Strong entity tag without quotes; with `size` it lets clients go on where they stopped. */
  tag?: string;
  /** The operation's own when omitted. */
  contentType?: string;
  /** The name offered to whoever saves it. */
  filename?: string;
  /** Lets go of what was opened ahead, such as a file handle; called once the answer is over, or never began. */
  release?: () => void | Promise<void>;
}

/** A file as a handler answers with it; {@link noData} is none yet. */
export class FileAnswer {
  readonly options: FileAnswerOptions;
  constructor(options: FileAnswerOptions) {
    this.options = options;
  }
}

/** The answer 202 without a body: there is nothing yet (contract 0.7). */
export const noData = Symbol("no data");

/**
 * Sends a file: whole, or the one range that was asked for and still fits its tag (206), 416 for a range outside of it.
 * A stream that fails after the first byte cuts the connection, so that no client takes a part for the whole.
 */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: FileAnswer,
  contentType: string,
  faults: Faults,
): Promise<FastifyReply> {
  const { size, tag, filename, open, release } = answer.options;
  reply.raw.once("close", () => void release?.());
  reply.header("Content-Type", answer.options.contentType ?? contentType).header("Cache-Control", "no-store");
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
 * Takes back the headers of a file whose stream failed before its first byte, so that the reply can carry an error.
 * Fastify sets them on the raw response when it begins to pipe, where they would outlive the reply's own.
 */
export function withoutFileHeaders(reply: FastifyReply): FastifyReply {
  for (const name of reply.raw.getHeaderNames()) reply.raw.removeHeader(name);
  for (const name of ["accept-ranges", "content-disposition", "content-range", "etag"]) reply.removeHeader(name);
  return reply;
}

/** The range to send; the whole file where there is none, or several, or the file has changed (RFC 9110, 13.1.5 and 14.2). */
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

/** Where a cut may be in what has no length that is known yet. */
const UNKNOWN_LENGTH = 65_536;

/** Sends them all, or what the fault `cut-download` leaves of them: half, or as much as it draws. */
function sendBytes(reply: FastifyReply, stream: Readable, length: number | undefined, faults: Faults): FastifyReply {
  const cut = faults.strike("cut-download");
  if (!cut) return reply.send(stream);
  const last = (length ?? UNKNOWN_LENGTH) - 1;
  // A part, neither none nor all of it: of one byte that is none.
  return sendBeginning(reply, stream, last === 0 ? 0 : 1 + Math.floor(last * cut.at));
}
