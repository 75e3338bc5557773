import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";

/** Files and directories that are not world-readable. */
export interface SecretFiles {
  readonly files: readonly string[];
  readonly directories: readonly string[];
}

/**
 * Lists the topmost files and directories in a system directory that are not world-readable. Sessions of a service that
 * runs as root could read them: they have no capabilities but are the owner. Skips links and entries that cannot be
 * inspected.
 */
export async function findSecretFiles(dir: string): Promise<SecretFiles> {
  const files: string[] = [];
  const directories: string[] = [];
  const look = async (directory: string): Promise<void> => {
    const names = await readdir(directory).catch(() => []);
    await Promise.all(
      names.map(async (name) => {
        const path = join(directory, name);
        const facts = await lstat(path).catch(() => undefined);
        const isOpen = facts !== undefined && (facts.mode & 0o004) !== 0;
        if (facts?.isDirectory()) {
          if (isOpen) await look(path);
          else directories.push(path);
        } else if (facts?.isFile() && !isOpen) files.push(path);
      }),
    );
  };
  await look(dir);
  return { files: files.sort(), directories: directories.sort() };
}
