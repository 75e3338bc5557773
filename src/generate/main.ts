import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { generateContract } from "./contract.ts";
import { root } from "./paths.ts";
import { changedFiles, checkedInFiles } from "./stale.ts";

const contractDirectory = "src/generated";

/** Writes everything generated from the declarations; returns the changed paths. */
export async function generate(): Promise<string[]> {
  const contract = await contractFiles();
  const changed = await writeChanged(contract);
  const surplus = (await filesBelow(join(root, contractDirectory))).filter(
    (path) => !contract.has(join(contractDirectory, path)),
  );
  for (const path of surplus) await rm(join(root, contractDirectory, path));
  // The checked-in files come after the contract's data, which they read.
  changed.push(...(await writeChanged(await checkedInFiles())));
  return [...changed, ...surplus.map((path) => `${join(contractDirectory, path)} (removed)`)];
}

/** The contract's data, made in a directory of its own so that an unchanged file stays untouched. */
async function contractFiles(): Promise<Map<string, string>> {
  const directory = await mkdtemp(join(tmpdir(), "browserctl-generate-"));
  try {
    await generateContract(directory);
    const files = new Map<string, string>();
    for (const path of await filesBelow(directory)) {
      files.set(join(contractDirectory, path), await readFile(join(directory, path), "utf8"));
    }
    return files;
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

async function filesBelow(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(directory.length + 1));
}

async function writeChanged(files: ReadonlyMap<string, string>): Promise<string[]> {
  const changed = await changedFiles(files, root);
  for (const path of changed) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), files.get(path) ?? "");
  }
  return changed;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const changed = await generate();
  process.stdout.write(changed.length === 0 ? "nothing changed\n" : changed.map((path) => `${path}\n`).join(""));
}
