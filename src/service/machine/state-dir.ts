import { access, chmod, constants, stat } from "node:fs/promises";
import { CliError, fileError } from "../../core/errors.ts";
import { makeDirectory } from "../../core/make-directory.ts";
import { hasDiskSpace } from "../disk-full.ts";

const LEAST_BYTES = 2 ** 20;

/**
 * Creates the state directory (0700) and checks that it is writable. Exit 10: it cannot be created, is not a directory,
 * or is not writable.
 */
export async function prepareStateDir(path: string): Promise<void> {
  try {
    makeDirectory(path, 0o700);
    const facts = await stat(path);
    // The directory contains tokens and profiles.
    if ((facts.mode & 0o077) !== 0 && facts.uid === process.getuid?.()) await chmod(path, 0o700);
    await access(path, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw fileError("use the state directory", path, error);
  }
}

/** Checks that the device of the state directory has at least 1 MiB left. Exit 10 when it has less. */
export async function requireDiskSpace(path: string): Promise<void> {
  if (await hasDiskSpace(path, LEAST_BYTES)) return;
  throw new CliError("local-file", `cannot use the state directory "${path}": no space left on the device`, {
    code: "disk_full",
    hint: "free some space there, or set BROWSERCTL_STATE_DIR to a directory on another device",
  });
}
