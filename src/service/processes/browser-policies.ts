import { constants, existsSync } from "node:fs";
import { access, cp, mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Enterprise policies of a browser, by their names. */
export type ChromePolicy = Readonly<Record<string, unknown>>;

/** Directories of settings below `/etc`, one for each brand of Chromium; policies are in `policies/managed`. */
export const policyDirectories: readonly string[] = ["chromium", "opt/chrome", "opt/edge"];

/**
 * File of a session's policies. Chromium reads all files of the directory, and the last in alphabetical order wins: those
 * of the machine's administrator.
 */
const FILE = "!session.json";

/**
 * Writes the policies of a session's browser, beside those of this machine, and returns the arguments of bubblewrap that
 * mount them for the browser alone. Replaces what an earlier start has written.
 *
 * @param dir directory of the session for them
 */
export async function policyMounts(dir: string, policy: ChromePolicy): Promise<string[]> {
  await rm(dir, { recursive: true, force: true });
  const text = JSON.stringify(policy);
  const mounts = policyDirectories.map(async (name) => {
    const [machine, own] = [join("/etc", name), join(dir, name)];
    const managed = join(own, "policies", "managed");
    await mkdir(own, { recursive: true, mode: 0o700 });
    if (existsSync(machine)) await cp(machine, own, { recursive: true, dereference: true, filter: isReadable });
    await mkdir(managed, { recursive: true, mode: 0o700 });
    await writeFile(join(managed, FILE), text, { mode: 0o600 });
    return ["--ro-bind", own, machine];
  });
  return (await Promise.all(mounts)).flat();
}

/** True for a file that the service, and so the browser, may read. */
function isReadable(path: string): Promise<boolean> {
  return access(path, constants.R_OK).then(
    () => true,
    () => false,
  );
}
