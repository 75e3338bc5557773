import { CliError, usageError } from "../../core/errors.ts";
import { allGlobalFlags } from "../declare/global-flags.ts";
import type { CommandHead, FlagSpec } from "../declare/spec.ts";
import { unknownFlag } from "./foreign-words.ts";
import { lineFor, meantCommand, wordsAfter } from "./unknown-words.ts";
import { withoutAlias } from "./verb-aliases.ts";

export type Route =
  | { to: "command"; head: CommandHead; words: readonly string[] }
  /** Help for the words of a group, or for the program as a whole. */
  | { to: "help"; words: readonly string[] };

/**
 * Finds the command that the arguments name; flags may stand before its words. An unknown word and a group without its
 * verb are exit 2.
 */
export function route(argv: readonly string[], heads: readonly CommandHead[]): Route {
  const names = heads.flatMap((head) => [head.words, ...(head.aliases ?? [])]);
  const words: string[] = [];
  const others: string[] = [];
  let unknownWord: string | undefined;
  for (let at = 0; at < argv.length; at += 1) {
    const word = argv[at] as string;
    if (word === "--" || unknownWord !== undefined) {
      others.push(...argv.slice(at));
      break;
    }
    if (word.startsWith("-") && word.length > 1) {
      others.push(word);
      const value = takesNext(word) ? argv[at + 1] : undefined;
      if (value !== undefined && value !== "--" && globalOf(value) === undefined) {
        others.push(value);
        at += 1;
      }
      continue;
    }
    const longer = [...words, word].join(" ");
    const meant = withoutAlias(longer, names);
    if (names.some((name) => name === longer || name.startsWith(`${longer} `))) words.push(word);
    else if (meant !== undefined) words.splice(0, words.length, ...meant.split(" "));
    else {
      unknownWord = word;
      others.push(word);
    }
  }
  const name = words.join(" ");
  const head = heads.find((each) => each.words === name || each.aliases?.includes(name));
  if (head) return { to: "command", head, words: others };
  if (unknownWord === undefined && (asksHelp(others) || (words.length === 0 && others.length === 0)))
    return { to: "help", words };
  const flag = words.length === 0 && unknownWord === undefined ? unknownGlobal(others[0] ?? "") : undefined;
  if (flag !== undefined) throw flag;
  throw unknown(name, unknownWord === undefined ? [] : untilDashes(others.slice(others.indexOf(unknownWord))), names);
}

/** Error for a line that has only flags and starts with one that is not global. */
function unknownGlobal(word: string): CliError | undefined {
  const name = word.split("=", 1)[0] ?? word;
  const known = allGlobalFlags.flatMap((flag) => [`--${flag.name}`, ...(flag.short ? [`-${flag.short}`] : [])]);
  if (known.includes(name)) return undefined;
  return usageError([unknownFlag(name, name.startsWith("--") ? [...known, "--version"] : [])], "browserctl --help");
}

function takesNext(word: string): boolean {
  const flag = word.includes("=") ? undefined : globalOf(word);
  return flag !== undefined && flag.kind !== "boolean";
}

/** The global flag that a word is, with its value or without. */
function globalOf(word: string): FlagSpec | undefined {
  const name = word.split("=", 1)[0];
  return allGlobalFlags.find((each) => name === `--${each.name}` || (each.short && word === `-${each.short}`));
}

function asksHelp(words: readonly string[]): boolean {
  return untilDashes(words).some((word) => word === "--help" || word === "-h");
}

function untilDashes(words: readonly string[]): readonly string[] {
  const end = words.indexOf("--");
  return end === -1 ? words : words.slice(0, end);
}

/** @param typed the unknown word and the words after it; empty when the verb of a group is missing */
function unknown(group: string, typed: readonly string[], names: readonly string[]): CliError {
  const hint = `browserctl ${group === "" ? "" : `${group} `}--help`;
  const words = typed.filter((word) => !word.startsWith("-"));
  if (words.length === 0) {
    const message = group ? `"${group}" needs a command: ${wordsAfter(group, names).join(", ")}` : "missing command";
    return new CliError("usage", message, { hint });
  }
  const what = `unknown command "${words[0]}"${group ? ` for "${group}"` : ""}`;
  const meant = meantCommand(group, words, names);
  return new CliError("usage", meant === undefined ? what : `${what}; did you mean "${meant}"?`, {
    hint: lineFor(group, words[0] ?? "") ?? hint,
  });
}
