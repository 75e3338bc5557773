import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { sha256 } from "@noble/hashes/sha2.js";
import { isObject } from "../core/is-object.ts";
import { ownDirectory } from "../core/own-directory.ts";
import type { Row } from "./rows.ts";

/** Rows of a service's answer, with the circumstances. */
export interface CachedAnswer {
  /** Time of the answer, in milliseconds since 1970; 0 when there was none. */
  readonly at: number;
  readonly rows: readonly Row[];
  /** True when the rows are the whole list. */
  readonly whole: boolean;
  /** Number of pages that were asked for. */
  readonly pages: number;
  /** Time of the service's last timeout. */
  readonly hungAt?: number;
}

/** Maximum size of a file, in bytes: 10,000 names of usual length. */
const MAX_BYTES = 4 * 2 ** 20;
/** Maximum number of files, and their maximum age in milliseconds. */
const MAX_FILES = 64;
const OLDEST_MS = 10 * 60_000;

/**
 * Answers kept between completions, each in a file that only the user can read. A name is a hash of everything that the
 * answer depends on. Any failure counts as an empty cache, so that a read-only home works too.
 */
export class AnswerCache {
  readonly #directory: string | undefined;

  /** @param directory absent without a place for a cache */
  constructor(directory: string | undefined) {
    this.#directory = directory;
  }

  read(name: string): CachedAnswer | undefined {
    if (this.#directory === undefined) return undefined;
    try {
      return parse(readOwn(join(this.#directory, name)));
    } catch {
      return undefined;
    }
  }

  /** Replaces an answer at once, and removes old ones. */
  write(name: string, answer: CachedAnswer, now: number): void {
    const directory = this.#directory;
    if (directory === undefined) return;
    const text = JSON.stringify(answer);
    if (text.length > MAX_BYTES) return;
    try {
      // Checked because old files are removed there: with `sudo`, HOME may belong to a user who made it a link to
      // another directory.
      ownDirectory(directory);
      const path = join(directory, name);
      const staged = `${path}.${process.pid}`;
      try {
        writeFileSync(staged, text, { mode: 0o600, flag: "wx" });
        renameSync(staged, path);
      } catch {
        rmSync(staged, { force: true });
      }
      removeOld(directory, now);
    } catch {
      // Completion works without a cache.
    }
  }
}

/** Hash of texts, in hexadecimal. `node:crypto` would cost as much as all the rest of a completion from the cache. */
export function hashOf(...parts: readonly unknown[]): string {
  const bytes = sha256(new TextEncoder().encode(JSON.stringify(parts)));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Text of a regular file that belongs to the user and that nobody else can read. */
function readOwn(path: string): string {
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0));
  try {
    const facts = fstatSync(file);
    const user = process.geteuid?.();
    const isOwn = user === undefined || (facts.uid === user && (facts.mode & 0o077) === 0);
    if (!isOwn || !facts.isFile() || facts.size > MAX_BYTES) throw new Error("not a file of the cache");
    return readFileSync(file, "utf8");
  } finally {
    closeSync(file);
  }
}

function parse(text: string): CachedAnswer | undefined {
  const value: unknown = JSON.parse(text);
  if (!isObject(value) || !Array.isArray(value["rows"]) || !value["rows"].every(Array.isArray)) return undefined;
  const { at, rows, whole, pages, hungAt } = value;
  if (typeof at !== "number" || typeof pages !== "number") return undefined;
  return { at, rows, whole: whole === true, pages, ...(typeof hungAt === "number" && { hungAt }) };
}

/** Removes files older than the limit, then the oldest beyond the number that may stay. */
function removeOld(directory: string, now: number): void {
  const files = readdirSync(directory).map((name) => ({ name, mtimeMs: modified(join(directory, name)) }));
  files.sort((a, b) => b.mtimeMs - a.mtimeMs);
  for (const [at, { name, mtimeMs }] of files.entries()) {
    if (at >= MAX_FILES || now - mtimeMs > OLDEST_MS) rmSync(join(directory, name), { force: true });
  }
}

function modified(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
