import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";

/** What not everybody on the machine may read. */
export interface SecretFiles {
  readonly files: readonly string[];
  readonly folders: readonly string[];
}

/**
 * What in a directory of the system not everybody may read, the outermost of it. A session of a service that root runs
 * would read it: without capabilities, but as the owner. Links are passed over; what cannot be looked at is left out.
 */
export async function findSecretFiles(dir: string): Promise<SecretFiles> {
  const files: string[] = [];
  const folders: string[] = [];
  const look = async (folder: string): Promise<void> => {
    const names = await readdir(folder).catch(() => []);
    await Promise.all(
      names.map(async (name) => {
        const path = join(folder, name);
        const facts = await lstat(path).catch(() => undefined);
        const isOpen = facts !== undefined && (facts.mode & 0o004) !== 0;
        if (facts?.isDirectory()) {
          if (isOpen) await look(path);
          else folders.push(path);
        } else if (facts?.isFile() && !isOpen) files.push(path);
      }),
    );
  };
  await look(dir);
  return { files: files.sort(), folders: folders.sort() };
}
