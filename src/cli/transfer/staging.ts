import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ArchiveError } from "../../archive/archive-error.ts";
import type { Lifetime } from "../../core/abort.ts";
import { CliError, fileError } from "../../core/errors.ts";

/** Runs `work` with a temporary directory (0700), which is always removed when the command ends. */
export async function withTempDirectory<T>(
  owner: Pick<Lifetime, "defer">,
  work: (directory: string) => Promise<T>,
  beside = tmpdir(),
): Promise<T> {
  const directory = await mkdtemp(join(beside, ".browserctl-")).catch((error) => {
    throw fileError("write to", beside, error);
  });
  const remove = (): Promise<void> => rm(directory, { recursive: true, force: true });
  const keep = owner.defer(remove);
  try {
    return await work(directory);
  } finally {
    await remove();
    keep();
  }
}

/** Exit 10 for file errors; names an archive that cannot be made, read or unpacked. */
export function archiveFailure(action: string, path: string, error: unknown): unknown {
  if (error instanceof CliError) return error;
  if (error instanceof ArchiveError) {
    return new CliError("local-file", `cannot ${action} "${path}": ${error.message}`, {
      code: error.kind,
      cause: error,
    });
  }
  const { syscall, path: at } = (error ?? {}) as NodeJS.ErrnoException;
  return syscall === undefined ? error : fileError(action, at ?? path, error);
}
