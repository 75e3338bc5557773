import { rename, rm } from "node:fs/promises";

/**
 * Fills a directory beside `path` and renames it when it is complete. A concurrent reader, such as a test that runs the
 * program, never finds an incomplete directory.
 */
export async function replaceDirectory<T>(path: string, fill: (staging: string) => Promise<T>): Promise<T> {
  const staging = `${path}.${process.pid}.new`;
  const old = `${path}.${process.pid}.old`;
  try {
    const result = await fill(staging);
    await rename(path, old).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT") throw error;
    });
    await rename(staging, path);
    return result;
  } finally {
    await Promise.all([staging, old].map((each) => rm(each, { recursive: true, force: true })));
  }
}
