import type { Readable } from "node:stream";

/** The bytes of a file or of an archive, opened ahead; they are read when {@link FileSource.open} is called. */
export interface FileSource {
  /** Makes the bytes, or a range of them, both ends included, where size and tag are known. Called once. */
  open(range?: { readonly start: number; readonly end: number }): Readable;
  /** Bytes in all; unknown for an archive that is made while it is read. */
  readonly size?: number;
  /** Changes with the bytes. */
  readonly tag?: string;
  /** Suggested name for whoever saves it. */
  readonly filename?: string;
  /** Closes what was opened ahead; called once the reading is over, or never began. */
  release(): void | Promise<void>;
}
