import { lstatSync, mkdtempSync, readdirSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { programCache } from "../core/program-cache.ts";

/** Prefix of directories in the directory for temporary files; mkdtemp adds to it, so that nobody can take the name first. */
const PREFIX = "browserctl-unpacked-";

/**
 * Directories that may hold the unpacked package, the preferred one first: in the user's cache directory, then in the
 * directory for temporary files. Each is computed only when those before it cannot be used.
 */
export function packageDirectories(
  env: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform = process.platform,
  temporary = tmpdir(),
): (() => string)[] {
  const cache = programCache(env, platform, homedir());
  return [...(cache === undefined ? [] : [() => join(cache, "standalone")]), () => temporaryDirectory(temporary)];
}

/** The user's own directory of an earlier start, otherwise a new one. */
function temporaryDirectory(base: string): string {
  const user = process.geteuid?.();
  const isOwn = (path: string): boolean => {
    const facts = lstatSync(path, { throwIfNoEntry: false });
    return facts?.isDirectory() === true && (user === undefined || facts.uid === user);
  };
  const names = readdirSync(base).filter((name) => name.startsWith(PREFIX));
  const paths = names.toSorted().map((name) => join(base, name));
  return paths.find(isOwn) ?? mkdtempSync(join(base, PREFIX));
}
