import { ArchiveError } from "./archive-error.ts";

const PATH_BYTES = 4_096;
const PART_BYTES = 255;

/**
 * Parts of an entry's name, which all lie below the target directory. Throws {@link ArchiveError} `unsafe_entry` for an
 * absolute name, a drive, `..`, a backslash, a NUL, a part over 255 bytes or a name over 4096.
 */
export function entryParts(name: string): string[] {
  const unsafe = (why: string): ArchiveError =>
    new ArchiveError("unsafe_entry", `the entry "${name.slice(0, 200)}" ${why}`, { entry: name });
  if (name.includes("\0")) throw unsafe("has a NUL character in its name");
  if (name.includes("\\")) throw unsafe("has a backslash in its name");
  if (name.startsWith("/") || /^[A-Za-z]:/.test(name)) throw unsafe("has an absolute name");
  if (Buffer.byteLength(name) > PATH_BYTES) throw unsafe(`has a name over ${PATH_BYTES} bytes`);
  const parts = name.split("/").filter((part) => part !== "" && part !== ".");
  if (parts.includes("..")) throw unsafe('has ".." in its name and would leave the directory');
  const long = parts.find((part) => Buffer.byteLength(part) > PART_BYTES);
  if (long !== undefined) throw unsafe(`has a part of its name over ${PART_BYTES} bytes`);
  return parts;
}
