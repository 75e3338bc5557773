/** What a person looks for: a text, or a regular expression between slashes. */
export interface Pattern {
  /** As it was typed. */
  readonly source: string;
  /** With the flag `g`. */
  readonly regex: RegExp;
}

/**
 * Reads what a person looks for: `/…/` is a regular expression with the flags i, m, s, u and v, anything else a text,
 * whatever its case. Undefined for nothing; throws a SyntaxError for an expression that is none.
 */
export function parsePattern(source: string): Pattern | undefined {
  if (source === "") return undefined;
  const expression = /^\/(.+)\/([a-z]*)$/s.exec(source);
  if (expression) {
    const [, body = "", flags = ""] = expression;
    if (/[^imsuv]/.test(flags)) {
      const escaped = source.replaceAll("/", "\\/");
      throw new SyntaxError(`it may have the flags i, m, s, u and v, not "${flags}"; as a text it is /${escaped}/`);
    }
    return { source, regex: new RegExp(body, `${flags}g`) };
  }
  return { source, regex: new RegExp(source.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"), "giu") };
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
