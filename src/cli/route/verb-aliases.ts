import { table } from "../../core/table.ts";

/**
 * Alias verbs from other tools and groups, and the verbs they stand for, in the order in which a group is searched for
 * them.
 */
export const verbAliases = table<readonly string[]>({
  create: ["add"],
  delete: ["remove"],
  get: ["show"],
  ls: ["list"],
  rm: ["delete", "remove"],
  show: ["get"],
});

/**
 * Command words for `words` whose last word is an alias such as `ls`; undefined when it is not an alias, or when the
 * group has no such verb.
 */
export function withoutAlias(words: string, names: readonly string[]): string | undefined {
  const [, before = "", last = ""] = /^(.* )?(\S+)$/.exec(words) ?? [];
  if (before === "") return undefined;
  return verbAliases
    .get(last)
    ?.map((verb) => `${before}${verb}`)
    .find((name) => names.includes(name));
}

/** The other words for a command: `browsers ls` for `browsers list`. */
export function aliasesOf(words: string): string[] {
  const [, before = "", last = ""] = /^(.* )?(\S+)$/.exec(words) ?? [];
  if (before === "") return [];
  return [...verbAliases].flatMap(([alias, verbs]) => (verbs.includes(last) ? [`${before}${alias}`] : []));
}
