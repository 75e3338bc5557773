import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { root } from "./paths.ts";

interface LockedPackage {
  readonly version?: string;
  readonly resolved?: string;
  readonly link?: boolean;
  readonly hasInstallScript?: boolean;
}

/** Problems with the dependencies: an install script that is not reviewed, an address in the lock file. */
export function packageProblems(
  manifest: { readonly allowScripts?: Readonly<Record<string, boolean>> },
  lock: { readonly packages?: Readonly<Record<string, LockedPackage>> },
): string[] {
  const reviewed = Object.keys(manifest.allowScripts ?? {});
  return Object.entries(lock.packages ?? {}).flatMap(([path, { version, resolved, link, hasInstallScript }]) => {
    const name = path.split("node_modules/").at(-1) ?? path;
    const problems: string[] = [];
    if (hasInstallScript && path !== "" && ![name, `${name}@${version}`].some((key) => reviewed.includes(key))) {
      problems.push(`${path} ${version} has an install script: read it, then name it in allowScripts of package.json`);
    }
    if (resolved !== undefined && !link) {
      problems.push(`${path} has an address in package-lock.json: .npmrc has omit-lockfile-registry-resolved=true`);
    }
    return problems;
  });
}

/** Problems with the dependencies of this project. */
export async function projectPackageProblems(): Promise<string[]> {
  const [manifest, lock] = await Promise.all(
    ["package.json", "package-lock.json"].map(async (file) => JSON.parse(await readFile(join(root, file), "utf8"))),
  );
  return packageProblems(manifest, lock);
}
