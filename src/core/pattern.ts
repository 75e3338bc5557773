/** Search pattern of a person: a text, or a regular expression between slashes. */
export interface Pattern {
  /** The pattern as it was typed. */
  readonly source: string;
  /** Expression with the flag `g`. */
  readonly regex: RegExp;
}

/**
 * Parses a search pattern. `/…/` is a regular expression with the flags i, m, s, u and v; anything else is a
 * case-insensitive text. Returns undefined for an empty pattern. Throws a SyntaxError for an invalid expression.
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

/** True when a text matches a pattern. */
export function hasMatch(text: string, { regex }: Pattern): boolean {
  regex.lastIndex = 0;
  return regex.test(text);
}

/** Start and end of the non-empty matches in a text, at most the first 1,000. */
export function matchesIn(text: string, { regex }: Pattern): readonly (readonly [number, number])[] {
  const found: [number, number][] = [];
  for (const match of text.matchAll(regex)) {
    if (match[0] !== "") found.push([match.index, match.index + match[0].length]);
    if (found.length === 1_000) break;
  }
  return found;
}
