import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";

type Preferences = Record<string, unknown>;

/**
 * Sets the download directory in the profile preferences of a browser that is not running. It applies to every page,
 * and again after a client that chose a directory of its own has gone. Preferences that cannot be parsed stay as they
 * are: Chromium replaces them.
 *
 * @param directory download directory as the browser sees it
 */
export async function setDownloadDirectory(profileDir: string, directory: string): Promise<void> {
  const path = join(profileDir, "Default", "Preferences");
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "{}";
    throw error;
  });
  const preferences = parse(text);
  if (!preferences) return;
  const download = { ...section(preferences, "download"), default_directory: directory, prompt_for_download: false };
  const savefile = { ...section(preferences, "savefile"), default_directory: directory };
  await mkdir(join(profileDir, "Default"), { recursive: true, mode: 0o700 });
  const half = `${path}.browserctl`;
  await writeFile(half, JSON.stringify({ ...preferences, download, savefile }), { mode: 0o600 });
  await rename(half, path);
}

function parse(text: string): Preferences | undefined {
  try {
    const value = JSON.parse(text) as unknown;
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function section(preferences: Preferences, name: string): Preferences {
  const value = preferences[name];
  return isObject(value) ? value : {};
}

function isObject(value: unknown): value is Preferences {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
