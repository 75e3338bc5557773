/** Kinds of errors of an archive, or of a directory that is packed. */
export type ArchiveProblem =
  | "not_an_archive"
  | "damaged"
  | "encrypted"
  | "unsupported"
  | "unsafe_entry"
  | "duplicate"
  | "too_many_entries"
  | "too_large"
  | "ratio"
  | "changed";

/** Error for an archive that cannot be read, or must not be unpacked. The message names the entry and the limit. */
export class ArchiveError extends Error {
  override readonly name = "ArchiveError";
  readonly kind: ArchiveProblem;
  /** Name of the entry in the archive. */
  readonly entry: string | undefined;
  constructor(kind: ArchiveProblem, message: string, options: { entry?: string; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.kind = kind;
    this.entry = options.entry;
  }
}

/** True for errors that need no conversion: those written for a person, and system errors, which name their file. */
export function isReported(error: unknown): boolean {
  return error instanceof ArchiveError || typeof (error as NodeJS.ErrnoException | undefined)?.syscall === "string";
}
