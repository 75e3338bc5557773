import Type from "typebox";

/** File of a multipart body, received completely and stored on disk. */
export interface FilePart {
  readonly path: string;
  readonly bytes: number;
  /** SHA-256 of the bytes, in lower-case hex. */
  readonly sha256: string;
  /** File name in the request, for messages only; never a path. */
  readonly filename?: string;
}

/** File part of a multipart body (contract 0.10). A file over `maxBytes` is 413. */
export const FileField = (description: string, maxBytes: number) =>
  Type.Unsafe<FilePart>({ "x-file": true, "x-max-bytes": maxBytes, description });

/** Name of a profile, an extension or an extension's directory (contract 0.17). */
export const entryName = (description: string) =>
  Type.String({
    pattern: "^(?!\\.{1,2}$)[A-Za-z0-9._-]{1,255}$",
    "x-expects": '1 to 255 letters, digits, ".", "_" or "-", and neither "." nor ".."',
    description,
  });
