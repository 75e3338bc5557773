import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseSync } from "rolldown/utils";
import { sourceFiles } from "../architecture.ts";
import { root } from "../paths.ts";

/** Directories whose files are not written by hand. */
const generatedFiles = /^src\/generated\//;

/** First words that hide the subject of a comment: it has to start with the thing or with a verb for what it does. */
const vagueStart = /^(?:What|Who|Whether|Says|Tells|One that)\b/;

/** First words of the docstring of a maximum. */
const maximumStart = /^[*\s]*(?:Maximum|Largest|Longest)\b/;

/** Constant after its docstring, whose value is a number. */
const numberConstant = /^\s*(?:export )?const ([A-Za-z_$][\w$]*)(?:: number)? = [\d(]/;

/** A comment with a problem. */
export interface CommentProblem {
  /** Path below the project's directory. */
  readonly path: string;
  readonly line: number;
  /** The words that it starts with, or the name of its constant. */
  readonly start: string;
  readonly problem: string;
}

/** Finds the problems of the comments in all source files and tests. */
export async function projectComments(): Promise<CommentProblem[]> {
  const paths = [...(await sourceFiles("src")), ...(await sourceFiles("test"))].filter(
    (path) => /\.tsx?$/.test(path) && !generatedFiles.test(path),
  );
  const found = await Promise.all(
    paths.map(async (path) => {
      const text = await readFile(join(root, path), "utf8");
      return [...vagueComments(path, text), ...misnamedMaxima(path, text)];
    }),
  );
  return found.flat();
}

/** Constants that their docstring calls a maximum, and that are neither named `MAX_…` nor a time, `…_MS`. */
export function misnamedMaxima(path: string, text: string): CommentProblem[] {
  if (!/\/\*\*\s*(?:\*\s*)?(?:Maximum|Largest|Longest)/.test(text)) return [];
  return parseSync(path, text).comments.flatMap(({ value, start, end }) => {
    const name = maximumStart.test(value) ? numberConstant.exec(text.slice(end))?.[1] : undefined;
    if (name === undefined || /^MAX_|_MS$/.test(name)) return [];
    return [{ path, line: lineAt(text, start), start: name, problem: `${name} is a maximum: name it MAX_…` }];
  });
}

/**
 * Docstrings and line comments of one file that start with a question word. Lines of comments below each other are one
 * comment. Text that only looks like a comment is not one.
 */
export function vagueComments(path: string, text: string): CommentProblem[] {
  if (!/\/\*\*|\/\//.test(text)) return [];
  const { comments } = parseSync(path, text);
  return comments.flatMap(({ type, value, start }, at) => {
    if (type === "Block" ? !value.startsWith("*") : continues(comments[at - 1], start, text)) return [];
    const [words] = vagueStart.exec(value.replace(/^[*\s]+/, "")) ?? [];
    if (words === undefined) return [];
    return [{ path, line: lineAt(text, start), start: words, problem: `starts with "${words}"; name the thing first` }];
  });
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length;
}

/** True for a line comment that continues the previous one: only a line end and indentation are between them. */
function continues(before: { type: string; end: number } | undefined, start: number, text: string): boolean {
  return before?.type === "Line" && /^\r?\n[ \t]*$/.test(text.slice(before.end, start));
}
