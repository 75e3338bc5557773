/** File formats that the first bytes of a file identify. */
export type FileFormat = "zip" | "zstd" | "gzip" | "tar" | "json" | "png" | "jpeg" | "webp" | "mp4";

/** Number of first bytes of a file that {@link fileFormat} needs. */
export const FORMAT_BYTES = 512;

const signatures: readonly (readonly [FileFormat, offset: number, bytes: string])[] = [
  ["zstd", 0, "\x28\xb5\x2f\xfd"],
  ["tar", 257, "ustar"],
  ["zip", 0, "PK\x03\x04"],
  // An archive without entries.
  ["zip", 0, "PK\x05\x06"],
  ["gzip", 0, "\x1f\x8b"],
  ["png", 0, "\x89PNG"],
  ["jpeg", 0, "\xff\xd8\xff"],
  ["webp", 8, "WEBP"],
  ["mp4", 4, "ftyp"],
];

/** Format of a file, by its first {@link FORMAT_BYTES} bytes or all of it; undefined for any other. */
export function fileFormat(start: Uint8Array): FileFormat | undefined {
  const bytes = Buffer.from(start.buffer, start.byteOffset, Math.min(start.byteLength, FORMAT_BYTES));
  for (const [format, offset, signature] of signatures) {
    if (bytes.subarray(offset, offset + signature.length).toString("latin1") === signature) return format;
  }
  return /^[\s\uFEFF]*[{[]/.test(bytes.toString("utf8")) ? "json" : undefined;
}
