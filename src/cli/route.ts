import { CliError } from "../core/errors.ts";
import { allGlobalFlags } from "./global-flags.ts";
import type { CommandSpec } from "./spec.ts";
import { didYouMean } from "./suggest.ts";

export type Route =
  | { to: "command"; spec: CommandSpec; words: readonly string[] }
  /** Help for the words of a group, or for everything. */
  | { to: "help"; words: readonly string[] };

/**
 * Finds the command that the arguments name; flags may stand before its words. An unknown word and a group without its
 * verb are exit 2.
 */
export function route(argv: readonly string[], specs: readonly CommandSpec[]): Route {
  const names = specs.flatMap((spec) => [spec.words, ...(spec.aliases ?? [])]);
  const words: string[] = [];
  const others: string[] = [];
  let stranger: string | undefined;
  for (let at = 0; at < argv.length; at += 1) {
    const word = argv[at] as string;
    if (word === "--" || stranger !== undefined) {
      others.push(...argv.slice(at));
      break;
    }
    if (word.startsWith("-") && word.length > 1) {
      others.push(word);
      const value = takesNext(word) ? argv[at + 1] : undefined;
      if (value !== undefined) {
        others.push(value);
        at += 1;
      }
      continue;
    }
    const longer = [...words, word].join(" ");
    if (names.some((name) => name === longer || name.startsWith(`${longer} `))) words.push(word);
    else {
      stranger = word;
      others.push(word);
    }
  }
  const name = words.join(" ");
  const spec = specs.find((each) => each.words === name || each.aliases?.includes(name));
  if (spec) return { to: "command", spec, words: others };
  if (stranger === undefined && (asksHelp(others) || (words.length === 0 && others.length === 0)))
    return { to: "help", words };
  throw unknown(name, stranger, names);
}

function takesNext(word: string): boolean {
  const flag = allGlobalFlags.find((each) => word === `--${each.name}` || (each.short && word === `-${each.short}`));
  return flag !== undefined && flag.kind !== "boolean";
}

function asksHelp(words: readonly string[]): boolean {
  const end = words.indexOf("--");
  return (end === -1 ? words : words.slice(0, end)).some((word) => word === "--help" || word === "-h");
}

function unknown(group: string, stranger: string | undefined, names: readonly string[]): CliError {
  const prefix = group ? `${group} ` : "";
  const next = [
    ...new Set(
      names.filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length).split(" ")[0] ?? ""),
    ),
  ];
  const hint = `browserctl ${prefix}--help`;
  if (stranger === undefined) {
    const message = group ? `"${group}" needs a command: ${next.join(", ")}` : "a command is missing";
    return new CliError("usage", message, { hint });
  }
  const what = group ? `unknown command "${stranger}" for "${group}"` : `unknown command "${stranger}"`;
  // A verb typed first, or a noun in the singular, is the most common slip.
  const elsewhere = names.filter((name) => name.endsWith(` ${stranger}`));
  const more = didYouMean(stranger, next, (match) => `"${prefix}${match}"`);
  const verbFirst = more === "" && elsewhere.length > 0 ? `; did you mean "${elsewhere[0]}"?` : "";
  return new CliError("usage", `${what}${more || verbFirst}`, { hint });
}
