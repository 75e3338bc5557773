import type { ParsedWords } from "./parse.ts";

/** Names of templates, such as those of `apps init`; a Liquid template for a result has other characters. */
const NAME = /^[a-z][\w-]*$/i;

/**
 * Gives the plain names among the values of `--template` to a flag of the command: `apps init --template scrape` means
 * `--from-template scrape`. Without such a flag, nothing changes.
 */
export function withNamedTemplate(parsed: ParsedWords, flag: string | undefined): ParsedWords {
  const given = parsed.flags.get("template") ?? [];
  const isName = (word: string | boolean): boolean => typeof word === "string" && NAME.test(word);
  if (flag === undefined || !given.some(isName)) return parsed;
  const flags = new Map(parsed.flags);
  const rest = given.filter((word) => !isName(word));
  if (rest.length > 0) flags.set("template", rest);
  else flags.delete("template");
  flags.set(flag, [...(flags.get(flag) ?? []), ...given.filter(isName)]);
  return { ...parsed, flags };
}
