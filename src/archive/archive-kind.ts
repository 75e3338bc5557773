import { FORMAT_BYTES, fileFormat } from "../core/file-format.ts";

export type ArchiveKind = "zstd" | "tar" | "json" | "zip" | "unknown";

/** Number of bytes at the beginning of a file that {@link archiveKind} needs. */
export const KIND_BYTES = FORMAT_BYTES;

/** Kind of a file, by its first {@link KIND_BYTES} bytes or all of them. */
export function archiveKind(start: Uint8Array): ArchiveKind {
  const format = fileFormat(start);
  return format === "zstd" || format === "tar" || format === "json" || format === "zip" ? format : "unknown";
}
