import Type from "typebox";

/** A file of a multipart body as the service has received it: whole, on its disk. */
export interface FilePart {
  readonly path: string;
  readonly bytes: number;
  /** Lower-case hex SHA-256 of its bytes. */
  readonly sha256: string;
  /** The name it was sent with; a word for messages, never a path. */
  readonly filename?: string;
}

/**
 * A file part of a multipart body (contract 0.10). Beyond `maxBytes` it is 413.
 */
export const FileField = (description: string, maxBytes: number) =>
  Type.Unsafe<FilePart>({ "x-file": true, "x-max-bytes": maxBytes, description });

/** Names of profiles, extensions and extension folders (contract 0.17). */
export const entryName = (description: string) =>
  Type.String({
    pattern: "^(?!\\.{1,2}$)[A-Za-z0-9._-]{1,255}$",
    "x-expects": '1 to 255 letters, digits, ".", "_" or "-", and neither "." nor ".."',
    description,
  });
