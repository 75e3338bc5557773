export type ArchiveKind = "zstd" | "tar" | "json" | "zip" | "unknown";

/** Bytes that {@link archiveKind} needs of the beginning of a file. */
export const KIND_BYTES = 512;

/** What a file is, by its first {@link KIND_BYTES} bytes or all of it. */
export function archiveKind(start: Uint8Array): ArchiveKind {
  const bytes = Buffer.from(start.buffer, start.byteOffset, start.byteLength);
  if (bytes.subarray(0, 4).equals(Buffer.from([0x28, 0xb5, 0x2f, 0xfd]))) return "zstd";
  if (bytes.subarray(257, 262).toString("latin1") === "ustar") return "tar";
  if (
    bytes.subarray(0, 4).equals(Buffer.from("PK\x03\x04")) ||
    bytes.subarray(0, 4).equals(Buffer.from("PK\x05\x06"))
  ) {
    return "zip";
  }
  return /^[\s\uFEFF]*[{[]/.test(bytes.toString("utf8")) ? "json" : "unknown";
}
