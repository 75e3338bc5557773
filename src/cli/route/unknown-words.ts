import { commandLine } from "../../core/command-line.ts";
import { table } from "../../core/table.ts";
import { suggestion } from "./suggest.ts";
import { verbAliases } from "./verb-aliases.ts";

/** First words of other tools, and the commands or groups that do the same here. */
const foreignWords = table<string>({
  attach: "browsers view",
  cookies: "profiles",
  cat: "browsers fs read",
  cp: "browsers fs cp",
  docs: "help",
  down: "local stop",
  install: "local setup",
  jobs: "invocations",
  keys: "api-keys",
  man: "help",
  open: "browsers view",
  proxy: "proxies",
  ps: "browsers list",
  secrets: "credentials",
  server: "local",
  service: "local",
  session: "browsers",
  sessions: "browsers",
  settings: "config",
  ssh: "browsers process exec",
  tabs: "browsers tabs list",
  up: "local start",
});

const executes = "browsers playwright execute";

/** Words of other tools in a group, and the commands that do the same here. */
const foreignCommands = table<string>({
  "apps invoke": "invoke",
  "apps run": "invoke",
  "browsers eval": executes,
  "browsers navigate": "browsers goto",
  "browsers shell": "browsers process exec",
  "browsers title": executes,
});

/** Code for a session's page, by the words that other tools have for it. */
const pageCode = table<string>({
  "browsers title": "return await page.title()",
});

/** Line to type in place of another tool's word in a group; undefined where the suggested command is enough. */
export function lineFor(group: string, word: string): string | undefined {
  const code = pageCode.get(`${group || "browsers"} ${word}`);
  return code === undefined ? undefined : commandLine`browsers playwright execute ID ${code}`;
}

/** Verbs of other tools that are not aliases of commands, and the verbs used here. */
const foreignVerbs = table<readonly string[]>({
  ...Object.fromEntries(verbAliases),
  close: ["delete"],
  describe: ["get", "show"],
  destroy: ["delete"],
  edit: ["update", "set"],
  end: ["delete", "stop"],
  inspect: ["inspect", "get"],
  kill: ["kill", "delete"],
  logs: ["logs", "tail"],
  new: ["create", "add"],
  ps: ["list"],
  remove: ["remove", "delete"],
  rename: ["rename", "update"],
  set: ["set", "update"],
  stop: ["stop", "delete", "cancel"],
  terminate: ["delete"],
});

/**
 * The command or group that unknown words were meant to name: a word of another tool, verb and noun swapped, a verb
 * without its group, a typing error, or the only command of a group.
 *
 * @param group words of the group that was found, or empty
 * @param words the unknown word and those after it, without flags
 * @param names words of all commands
 */
export function meantCommand(group: string, words: readonly string[], names: readonly string[]): string | undefined {
  const [word = "", next] = words;
  const own = group === "" ? [...names] : names.filter((name) => name.startsWith(`${group} `));
  const swapped = next === undefined || group !== "" ? undefined : verbFirst(word, next, names);
  return (
    foreignCommand(group, word) ??
    swapped ??
    (group === "" ? plural(word, next, names) : undefined) ??
    (group === "" ? foreignNoun(word, next, names) : undefined) ??
    shortestEndingIn(verbsFor(word), own) ??
    innerGroup(word, next, own) ??
    (group === "" ? foreignCommand("browsers", word) : undefined) ??
    nearest(group, word, next, names) ??
    (group !== "" && own.length === 1 ? own[0] : undefined)
  );
}

function foreignCommand(group: string, word: string): string | undefined {
  return foreignCommands.get(`${group} ${word}`);
}

function foreignNoun(word: string, next: string | undefined, names: readonly string[]): string | undefined {
  const known = foreignWords.get(word);
  return known === undefined ? undefined : extended(known, next, names);
}

/** `browsers list` for `browser list`. */
function plural(word: string, next: string | undefined, names: readonly string[]): string | undefined {
  return groupsOf(names).includes(`${word}s`) ? extended(`${word}s`, next, names) : undefined;
}

/** `browsers list` for `list browsers` and `ls browser`. */
function verbFirst(verb: string, noun: string, names: readonly string[]): string | undefined {
  const nouns = groupsOf(names);
  const group = nouns.includes(noun) ? noun : (foreignWords.get(noun) ?? suggestion(noun, nouns));
  return verbsFor(verb)
    .map((each) => `${group} ${each}`)
    .find((name) => names.includes(name));
}

function verbsFor(word: string): readonly string[] {
  return [word, ...(foreignVerbs.get(word) ?? [])];
}

/**
 * The command with the fewest words that ends in one of the verbs; the local service's command is preferred among
 * equals.
 */
function shortestEndingIn(verbs: readonly string[], names: readonly string[]): string | undefined {
  const length = (name: string): number => name.split(" ").length;
  return names
    .filter((name) => verbs.some((verb) => name.endsWith(` ${verb}`)))
    .sort((a, b) => length(a) - length(b) || Number(b.startsWith("local ")) - Number(a.startsWith("local ")))[0];
}

/** `browsers computer click` for `computer click`. */
function innerGroup(word: string, next: string | undefined, names: readonly string[]): string | undefined {
  const group = groupsOf(names).find((each) => each.endsWith(` ${word}`));
  return group === undefined ? undefined : extended(group, next, names);
}

function groupsOf(names: readonly string[]): string[] {
  return [...new Set(names.map((name) => name.split(" ").slice(0, -1).join(" ")))].filter((group) => group !== "");
}

/** The words nearest to the typed one, with the next word where that forms a command. */
function nearest(group: string, word: string, next: string | undefined, names: readonly string[]): string | undefined {
  const match = suggestion(word, wordsAfter(group, names));
  if (match === undefined) return undefined;
  return extended(group === "" ? match : `${group} ${match}`, next, names);
}

/** A group with the verb that was typed after it, or with a similar verb. */
function extended(group: string, verb: string | undefined, names: readonly string[]): string {
  const after = wordsAfter(group, names);
  if (verb === undefined || after.length === 0) return group;
  const found = verbsFor(verb).find((each) => after.includes(each)) ?? suggestion(verb, after);
  return found === undefined ? group : `${group} ${found}`;
}

/** Words that may follow those of a group. */
export function wordsAfter(group: string, names: readonly string[]): string[] {
  const prefix = group === "" ? "" : `${group} `;
  const after = names.filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length).split(" ")[0]);
  return [...new Set(after.filter((word) => word !== undefined))];
}
