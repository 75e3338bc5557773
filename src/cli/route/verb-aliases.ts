/** Verbs of other tools and groups, and the verbs they stand for here, in the order in which a group is asked for them. */
export const verbAliases: Readonly<Record<string, readonly string[]>> = {
  create: ["add"],
  delete: ["remove"],
  get: ["show"],
  ls: ["list"],
  rm: ["delete", "remove"],
  show: ["get"],
};

/**
 * The command words that `words` stand for when their last word is an alias such as `ls`; undefined when it is none, or
 * when the group has no such verb.
 */
export function withoutAlias(words: string, names: readonly string[]): string | undefined {
  const [, before = "", last = ""] = /^(.* )?(\S+)$/.exec(words) ?? [];
  if (before === "" || !Object.hasOwn(verbAliases, last)) return undefined;
  return verbAliases[last]?.map((verb) => `${before}${verb}`).find((name) => names.includes(name));
}

/** The other words for a command: `browsers ls` for `browsers list`. */
export function aliasesOf(words: string): string[] {
  const [, before = "", last = ""] = /^(.* )?(\S+)$/.exec(words) ?? [];
  if (before === "") return [];
  return Object.entries(verbAliases).flatMap(([alias, verbs]) => (verbs.includes(last) ? [`${before}${alias}`] : []));
}
