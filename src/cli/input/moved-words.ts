import type { ArgSpec } from "../declare/spec.ts";
import type { ParsedWords } from "./parse.ts";
import { sourceOf } from "./source.ts";

/**
 * Gives the names among the values of `--template` to a flag of the command: `apps init --template scrape` means
 * `--from-template scrape`. Without such a flag, nothing changes.
 */
export function withNamedTemplate(parsed: ParsedWords, flag: string | undefined): ParsedWords {
  const given = parsed.flags.get("template") ?? [];
  const isName = (word: string | boolean): boolean => typeof word === "string" && isNameOfTemplate(word);
  if (flag === undefined || !given.some(isName)) return parsed;
  const flags = new Map(parsed.flags);
  const rest = given.filter((word) => !isName(word));
  if (rest.length > 0) flags.set("template", rest);
  else flags.delete("template");
  flags.set(flag, [...(flags.get(flag) ?? []), ...given.filter(isName)]);
  return { ...parsed, flags };
}

/** True for a literal word without a tag of Liquid: as a template for a result it would print itself. */
function isNameOfTemplate(word: string): boolean {
  return sourceOf(word).from === "literal" && !/\{[{%]/.test(word);
}

/** Gives the words of arguments to the general flags that they stand for: `conformance URL` means `--base-url URL`. */
export function withFlagArguments(parsed: ParsedWords, args: readonly ArgSpec[]): ParsedWords {
  const flags = new Map(parsed.flags);
  const problems = [...parsed.problems];
  for (const [at, word] of parsed.args.entries()) {
    const { flag, name } = args[at] ?? {};
    if (flag === undefined) continue;
    if (flags.has(flag)) problems.push({ path: `<${name}>`, message: `is the same as --${flag}: give one of them` });
    flags.set(flag, [word]);
  }
  return { ...parsed, flags, problems, args: parsed.args.filter((_word, at) => args[at]?.flag === undefined) };
}
