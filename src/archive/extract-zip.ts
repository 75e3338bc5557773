import { type Extracted, extractEntries } from "./extract-entries.ts";
import { readZip, type ZipLimits } from "./read-zip.ts";

export { defaultZipLimits, type ZipLimits } from "./read-zip.ts";

export interface ExtractZipOptions {
  readonly limits?: ZipLimits;
  readonly signal?: AbortSignal;
}

/** Unpacks a zip archive as {@link extractEntries} says. Throws {@link ArchiveError} as {@link readZip} does. */
export async function extractZip(
  path: string,
  into: string,
  { limits, signal }: ExtractZipOptions = {},
): Promise<Extracted> {
  return extractEntries(readZip(path, limits), into, signal);
}
