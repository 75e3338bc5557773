import type { Readable } from "node:stream";

/** Open file or archive; {@link FileSource.open} starts reading. */
export interface FileSource {
  /** Opens the stream, or a range of it (both ends inclusive) when size and tag are known. Called once. */
  open(range?: { readonly start: number; readonly end: number }): Readable;
  /** Size in bytes; unknown for an archive that is generated while it is read. */
  readonly size?: number;
  /** Entity tag; changes with the content. */
  readonly tag?: string;
  /** Suggested file name. */
  readonly filename?: string;
  /** Closes the source; called when reading has ended, even when it never started. */
  release(): void | Promise<void>;
}
