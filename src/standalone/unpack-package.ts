import { existsSync, mkdtempSync, renameSync, rmSync, type Stats, statSync, utimesSync, writeFileSync } from "node:fs";
import { uptime } from "node:os";
import { dirname, join } from "node:path";
import { makeDirectory } from "../core/make-directory.ts";
import { ownDirectory } from "../core/own-directory.ts";
import { LAST_USED, removeUnused, STAGING } from "./remove-unused.ts";

/** A file of the package, with its path below the package's directory and its size in bytes. */
export type PackedFile = readonly [path: string, size: number];

/** The package inside the executable. */
export interface Package {
  /** Version and a hash of the contents: another package has another id. */
  readonly id: string;
  readonly files: readonly PackedFile[];
  /** Contents of all files, one after the other. */
  read(): Buffer;
}

/** Error for a package that cannot be unpacked anywhere. */
export class UnpackError extends Error {
  readonly hint: string;

  constructor(message: string, hint: string) {
    super(message);
    this.hint = hint;
  }
}

/** Age of the last use, in milliseconds, from which it is written again and every file is checked. */
const MARK_AGE_MS = 3_600_000;
/** Modification time of each directory of the package, in seconds; adding or removing a file changes it. */
const UNTOUCHED = 1_000_000_000;

/**
 * Directory of the unpacked package, in the first of the directories that can hold it. Unpacks what is missing there:
 * the whole package at the first start, in one rename; later a file that is gone or has another size.
 *
 * @param now time in milliseconds
 */
export function unpackPackage(contents: Package, directories: readonly (() => string)[], now: number): string {
  const problems: string[] = [];
  for (const directory of directories) {
    try {
      return unpackInto(directory(), contents, now);
    } catch (error) {
      problems.push((error as Error).message);
    }
  }
  const megabytes = Math.ceil(contents.files.reduce((sum, [, size]) => sum + size, 0) / 1e6);
  throw new UnpackError(
    `cannot unpack the program's files: ${problems.join("; ")}`,
    `give a directory of your own with ${megabytes} MB of space: XDG_CACHE_HOME=<directory>, or TMPDIR=<directory>`,
  );
}

function unpackInto(base: string, contents: Package, now: number): string {
  ownDirectory(base);
  const directory = join(base, contents.id);
  if (!existsSync(directory)) unpackWhole(base, directory, contents);
  if (!isChecked(directory, now) || !isUntouched(directory, contents)) {
    const broken = contents.files.filter(([path, size]) => !isWhole(join(directory, path), size));
    if (broken.length > 0) repair(base, directory, contents, broken);
    setUntouched(directory, contents.files);
    markUsed(directory);
    removeUnused(base, contents.id, now);
  }
  return directory;
}

/** True when every file was looked at within the last hour, and since the system's start, which may follow a crash. */
function isChecked(directory: string, now: number): boolean {
  const marked = statSync(join(directory, LAST_USED), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const age = now - marked;
  return age < MARK_AGE_MS && age < uptime() * 1_000;
}

/** True when no file was added or removed. Checks only directories, because there are ten times as many files. */
function isUntouched(directory: string, { files }: Package): boolean {
  const state = (path: string): Stats | undefined => statSync(join(directory, path), { throwIfNoEntry: false });
  return (
    directoriesOf(files).every((path) => state(path)?.mtimeMs === UNTOUCHED * 1_000) &&
    files.every(([path, size]) => path.includes("/") || state(path)?.size === size)
  );
}

function directoriesOf(files: readonly PackedFile[]): string[] {
  const paths = new Set<string>();
  for (const [path] of files) for (let at = dirname(path); at !== "."; at = dirname(at)) paths.add(at);
  return [...paths];
}

function setUntouched(directory: string, files: readonly PackedFile[]): void {
  try {
    for (const path of directoriesOf(files)) utimesSync(join(directory, path), UNTOUCHED, UNTOUCHED);
  } catch {
    // On a read-only file system every start checks every file.
  }
}

function isWhole(path: string, size: number): boolean {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats?.isFile() === true && stats.size === size;
}

function unpackWhole(base: string, directory: string, contents: Package): void {
  const staging = mkdtempSync(join(base, STAGING));
  try {
    for (const [path, bytes] of filesOf(contents)) {
      makeDirectory(dirname(join(staging, path)), 0o700);
      writeFileSync(join(staging, path), bytes, { mode: 0o600 });
    }
    renameSync(staging, directory);
  } catch (error) {
    // Another process has unpacked the same at the same time.
    if (!existsSync(directory)) throw error;
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

/** Replaces single files, each in one rename: other processes may run from the directory. */
function repair(base: string, directory: string, contents: Package, broken: readonly PackedFile[]): void {
  const paths = new Set(broken.map(([path]) => path));
  const staging = mkdtempSync(join(base, STAGING));
  try {
    const file = join(staging, "file");
    for (const [path, bytes] of filesOf(contents)) {
      if (!paths.has(path)) continue;
      const target = join(directory, path);
      makeDirectory(dirname(target), 0o700);
      writeFileSync(file, bytes, { mode: 0o600 });
      if (statSync(target, { throwIfNoEntry: false })?.isDirectory()) rmSync(target, { recursive: true });
      renameSync(file, target);
    }
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

function* filesOf(contents: Package): Generator<[path: string, bytes: Buffer]> {
  const all = contents.read();
  let at = 0;
  for (const [path, size] of contents.files) {
    yield [path, all.subarray(at, at + size)];
    at += size;
  }
}

/** Writes the time of the last use. A directory that cannot be written to works without it. */
export function markUsed(directory: string): void {
  try {
    writeFileSync(join(directory, LAST_USED), "", { mode: 0o600 });
  } catch {
    // The directory is read-only.
  }
}
