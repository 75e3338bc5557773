import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isObject } from "../../core/is-object.ts";

type Preferences = Record<string, unknown>;

/**
 * Preferences that switch off bubbles of the browser. Nobody asked for them, they cover the page, and they take the
 * clicks that are meant for it. Chromium 156 has no flags for them.
 */
const QUIET: Preferences = {
  // Offers to save passwords, addresses and cards, and the warning about a leaked password.
  credentials_enable_service: false,
  profile: { password_manager_leak_detection: false },
  autofill: { profile_enabled: false, credit_card_enabled: false },
  translate: { enabled: false },
  // The list of downloads that opens automatically; the button in the toolbar stays.
  download_bubble: { partial_view_enabled: false },
};

/** Directories as the browser sees them. */
export interface PreferredDirectories {
  readonly downloads: string;
  /** Directory in which file choosers open. */
  readonly chooser: string;
}

/**
 * Writes the service's preferences into the profile of a browser that is not running: unrequested bubbles are off,
 * downloads go to one directory, and file choosers open in another. The directory of downloads applies to every page,
 * and again after the disconnect of a client that has chosen its own. Other preferences stay. A file that cannot be
 * parsed is not changed; Chromium replaces it.
 */
export async function writeProfilePreferences(
  profileDir: string,
  { downloads, chooser }: PreferredDirectories,
): Promise<void> {
  const path = join(profileDir, "Default", "Preferences");
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "{}";
    throw error;
  });
  const preferences = parse(text);
  if (!preferences) return;
  const directories = {
    download: { default_directory: downloads, prompt_for_download: false },
    savefile: { default_directory: downloads },
    selectfile: { last_directory: chooser },
  };
  await mkdir(join(profileDir, "Default"), { recursive: true, mode: 0o700 });
  const half = `${path}.browserctl`;
  await writeFile(half, JSON.stringify(merged(merged(preferences, QUIET), directories)), { mode: 0o600 });
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

/** Merges preferences section by section; values of `over` win. */
function merged(preferences: Preferences, over: Preferences): Preferences {
  const result = { ...preferences };
  for (const [name, value] of Object.entries(over)) {
    const before = result[name];
    result[name] = isObject(value) ? merged(isObject(before) ? before : {}, value) : value;
  }
  return result;
}
