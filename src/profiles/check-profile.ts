import { ArchiveError } from "../archive/archive-error.ts";
import { readTar } from "../archive/read-tar.ts";
import { unzstd } from "../archive/zstd-frames.ts";
import { fileFormat } from "../core/file-format.ts";
import { Counted } from "./counted.ts";
import { PROFILE_FILE } from "./format.ts";
import { type LegacyProfile, readLegacyProfile } from "./legacy.ts";

/** Maximum size of a legacy profile in bytes, as in the local service. */
const MAX_LEGACY_BYTES = 64 * 2 ** 20;

/** Entries one of which is in every directory of browser data: its common state, and the first of its own profiles. */
const dataEntry = /^(?:Local State$|Default(?:\/|$))/;

/**
 * Reads a profile to its end without unpacking it: an archive of browser data, or legacy JSON. Throws {@link
 * ArchiveError} for anything else, even if its first bytes look right.
 */
export async function checkProfile(source: AsyncIterable<Uint8Array>): Promise<void> {
  const counted = new Counted(source);
  try {
    const kind = fileFormat(await counted.start());
    if (kind === "json") return void (await legacyProfileOf(counted));
    if (kind !== "zstd" && kind !== "tar")
      throw new ArchiveError("not_an_archive", "it is neither an archive nor JSON");
    let hasData = false;
    for await (const { name } of readTar(kind === "tar" ? counted.all() : unzstd(counted.all())))
      hasData ||= name === PROFILE_FILE || dataEntry.test(name);
    if (!hasData) throw new ArchiveError("not_an_archive", 'the archive has neither "Default" nor "Local State" in it');
  } finally {
    counted.close();
  }
}

/** Legacy profile in a source. */
export async function legacyProfileOf(counted: Counted): Promise<LegacyProfile> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of counted.all()) {
    chunks.push(chunk);
    if (counted.bytes > MAX_LEGACY_BYTES) {
      throw new ArchiveError("too_large", `a JSON profile may have at most ${MAX_LEGACY_BYTES} bytes`);
    }
  }
  const result = readLegacyProfile(Buffer.concat(chunks).toString("utf8"));
  if ("profile" in result) return result.profile;
  throw new ArchiveError("not_an_archive", `it is not a legacy profile: ${result.problems[0]}`);
}
