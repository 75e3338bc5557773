/** What a person looks for: a text, or a regular expression between slashes. */
export interface Pattern {
  /** As it was typed. */
  readonly source: string;
  /** With the flag `g`. */
  readonly regex: RegExp;
}

/**
 * Reads what was typed: `/…/flags` is a regular expression, anything else a text. Undefined for nothing; throws a
 * SyntaxError for an expression that is none.
 *
 * assumed: case counts once the text has a capital letter; in an expression its flags say so.
 */
export function parsePattern(source: string): Pattern | undefined {
  if (source === "") return undefined;
  const expression = /^\/(.+)\/([a-z]*)$/s.exec(source);
  if (expression) {
    const flags = [...new Set(`${expression[2]}g`)].filter((flag) => flag !== "y").join("");
    return { source, regex: new RegExp(expression[1] ?? "", flags) };
  }
  const flags = /\p{Lu}/u.test(source) ? "gu" : "giu";
  return { source, regex: new RegExp(source.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"), flags) };
}

/** Whether a text has what is looked for. */
export function hasMatch(text: string, { regex }: Pattern): boolean {
  regex.lastIndex = 0;
  return regex.test(text);
}

/** Where a text has what is looked for: begin and end of each place that is not empty, the first 1,000. */
export function matchesIn(text: string, { regex }: Pattern): readonly (readonly [number, number])[] {
  const found: [number, number][] = [];
  for (const match of text.matchAll(regex)) {
    if (match[0] !== "") found.push([match.index, match.index + match[0].length]);
    if (found.length === 1_000) break;
  }
  return found;
}
