import { lstat, readdir, rmdir, unlink } from "node:fs/promises";
import { join } from "node:path";
import { withFolder } from "./session-files.ts";

/** Removes a folder and all in it, through held folders alone: a link in it is removed, never followed. */
export async function removeTree(at: string): Promise<void> {
  await withFolder(at, async (folder) => {
    for (const name of await readdir(folder.at)) {
      const inner = join(folder.at, name);
      if ((await lstat(inner)).isDirectory()) await removeTree(inner);
      else await unlink(inner);
    }
  });
  await rmdir(at);
}
