import { Command, Option } from "commander";
import { missingArgument, type Problem } from "../../core/errors.ts";
import { CURRENT_SESSION } from "../../core/session-word.ts";
import { posixWord } from "../../core/shell-quotes.ts";
import type { ArgSpec, CommandSpec, FlagKind, FlagSpec } from "../declare/spec.ts";
import { unknownFlag } from "../route/foreign-words.ts";

/** Typed words, parsed but not yet converted. */
export interface ParsedWords {
  /** Every value given for a flag, in order; `true` and `false` for flags without one. */
  flags: ReadonlyMap<string, readonly (string | boolean)[]>;
  args: readonly string[];
  /** True when the session was omitted; `@current` then takes its place among the arguments. */
  withoutSession: boolean;
  /** Words of the command to run, or those after `--`. */
  rest: readonly string[];
  problems: readonly Problem[];
  /** Names of flags that were typed without their value. */
  valueless: ReadonlySet<string>;
}

/**
 * Parses the words of one command with commander and finds all problems at once: unknown flags, flags without their
 * value, missing and unexpected arguments.
 *
 * @param command its `rest` decides if the words after `--` are kept separate or are arguments
 */
export function parseWords(
  words: readonly string[],
  flags: readonly FlagSpec[],
  args: readonly ArgSpec[],
  command: Pick<CommandSpec, "words" | "rest">,
): ParsedWords {
  const problems: Problem[] = [];
  const values = new Map<string, (string | boolean)[]>();
  const parser = new Command().exitOverride().configureOutput({ writeErr: () => {}, writeOut: () => {} });
  parser.helpOption(false);
  for (const flag of flags) if (mayBeIn(words, flag)) define(parser, flag, values);

  const { ours, rest } = splitRest(words, flags, args.length, command, problems);
  const { whole, valueless } = withValues(ours, flags, problems);
  const { operands, unknown } = parser.parseOptions(whole);

  const names = flags.flatMap(formsOf);
  const unknownFlags = unknown.filter(
    (word, index) => word.startsWith("-") && word !== "-" && !unknown.slice(0, index).includes("--"),
  );
  for (const word of unknownFlags) problems.push(unknownFlagProblem(word, flags, names));
  // Words may include the value of an unknown flag.
  const withoutSession = unknownFlags.length === 0 && lacksSession(operands, args);
  const given = withoutSession ? [CURRENT_SESSION, ...operands] : operands;
  if (unknownFlags.length === 0) checkCount(given, args, problems);
  return { flags: values, args: given, withoutSession, rest, problems, valueless };
}

/**
 * True where the leading session was omitted: exactly one required word is missing, or a choice of the next argument has its
 * place. Otherwise the first word is the session, so that an optional word is never mistaken for it.
 */
function lacksSession(operands: readonly string[], args: readonly ArgSpec[]): boolean {
  const [session, next] = args;
  if (session?.session !== "optional") return false;
  if (operands.length === args.filter((arg) => arg.required).length - 1) return true;
  const isChoice = (word: string | undefined): boolean => word !== undefined && next?.choices?.includes(word) === true;
  return isChoice(operands[0]) && !isChoice(operands[1]);
}

/**
 * Splits off the words of another command. `--` may be omitted where the command is required and has no flags: a flag
 * after its first word could belong to either command, so it is a problem that shows the line to type.
 */
function splitRest(
  words: readonly string[],
  flags: readonly FlagSpec[],
  args: number,
  { words: name, rest: taken }: Pick<CommandSpec, "words" | "rest">,
  problems: Problem[],
): { ours: readonly string[]; rest: readonly string[] } {
  if (!taken) return { ours: words, rest: [] };
  const dashes = words.indexOf("--");
  const ours = dashes === -1 ? words : words.slice(0, dashes);
  const start = taken.required === false ? -1 : operandsOf(ours, flags)[args];
  if (start === undefined || start === -1) return { ours, rest: dashes === -1 ? [] : words.slice(dashes + 1) };
  const rest = words.slice(start);
  const flag = rest.find((word) => /^-./.test(word));
  if (flag !== undefined) {
    const line = ["browserctl", name, ...words.slice(0, start).map(posixWord), "--", ...rest.map(posixWord)].join(" ");
    const sentence = `${flag} could belong to ${name} or to ${rest[0]}; put -- before the command to run: ${line}`;
    problems.push({ path: `"${rest[0]}"`, message: "begins a command that needs -- before it", sentence });
  }
  return { ours: words.slice(0, start), rest };
}

/** Positions of the words that are neither flags nor their values. */
function operandsOf(words: readonly string[], flags: readonly FlagSpec[]): number[] {
  const positions: number[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] as string;
    if (!/^-./.test(word)) positions.push(at);
    else if (flagBefore(word, flags)) at += 1;
  }
  return positions;
}

/**
 * True when commander has to know a flag. Flags that cannot be in the words are not defined, because that takes longer
 * than the rest of parsing.
 */
function mayBeIn(words: readonly string[], flag: FlagSpec): boolean {
  const { short } = flag;
  if (short && words.some((word) => /^-[^-]/.test(word) && word.includes(short))) return true;
  const forms = [`--${flag.name}`, `--no-${flag.name}`];
  return words.some((word) => forms.includes(word.split("=", 1)[0] as string));
}

function define(parser: Command, flag: FlagSpec, values: Map<string, (string | boolean)[]>): void {
  const short = flag.short ? `-${flag.short}, ` : "";
  const valued = takesValue(flag);
  const add = (value: string | boolean): void => {
    const list = values.get(flag.name) ?? [];
    values.set(flag.name, list);
    list.push(value);
  };
  parser.addOption(new Option(`${short}--${flag.name}${valued ? " <value>" : ""}`));
  parser.on(`option:${flag.name}`, (value: string | null | undefined) => add(valued ? String(value) : true));
  if (flag.negatable) {
    parser.addOption(new Option(`--no-${flag.name}`));
    parser.on(`option:no-${flag.name}`, () => add(false));
  }
}

/** The words without the flags that lack their value. Commander would take any word that follows for the value. */
function withValues(
  words: readonly string[],
  flags: readonly FlagSpec[],
  problems: Problem[],
): { whole: string[]; valueless: Set<string> } {
  const whole: string[] = [];
  const valueless = new Set<string>();
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] as string;
    if (word === "--") return { whole: [...whole, ...words.slice(at)], valueless };
    const flag = flagBefore(word, flags);
    if (flag === undefined) {
      whole.push(word);
      continue;
    }
    const value = words[at + 1];
    if (value !== undefined && isValue(value, flag, flags)) {
      whole.push(word, value);
      at += 1;
    } else {
      valueless.add(flag.name);
      problems.push({ path: word, message: noValue(flag, value) });
    }
  }
  return { whole, valueless };
}

/** The flag whose value is the next word: `--output`, `-o`, or the last of `-qo`. */
function flagBefore(word: string, flags: readonly FlagSpec[]): FlagSpec | undefined {
  if (!word.startsWith("-")) return undefined;
  if (word.startsWith("--")) return flags.find((flag) => takesValue(flag) && word === `--${flag.name}`);
  const letters = [...word.slice(1)].map((letter) => flags.find(({ short }) => short === letter));
  const end = letters.findIndex((flag) => flag === undefined || takesValue(flag));
  return end === letters.length - 1 ? letters[end] : undefined;
}

/** Kinds whose values never begin with a dash and a letter. */
const undashed: readonly FlagKind[] = ["duration", "enum", "integer", "number", "since", "time", "viewport"];

/** True when a word may be the value of the flag in front of it. Flags of the command and `--` are not values. */
function isValue(word: string, { choices, kind }: FlagSpec, flags: readonly FlagSpec[]): boolean {
  if (word === "--" || (undashed.includes(kind) && /^--?[a-z]/i.test(word) && !choices?.includes(word))) return false;
  const [name] = word.split("=", 1);
  return !flags.some((flag) => formsOf(flag).includes(name as string) || (flag.short && word === `-${flag.short}`));
}

function noValue({ kind, name }: FlagSpec, next: string | undefined): string {
  if (next === undefined || undashed.includes(kind)) return "needs a value";
  return `needs a value; type one that begins with a dash as --${name}=${next.split("=", 1)[0]}`;
}

function takesValue({ kind }: FlagSpec): boolean {
  return kind !== "boolean";
}

/** Long forms of a flag. */
function formsOf({ name, negatable }: FlagSpec): string[] {
  return [`--${name}`, ...(negatable ? [`--no-${name}`] : [])];
}

function unknownFlagProblem(word: string, flags: readonly FlagSpec[], names: readonly string[]): Problem {
  const [name = word, value] = word.split(/=(.*)/s);
  const known = flags.find(
    (flag) => [`--${flag.name}`, `-${flag.short}`].includes(name) || (flag.negatable && `--no-${flag.name}` === name),
  );
  if (known && value !== undefined) {
    const no = known.negatable ? `; use --${known.name} or --no-${known.name}` : "";
    return { path: name, message: `takes no value${no}` };
  }
  return unknownFlag(name, names);
}

function checkCount(operands: readonly string[], args: readonly ArgSpec[], problems: Problem[]): void {
  args.forEach((arg, index) => {
    if (arg.required && operands[index] === undefined) problems.push(missingArgument(arg.name));
  });
  if (args.at(-1)?.repeat) return;
  for (const extra of operands.slice(args.length)) {
    problems.push({ path: `"${extra}"`, message: "", sentence: `unexpected argument "${extra}"` });
  }
}
