import type { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";

/**
 * Pipes a source through a transform. The iteration throws the errors of both and closes both. (With `Readable.compose`,
 * an error of the transform at the end of its source is unhandled, which ends the process.)
 */
export async function* through(source: AsyncIterable<Uint8Array>, transform: Transform): AsyncGenerator<Uint8Array> {
  const fed = pipeline(source, transform);
  fed.catch(() => {});
  try {
    yield* transform as AsyncIterable<Uint8Array>;
    await fed;
  } finally {
    transform.destroy();
  }
}
