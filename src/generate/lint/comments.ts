import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseSync } from "rolldown/utils";
import { sourceFiles } from "../architecture.ts";
import { root } from "../paths.ts";

/** Directories whose files are not written by hand. */
const generatedFiles = /^src\/generated\//;

/** First words that hide the subject of a comment: it has to start with the thing or with a verb for what it does. */
const vagueStart = /^(?:What|Who|Whether|Says|Tells|One that)\b/;

/** A comment that starts with a question word. */
export interface VagueComment {
  /** Path below the project's directory. */
  readonly path: string;
  readonly line: number;
  /** The words that it starts with. */
  readonly start: string;
}

/** Finds vague comments in all source files and tests. */
export async function projectComments(): Promise<VagueComment[]> {
  const paths = [...(await sourceFiles("src")), ...(await sourceFiles("test"))].filter(
    (path) => /\.tsx?$/.test(path) && !generatedFiles.test(path),
  );
  const found = await Promise.all(
    paths.map(async (path) => vagueComments(path, await readFile(join(root, path), "utf8"))),
  );
  return found.flat();
}

/**
 * Docstrings and line comments of one file that start with a question word. Lines of comments below each other are one
 * comment. Text that only looks like a comment is not one.
 */
export function vagueComments(path: string, text: string): VagueComment[] {
  if (!/\/\*\*|\/\//.test(text)) return [];
  const { comments } = parseSync(path, text);
  return comments.flatMap(({ type, value, start }, at) => {
    if (type === "Block" ? !value.startsWith("*") : continues(comments[at - 1], start, text)) return [];
    const [words] = vagueStart.exec(value.replace(/^[*\s]+/, "")) ?? [];
    return words === undefined ? [] : [{ path, line: text.slice(0, start).split("\n").length, start: words }];
  });
}

/** True for a line comment that continues the previous one: only a line end and indentation are between them. */
function continues(before: { type: string; end: number } | undefined, start: number, text: string): boolean {
  return before?.type === "Line" && /^\r?\n[ \t]*$/.test(text.slice(before.end, start));
}
