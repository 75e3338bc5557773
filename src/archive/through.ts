import type { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";

/**
 * The bytes of a source after a transform. A failure of either is the iteration's own; both end with it. (With
 * `Readable.compose` what a transform fails with at the end of its source is heard by nobody, which ends the process.)
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
