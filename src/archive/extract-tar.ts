import { type Extracted, extractEntries } from "./extract-entries.ts";
import { readTar, type TarLimits } from "./read-tar.ts";

export interface ExtractTarOptions {
  readonly limits?: TarLimits;
  readonly signal?: AbortSignal;
}

/** Unpacks a tar archive as {@link extractEntries} says. Throws {@link ArchiveError} as {@link readTar} does. */
export async function extractTar(
  source: AsyncIterable<Uint8Array>,
  into: string,
  { limits, signal }: ExtractTarOptions = {},
): Promise<Extracted> {
  return extractEntries(readTar(source, limits), into, signal);
}
