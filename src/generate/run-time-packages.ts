import { stat } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { root } from "./paths.ts";
import { type InstalledPackage, installedPackages, ownFiles, programFiles } from "./standalone-files.ts";

/** A package with the size of all its files, in bytes. */
export interface SizedPackage extends InstalledPackage {
  readonly size: number;
}

/** The packages that an installation on this platform brings, largest first. */
export async function runTimePackages(): Promise<SizedPackage[]> {
  const sized = (await installedPackages()).map(async (each) => ({
    ...each,
    size: await sizeOf(await ownFiles(each)),
  }));
  return (await Promise.all(sized)).toSorted((one, other) => other.size - one.size);
}

async function sizeOf(files: readonly string[]): Promise<number> {
  const sizes = files.map(async (file) => (await stat(join(root, file))).size);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const packages = await runTimePackages();
  const row = (...cells: [string, string, string]): string =>
    `${cells[0].padEnd(44)}${cells[1].padEnd(14)}${cells[2].padStart(10)}\n`;
  const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(2)} MB`;
  const own = await sizeOf(await programFiles());
  const all = packages.reduce((sum, { size }) => sum + size, own);
  process.stdout.write(row("package", "licence", "size"));
  process.stdout.write(row("browserctl", "MIT", megabytes(own)));
  for (const { name, version, license, size } of packages)
    process.stdout.write(row(`${name} ${version}`, license, megabytes(size)));
  process.stdout.write(row(`${packages.length} packages beside it`, "", megabytes(all)));
}
