import { access, symlink } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { temporaryDirectory } from "../browser/chromium.ts";

/** Programs of containers. */
const CONTAINER = ["bwrap", "nsenter", "setpriv", "setsid"];

/** A PATH of the test's own with the programs of containers and some more of this machine, and nothing else. */
export async function pathWith(...names: string[]): Promise<string> {
  const directory = await temporaryDirectory();
  for (const name of [...CONTAINER, ...names]) {
    const path = await firstOnPath(name);
    if (path !== undefined) await symlink(path, join(directory, name));
  }
  return directory;
}

async function firstOnPath(name: string): Promise<string | undefined> {
  for (const directory of (process.env["PATH"] ?? "").split(delimiter)) {
    const path = join(directory, name);
    const present = await access(path).then(
      () => true,
      () => false,
    );
    if (present) return path;
  }
  return undefined;
}
