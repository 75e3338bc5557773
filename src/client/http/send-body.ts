import type { ClientRequest } from "node:http";
import { CliError } from "../../core/errors.ts";

/**
 * Sends a streamed body with backpressure, and ends the request. Stops when the request ends first. Throws the error of
 * the body, and exit 10 when its length differs from the request's `Content-Length`.
 *
 * @param onProgress called for each chunk that was sent.
 */
export async function sendBody(
  request: ClientRequest,
  chunks: AsyncIterable<Uint8Array>,
  onProgress: () => void,
): Promise<void> {
  const announced = request.getHeader("content-length");
  let left = announced === undefined ? Number.POSITIVE_INFINITY : Number(announced);
  for await (const chunk of chunks) {
    // An early response is read before more is sent: the server may close the connection, and then the next write fails.
    await new Promise(setImmediate);
    if (request.destroyed) return;
    left -= chunk.length;
    // One byte too many would be taken for the beginning of the next request.
    if (left < 0) throw otherLength();
    if (!request.write(chunk)) await drained(request);
    onProgress();
  }
  if (left > 0 && announced !== undefined) throw otherLength();
  request.end();
}

/** Waits until the connection accepts more, or is closed. */
function drained(request: ClientRequest): Promise<void> {
  return new Promise((resolve) => {
    const settle = (): void => {
      request.off("drain", settle).off("close", settle);
      resolve();
    };
    request.on("drain", settle).on("close", settle);
  });
}

function otherLength(): CliError {
  return new CliError("local-file", "the file changed while it was sent: its length differs from the announced one");
}
