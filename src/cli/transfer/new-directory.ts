import { readdir, rename, rmdir } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import type { Lifetime } from "../../core/abort.ts";
import { CliError, fileError } from "../../core/errors.ts";
import { withTempDirectory } from "./staging.ts";

/**
 * Creates a directory (0700) atomically: `fill` fills a staging directory beside it, which is then renamed. Exit 10
 * when it already exists and is not empty.
 */
export async function newDirectory<T>(
  owner: { readonly cwd: string } & Pick<Lifetime, "defer">,
  path: string,
  fill: (staging: string) => Promise<T>,
): Promise<T> {
  const target = resolve(owner.cwd, path);
  await assertEmpty(target, path);
  return withTempDirectory(
    owner,
    async (staging) => {
      const result = await fill(staging);
      await assertEmpty(target, path);
      try {
        // Not every system can rename onto an empty directory.
        await rmdir(target).catch((error: NodeJS.ErrnoException) => {
          if (error.code !== "ENOENT") throw error;
        });
        await rename(staging, target);
      } catch (error) {
        throw fileError("write", path, error);
      }
      return result;
    },
    dirname(target),
  );
}

async function assertEmpty(target: string, path: string): Promise<void> {
  const names = await readdir(target).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw fileError("write to", path, error);
    return [];
  });
  if (names.length > 0) {
    throw new CliError("local-file", `"${path}" already exists and is not empty`, { hint: "name a new directory" });
  }
}
