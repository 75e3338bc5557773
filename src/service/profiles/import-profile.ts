import { createReadStream } from "node:fs";
import { open, readFile } from "node:fs/promises";
import { ArchiveError } from "../../archive/archive-error.ts";
import { defaultTarLimits, readTar, type TarLimits } from "../../archive/read-tar.ts";
import { compressZstd } from "../../archive/tar.ts";
import { through, unzstd } from "../../archive/zstd-frames.ts";
import type { FilePart } from "../../contract/form.ts";
import { FORMAT_BYTES, fileFormat } from "../../core/file-format.ts";
import { readLegacyProfile } from "../../profiles/legacy.ts";
import type { ProjectId } from "../store/project-id.ts";
import { ResourceError } from "../store/resource-error.ts";
import { ProfileError } from "./profile-errors.ts";
import type { StoredProfile } from "./profile-table.ts";
import type { Profiles } from "./profiles.ts";

/** Maximum size of a legacy profile, in bytes. assumed: 64 MiB. */
const MAX_LEGACY_BYTES = 64 * 2 ** 20;
const READ = { highWaterMark: 64 * 1_024 } as const;

/**
 * Creates a profile from a file: an archive as {@link Profiles.save} stores it, the same without compression, or legacy
 * JSON. Throws a {@link ResourceError} for any other file, for an unsafe archive, and for a name in use; no profile is
 * created then.
 */
export async function importProfile(
  profiles: Profiles,
  projectId: ProjectId,
  name: string | null,
  file: FilePart,
): Promise<StoredProfile> {
  const kind = await kindOf(file.path);
  if (kind === "json") await checkLegacy(file);
  else if (kind === "zstd" || kind === "tar") await checkArchive(file, kind);
  else throw rejection("is neither a zstd tar archive, a tar archive nor JSON");
  const profile = profiles.create(projectId, name);
  try {
    const source = createReadStream(file.path, READ);
    const data = kind === "tar" ? through(source, compressZstd()) : source;
    return await profiles.save(profile, kind === "json" ? "json" : "tar.zst", data as AsyncIterable<Uint8Array>);
  } catch (error) {
    await profiles.delete(profile);
    throw error;
  }
}

async function kindOf(path: string): Promise<ReturnType<typeof fileFormat>> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(FORMAT_BYTES));
    return fileFormat(buffer.subarray(0, bytesRead));
  } finally {
    await file.close();
  }
}

async function checkLegacy(file: FilePart): Promise<void> {
  if (file.bytes > MAX_LEGACY_BYTES) {
    throw new ProfileError("too-large", `a JSON profile may have at most ${MAX_LEGACY_BYTES} bytes`);
  }
  const result = readLegacyProfile(await readFile(file.path, "utf8"));
  if ("problems" in result) {
    throw new ResourceError("invalid", "the file is not a legacy profile", {
      problems: result.problems.map((message) => ({ path: "body", message })),
    });
  }
}

/** Reads the whole archive without unpacking it. */
async function checkArchive(file: FilePart, kind: "zstd" | "tar"): Promise<void> {
  const source = createReadStream(file.path, READ);
  const tar = kind === "zstd" ? unzstd(source) : source;
  let entries = 0;
  try {
    for await (const _entry of readTar(tar, limitsOf(file))) entries += 1;
  } catch (error) {
    if (!(error instanceof ArchiveError)) throw error;
    const { message } = error;
    throw new ResourceError("invalid", `the file cannot be read: ${message}`, {
      problems: [{ path: "body", message }],
    });
  }
  if (entries === 0) throw rejection("is an empty archive");
}

/** Limits against decompression bombs. assumed: over 1 GiB a profile unpacks to at most 200 times its size. */
function limitsOf({ bytes }: FilePart): TarLimits {
  const byRatio = Math.max(2 ** 30, 200 * bytes);
  return { ...defaultTarLimits, bytes: Math.min(defaultTarLimits.bytes, byRatio) };
}

function rejection(why: string): ResourceError {
  return new ResourceError("invalid", `the file ${why}`, { problems: [{ path: "body", message: why }] });
}
