import { jsTokens } from "../../../core/js-tokens.ts";

/** Function that stands for `import` in a REPL; as long as that word, so that columns of errors stay. */
export const IMPORT_FUNCTION = "$imprt";

/**
 * Replaces `import(…)` by a call of {@link IMPORT_FUNCTION}: V8 offers Node no way to load modules for code that it
 * evaluates in its REPL mode.
 */
export function withDynamicImports(code: string): string {
  if (!code.includes("import")) return code;
  const tokens = jsTokens(code).tokens.filter(({ kind }) => kind !== "comment");
  let changed = code;
  for (const [index, { kind, text, at }] of tokens.entries()) {
    const called = tokens[index + 1]?.text === "(" && tokens[index - 1]?.text !== ".";
    if (kind !== "word" || text !== "import" || !called) continue;
    changed = changed.slice(0, at) + IMPORT_FUNCTION + changed.slice(at + text.length);
  }
  return changed;
}
