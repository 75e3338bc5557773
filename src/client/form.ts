import { FormDataEncoder } from "form-data-encoder";
import type { UploadBody } from "./request.ts";

/** A local file to send. Its size is sent first, so it must not change until it has been sent. */
export interface LocalFile {
  /** Bytes. */
  readonly bytes: number;
  /** The name it is sent with. */
  readonly filename: string;
  /** Its path as a person named it, for `--print`. */
  readonly shownPath: string;
  /** Source of its bytes if it is not a file: stdin, or typed text. */
  readonly source?: "stdin" | { readonly text: string };
  /** Reads the file from the beginning; a retried upload calls it again. */
  open(): AsyncIterable<Uint8Array>;
}

/** One part of a multipart form: a text, which `secret` keeps from being shown, or a file. */
export type FormPart = { readonly name: string } & (
  | { readonly value: string; readonly secret?: boolean }
  | { readonly file: LocalFile }
);

/** A form as the body of a request: streamed, with its length known before it is sent (contract 0.10). */
export function formBody(parts: readonly FormPart[]): { body: UploadBody; contentType: string } {
  const entries = parts.map((part): [string, string | FormFile] => [
    part.name,
    "value" in part ? part.value : new FormFile(part.file),
  ]);
  const form = {
    append: () => {},
    getAll: () => [],
    entries: () => entries[Symbol.iterator](),
    [Symbol.iterator]: () => entries[Symbol.iterator](),
    [Symbol.toStringTag]: "FormData",
  };
  const encoder = new FormDataEncoder(form as unknown as ConstructorParameters<typeof FormDataEncoder>[0]);
  const bytes = Number(encoder.contentLength);
  return { contentType: encoder.contentType, body: { bytes, open: () => encoder.encode() } };
}

/** Minimal `File` for the multipart encoder. */
class FormFile {
  readonly type = "application/octet-stream";
  readonly lastModified = 0;
  readonly [Symbol.toStringTag] = "File";
  readonly #file: LocalFile;

  constructor(file: LocalFile) {
    this.#file = file;
  }

  get name(): string {
    return this.#file.filename;
  }

  get size(): number {
    return this.#file.bytes;
  }

  stream(): AsyncIterable<Uint8Array> {
    return this.#file.open();
  }
}
