import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { createScanner } from "jsonc-parser";
import { ArchiveError } from "../archive/archive-error.ts";
import { listZip, readZipEntry } from "../archive/read-zip.ts";
import { isObject } from "../core/is-object.ts";
import { jsonProblem } from "../core/json-syntax-error.ts";

/** Maximum size of a manifest, in bytes. */
const MAX_MANIFEST_BYTES = 2 ** 20;
const fileName = "manifest.json";
/** Entries that the Finder of macOS adds to an archive. */
export const archiveLitter = "__MACOSX";

/** Manifest of an extension, and its problems. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  /** Requested permissions, if the list is valid. */
  readonly permissions: readonly string[];
  /** Problems, each as `field: rule`; empty when the extension can be loaded. */
  readonly problems: readonly string[];
}

/**
 * Reads and checks the manifest of an extension in a directory. Errors of the system other than "missing" are thrown.
 */
export async function directoryManifest(directory: string): Promise<Manifest> {
  const path = join(directory, fileName);
  const facts = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
    return undefined;
  });
  if (!facts) return failed(`${fileName}: is missing; an extension has one at the top of its directory`);
  if (!facts.isFile()) return failed(`${fileName}: is not a file`);
  if (facts.size > MAX_MANIFEST_BYTES) return failed(`${fileName}: is larger than ${MAX_MANIFEST_BYTES} bytes`);
  return checkManifest(await readFile(path));
}

/**
 * Reads and checks the manifest of an extension in a zip archive: at its top, or in the one directory that holds
 * everything. A damaged archive is a problem too; errors of the system are thrown.
 */
export async function zipManifest(path: string): Promise<Manifest> {
  try {
    let bytes = await readZipEntry(path, fileName, MAX_MANIFEST_BYTES);
    if (!bytes) {
      const tops = new Set((await listZip(path)).map((name) => name.split("/", 1)[0]));
      tops.delete(archiveLitter);
      if (tops.size === 1) bytes = await readZipEntry(path, `${[...tops][0]}/${fileName}`, MAX_MANIFEST_BYTES);
    }
    if (!bytes) return failed(`${fileName}: is missing; it must be at the top of the archive`);
    return checkManifest(bytes);
  } catch (error) {
    if (error instanceof ArchiveError) return failed(error.message);
    throw error;
  }
}

function failed(...problems: string[]): Manifest {
  return { name: "", version: "", permissions: [], problems };
}

/** Kinds of tokens: `LineCommentTrivia`, `BlockCommentTrivia` and `EOF` of `SyntaxKind`, which is a constant enum. */
const tokenKinds = { lineComment: 12, blockComment: 13, end: 17 } as const;

/** Replaces comments, which Chromium takes in a manifest, by blanks: everything else keeps its line and column. */
function withoutComments(text: string): string {
  // Not `stripComments`, whose blanks are one too many for each comment.
  const scanner = createScanner(text);
  const tokens: string[] = [];
  for (let kind: number = scanner.scan(); kind !== tokenKinds.end; kind = scanner.scan()) {
    const start = scanner.getTokenOffset();
    const token = text.slice(start, start + scanner.getTokenLength());
    const isComment = kind === tokenKinds.lineComment || kind === tokenKinds.blockComment;
    tokens.push(isComment ? token.replace(/[^\n]/g, " ") : token);
  }
  return tokens.join("");
}

/**
 * Checks what a browser asks of every manifest: JSON, `manifest_version` 3, `name`, and `version` as one to four
 * numbers.
 */
function checkManifest(bytes: Uint8Array): Manifest {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return failed(`${fileName}: is not UTF-8 text`);
  }
  const bare = withoutComments(text);
  let value: unknown;
  try {
    value = JSON.parse(bare);
  } catch {
    return failed(`${fileName}: is not JSON: ${jsonProblem(bare)}`);
  }
  if (!isObject(value)) {
    return failed(`${fileName}: must be a JSON object`);
  }
  const { manifest_version, name, version, permissions } = value;
  const problems = [
    ["manifest_version", versionOfManifest(manifest_version)],
    ["name", typeof name === "string" && name !== "" ? undefined : rule("must be text that is not empty", name)],
    [
      "version",
      isVersion(version) ? undefined : rule("must be 1 to 4 numbers of 0 to 65535 with dots between", version),
    ],
  ].flatMap(([field, problem]) => (problem === undefined ? [] : [`${fileName}: ${field}: ${problem}`]));
  return {
    name: typeof name === "string" ? name : "",
    version: String(version),
    permissions: Array.isArray(permissions) ? permissions.filter((each) => typeof each === "string") : [],
    problems,
  };
}

function versionOfManifest(value: unknown): string | undefined {
  if (value === 3) return undefined;
  if (value !== 2) return rule("must be 3", value);
  return "is 2, which browsers no longer load; port the extension to 3, or take a newer release of it";
}

/** `1`, `1.2`, `1.2.3.4`; no number begins with a zero unless it is one. */
function isVersion(value: unknown): boolean {
  if (typeof value !== "string" || !/^(0|[1-9]\d*)(\.(0|[1-9]\d*)){0,3}$/.test(value)) return false;
  return value.split(".").every((part) => Number(part) <= 65_535);
}

function rule(text: string, value: unknown): string {
  if (value === undefined) return "is missing";
  const shown = JSON.stringify(value);
  return `${text}, not ${shown.length > 60 ? `${shown.slice(0, 57)}...` : shown}`;
}
