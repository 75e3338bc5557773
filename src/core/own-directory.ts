import { chmodSync, lstatSync, mkdirSync, readlinkSync, type Stats } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { makeDirectory } from "./make-directory.ts";

/** Maximum number of links on the way to a directory, as in Linux. */
const MAX_LINKS = 40;
const WRITABLE_BY_OTHERS = 0o022;
const STICKY = 0o1000;

/**
 * Creates a directory (0700) and its missing parents, in which only this user can add, change or replace files, so that
 * a program may trust its content. Throws an error with the path and the reason for a directory that is a link, belongs
 * to another user, is writable by others, or can be replaced by others.
 *
 * assumed: on Windows the access lists of a user's directories do the same.
 */
export function ownDirectory(path: string): void {
  if (process.platform === "win32") return void makeDirectory(path);
  const user = process.geteuid?.() ?? 0;
  let rest = namesOf(resolve(path));
  let at = "/";
  let facts = lstatSync(at);
  // The owner of the root directory can replace everything; in a user namespace it may not be 0.
  const trusted = [0, user, facts.uid];
  for (let links = 0; rest.length > 0; ) {
    checkParent(at, facts, trusted);
    const [name = "", ...after] = rest;
    const next = name === ".." ? dirname(at) : join(at, name);
    const found = lstatSync(next, { throwIfNoEntry: false }) ?? made(next);
    rest = after;
    if (found.isSymbolicLink()) {
      links += 1;
      if (rest.length === 0 || links > MAX_LINKS) throw new Error(`${next}: is a link`);
      if (!trusted.includes(found.uid)) throw new Error(`${next}: belongs to another user`);
      const target = readlinkSync(next);
      if (target.startsWith("/")) [at, facts] = ["/", lstatSync("/")];
      rest = [...namesOf(target), ...rest];
    } else if (found.isDirectory()) [at, facts] = [next, found];
    else throw new Error(`${next}: is not a directory`);
  }
  if (facts.uid !== user) throw new Error(`${at}: belongs to another user`);
  if ((facts.mode & WRITABLE_BY_OTHERS) !== 0) throw new Error(`${at}: other users may write to it`);
  if ((facts.mode & 0o077) !== 0) closeToOthers(at);
}

function namesOf(path: string): string[] {
  return path.split("/").filter((name) => name !== "" && name !== ".");
}

/** Checks that other users cannot replace this user's files in a directory. */
function checkParent(path: string, { mode, uid }: Stats, trusted: readonly number[]): void {
  if (!trusted.includes(uid)) throw new Error(`${path}: belongs to another user`);
  if ((mode & WRITABLE_BY_OTHERS) !== 0 && (mode & STICKY) === 0)
    throw new Error(`${path}: other users may write to it`);
}

function made(path: string): Stats {
  try {
    mkdirSync(path, 0o700);
  } catch (error) {
    // Another process has created it; its owner is checked next.
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  return lstatSync(path);
}

function closeToOthers(path: string): void {
  try {
    chmodSync(path, 0o700);
  } catch {
    // On a read-only file system others can read it but not change it.
  }
}
