import { chmodSync, type Stats, statSync } from "node:fs";
import type { Settings } from "./model.ts";
import type { SettingsPaths } from "./paths.ts";

/**
 * Removes the access of other users to the settings file and its backup, and warns that they had it. Where that fails,
 * such as on a read-only file system, there is a warning only when the file holds a token.
 */
export function mendAccess(
  { file, backup }: SettingsPaths,
  { mode }: Stats,
  { contexts }: Settings,
  warn: (text: string) => void,
): void {
  const hasToken = Object.values(contexts).some((entry) => entry.token !== undefined);
  const was = `(mode ${(mode & 0o7777).toString(8).padStart(4, "0")})`;
  if (narrow(file)) {
    narrow(backup);
    const next = hasToken ? "; replace the tokens in it if others use this machine" : "";
    warn(`other users could read or write the settings file "${file}" ${was}; it is 0600 now${next}`);
  } else if (hasToken) {
    warn(`other users can read or write the settings file "${file}" ${was}, which holds tokens; make it 0600`);
  }
}

/**
 * Returns false when the mode cannot change: the file belongs to another user, or the file system has no modes or is
 * read-only.
 */
function narrow(path: string): boolean {
  try {
    chmodSync(path, 0o600);
    return (statSync(path).mode & 0o077) === 0;
  } catch {
    return false;
  }
}
