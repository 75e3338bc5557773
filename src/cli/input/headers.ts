import type { Found, Problem } from "../../core/errors.ts";

/** Header flags such as `-H 'Accept: text/html'` as a map; a name given twice has its values joined by commas. */
export function headerFlags(words: readonly string[]): Found<Record<string, string>> {
  const problems: Problem[] = [];
  const headers = new Map<string, [name: string, value: string]>();
  for (const word of words) {
    const at = word.indexOf(":");
    const name = word.slice(0, at).trim();
    if (at < 1 || !/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name)) {
      problems.push({ path: "--header", message: `must be 'NAME: VALUE', not "${at < 1 ? word : name}"` });
      continue;
    }
    const value = word.slice(at + 1).trim();
    if (/[\r\n\0]/.test(value)) {
      problems.push({ path: "--header", message: `the value of ${name} has a line break` });
      continue;
    }
    const before = headers.get(name.toLowerCase());
    headers.set(name.toLowerCase(), [before?.[0] ?? name, before ? `${before[1]}, ${value}` : value]);
  }
  return { value: Object.fromEntries(headers.values()), problems };
}
