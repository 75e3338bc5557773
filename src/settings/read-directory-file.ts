import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, type Stats, statSync } from "node:fs";
import { dirname } from "node:path";
import { CliError, fileError, type Problem, problemText } from "../core/errors.ts";
import { isObject } from "../core/is-object.ts";
import { parseJson } from "../core/parse-json.ts";
import { posixWord } from "../core/shell-quotes.ts";
import { table } from "../core/table.ts";
import type { DirectoryFile } from "./directory-choice.ts";
import { checks, outputFormats, ruleTexts } from "./model.ts";

/** Maximum size of a directory file, in bytes. */
const MAX_DIRECTORY_FILE_BYTES = 64 * 1024;
/** Maximum number of characters of an unknown member's name that an error shows. */
const MAX_SHOWN_NAME = 60;

/** Rule of each member. */
const members = table<keyof typeof checks>({
  context: "contextName",
  project: "project",
  output: "output",
  timeout: "timeout",
  no_input: "noInput",
});

/** Variable that turns directory files off, for hints. */
const IGNORE = "BROWSERCTL_NO_DIRECTORY_FILE=1 ignores the file";

/**
 * Reads and checks the directory file `path`. It chooses among the user's own contexts and holds neither a token nor an
 * address, so that somebody else's repository cannot send a stored token anywhere new.
 *
 * Exit 10, without repeating any value: the file cannot be read, is not a regular file, is larger than {@link
 * MAX_DIRECTORY_FILE_BYTES}, may have been written by another user, or has content that is not allowed. All problems of
 * the content are reported together.
 *
 * assumed: a symbolic link is followed, because a repository could also contain its target's content. Both link and
 * target must belong to a trusted user.
 */
export function readDirectoryFile(path: string): DirectoryFile {
  const value = parse(path, readText(path));
  const problems = problemsOf(value);
  if (problems.length > 0) throw invalid(path, problems);
  const text = (member: string): string | undefined => (typeof value[member] === "string" ? value[member] : undefined);
  return {
    path,
    directory: dirname(path),
    context: text("context"),
    project: text("project"),
    output: outputFormats.find((format) => format === value["output"]),
    timeout: text("timeout"),
    noInput: value["no_input"] === true ? true : undefined,
  };
}

function readText(path: string): string {
  try {
    requireTrusted(path, lstatSync(path));
    // A named pipe opens without waiting for a writer.
    const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      const facts = fstatSync(file);
      if (!facts.isFile()) throw refused(path, "is not a regular file", IGNORE);
      requireTrusted(path, facts);
      return readBounded(path, file);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    if (error instanceof CliError) throw error;
    const { exit, message } = fileError("read", path, error);
    throw new CliError(exit, message, { code: "directory_file_refused", hint: IGNORE });
  }
}

/** Text of an open file. The limit applies to the bytes read, not to the reported size. */
function readBounded(path: string, file: number): string {
  const bytes = Buffer.alloc(MAX_DIRECTORY_FILE_BYTES + 1);
  let length = 0;
  for (;;) {
    const read = readSync(file, bytes, length, bytes.length - length, null);
    length += read;
    if (length > MAX_DIRECTORY_FILE_BYTES) throw refused(path, "is larger than 64 KiB", IGNORE);
    if (read === 0) return bytes.toString("utf8", 0, length);
  }
}

/**
 * Requires a file that no other user could have written: owned by the user or by root, and not writable by everybody.
 * Windows has neither owners nor modes here.
 *
 * assumed: root also takes a file of the user who owns its directory, because containers of CI run as root over a
 * checkout of another user.
 */
function requireTrusted(path: string, facts: Stats): void {
  const user = process.geteuid?.();
  if (user === undefined) return;
  const ownsDirectory = (): boolean => user === 0 && statSync(dirname(path)).uid === facts.uid;
  if (facts.uid !== user && facts.uid !== 0 && !ownsDirectory()) {
    throw refused(path, `belongs to another user (uid ${facts.uid})`, IGNORE);
  }
  // A link has no mode of its own.
  if (!facts.isSymbolicLink() && (facts.mode & 0o002) !== 0) {
    throw refused(path, "can be written by every user", `chmod o-w ${posixWord(path)}`);
  }
}

function parse(path: string, text: string): Record<string, unknown> {
  const json = text.startsWith("\ufeff") ? text.slice(1) : text;
  let value: unknown;
  try {
    value = parseJson(json);
  } catch {
    throw refused(path, json.trim() === "" ? "is empty" : "is not valid JSON", IGNORE);
  }
  if (!isObject(value)) throw refused(path, "is not a JSON object", IGNORE);
  const twice = Object.values(value).some((each) => typeof each === "object") ? undefined : repeatedName(json);
  if (twice !== undefined) throw invalid(path, [{ path: shownName(twice), message: "is there twice" }]);
  return value;
}

/** First name that valid JSON of one flat object has twice. `JSON.parse` keeps the last one, and a reader may see the first. */
function repeatedName(json: string): string | undefined {
  const seen = new Set<string>();
  for (const [, word = "", colon] of json.matchAll(/("(?:[^"\\]|\\.)*")(\s*:)?/g)) {
    if (colon === undefined) continue;
    const name: unknown = JSON.parse(word);
    if (typeof name !== "string") continue;
    if (seen.has(name)) return name;
    seen.add(name);
  }
  return undefined;
}

function problemsOf(value: Record<string, unknown>): Problem[] {
  return Object.entries(value).flatMap(([name, member]) => {
    const message = problemOf(name, member);
    return message === undefined ? [] : [{ path: shownName(name), message }];
  });
}

function problemOf(name: string, value: unknown): string | undefined {
  const rule = members.get(name);
  if (rule === undefined) return unknownMember(name);
  if (checks[rule](value) !== undefined) return ruleTexts[rule];
  // assumed: a directory may turn questions off, but not turn them on again for a user who has turned them off.
  return name === "no_input" && value !== true ? "must be true or left out" : undefined;
}

function unknownMember(name: string): string {
  const word = name.toLowerCase().replaceAll(/[-_]/g, "");
  if (/token|apikey|password|secret/.test(word)) {
    return "a secret must not be in this file, which others can read; remove it, revoke it, and store a new one with: browserctl login --context NAME";
  }
  if (/^(baseurl|url|host|endpoint|address)$/.test(word)) {
    return "an address must not be in this file, since your tokens would follow it; name a context of yours in it: browserctl context add NAME --base-url URL";
  }
  return `unknown member; allowed are ${[...members.keys()].join(", ")}`;
}

function shownName(name: string): string {
  return name.length > MAX_SHOWN_NAME ? `${name.slice(0, MAX_SHOWN_NAME)}...` : name;
}

function refused(path: string, why: string, hint: string): CliError {
  return new CliError("local-file", `cannot use the file "${path}": it ${why}`, {
    code: "directory_file_refused",
    hint,
  });
}

function invalid(path: string, problems: readonly Problem[]): CliError {
  const [only] = problems;
  const what = problems.length === 1 && only ? problemText(only) : "it has members that are not allowed";
  return new CliError("local-file", `the file "${path}" is not valid: ${what}`, {
    code: "directory_file_invalid",
    problems,
    hint: `correct the file; ${IGNORE}`,
  });
}
