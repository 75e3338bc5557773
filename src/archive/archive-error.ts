/** What is wrong with an archive, or with a folder that was to become one. */
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

/** An archive that cannot be read, or must not be unpacked. The message names the entry and the limit. */
export class ArchiveError extends Error {
  override readonly name = "ArchiveError";
  readonly kind: ArchiveProblem;
  /** The entry it is about, as the archive names it. */
  readonly entry: string | undefined;
  constructor(kind: ArchiveProblem, message: string, options: { entry?: string; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.kind = kind;
    this.entry = options.entry;
  }
}

/** An error that is already for a person, or one of the system (which names its file); both go up as they are. */
export function isReported(error: unknown): boolean {
  return error instanceof ArchiveError || typeof (error as NodeJS.ErrnoException | undefined)?.syscall === "string";
}
