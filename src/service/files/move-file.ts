import { copyFile, open, rename, rm } from "node:fs/promises";

/** Moves a file atomically, also to another device. */
export async function moveFile(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
    return;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EXDEV") throw error;
  }
  const half = `${to}.part`;
  try {
    await copyFile(from, half);
    const copy = await open(half);
    await copy.sync().finally(() => copy.close());
    await rename(half, to);
  } catch (error) {
    await rm(half, { force: true });
    throw error;
  }
  await rm(from, { force: true });
}
