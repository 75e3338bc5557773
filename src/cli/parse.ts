import { Command, CommanderError, Option } from "commander";
import { missingArgument, type Problem } from "../core/errors.ts";
import { foreignFlagHint } from "./foreign-words.ts";
import type { ArgSpec, FlagSpec } from "./spec.ts";
import { didYouMean } from "./suggest.ts";

/** Words as they were typed, taken apart but not yet converted. */
export interface ParsedWords {
  /** Every value given for a flag, in order; `true` and `false` for flags without one. */
  flags: ReadonlyMap<string, readonly (string | boolean)[]>;
  args: readonly string[];
  /** Words after `--`. */
  rest: readonly string[];
  problems: readonly Problem[];
}

/**
 * Parses the words of one command with commander and finds all problems at once: unknown flags, flags without their
 * value, missing and unexpected arguments.
 *
 * @param withRest the words after `--` are kept apart instead of being arguments
 */
export function parseWords(
  words: readonly string[],
  flags: readonly FlagSpec[],
  args: readonly ArgSpec[],
  withRest: boolean,
): ParsedWords {
  const problems: Problem[] = [];
  const values = new Map<string, (string | boolean)[]>();
  const parser = new Command().exitOverride().configureOutput({ writeErr: () => {}, writeOut: () => {} });
  parser.helpOption(false);
  for (const flag of flags) if (mayBeIn(words, flag)) define(parser, flag, values);

  const dashes = words.indexOf("--");
  const ours = withRest && dashes !== -1 ? words.slice(0, dashes) : [...words];
  const rest = withRest && dashes !== -1 ? words.slice(dashes + 1) : [];
  const { operands, unknown } = parseOptions(parser, ours, values, problems);

  const names = flags.flatMap((flag) => [`--${flag.name}`, ...(flag.negatable ? [`--no-${flag.name}`] : [])]);
  const unknownFlags = unknown.filter(
    (word, index) => word.startsWith("-") && word !== "-" && !unknown.slice(0, index).includes("--"),
  );
  for (const word of unknownFlags) problems.push(unknownFlagProblem(word, flags, names));
  if (unknownFlags.length === 0) checkCount(operands, args, withRest, problems);
  return { flags: values, args: operands, rest, problems };
}

/** True when commander has to know a flag: defining the many that were not typed takes longer than all the rest. */
function mayBeIn(words: readonly string[], flag: FlagSpec): boolean {
  const { short } = flag;
  if (short && words.some((word) => /^-[^-]/.test(word) && word.includes(short))) return true;
  const forms = [`--${flag.name}`, `--no-${flag.name}`];
  return words.some((word) => forms.includes(word.split("=", 1)[0] as string));
}

function define(parser: Command, flag: FlagSpec, values: Map<string, (string | boolean)[]>): void {
  const short = flag.short ? `-${flag.short}, ` : "";
  const takesValue = flag.kind !== "boolean";
  const add = (value: string | boolean): void => {
    const list = values.get(flag.name) ?? [];
    values.set(flag.name, list);
    list.push(value);
  };
  parser.addOption(new Option(`${short}--${flag.name}${takesValue ? " <value>" : ""}`));
  parser.on(`option:${flag.name}`, (value: string | null | undefined) => add(takesValue ? String(value) : true));
  if (flag.negatable) {
    parser.addOption(new Option(`--no-${flag.name}`));
    parser.on(`option:no-${flag.name}`, () => add(false));
  }
}

/** Runs commander; a last flag without its value becomes a problem, and the words before it are parsed again. */
function parseOptions(
  parser: Command,
  words: readonly string[],
  values: Map<string, (string | boolean)[]>,
  problems: Problem[],
): { operands: string[]; unknown: string[] } {
  try {
    return parser.parseOptions([...words]);
  } catch (error) {
    if (!(error instanceof CommanderError) || error.code !== "commander.optionMissingArgument") throw error;
    problems.push({ path: String(words.at(-1)), message: "needs a value" });
    values.clear();
    return parseOptions(parser, words.slice(0, -1), values, problems);
  }
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
  return { path: name, message: `unknown flag${foreignFlagHint(name) || didYouMean(name, names)}` };
}

function checkCount(
  operands: readonly string[],
  args: readonly ArgSpec[],
  withRest: boolean,
  problems: Problem[],
): void {
  args.forEach((arg, index) => {
    if (arg.required && operands[index] === undefined) problems.push(missingArgument(arg.name));
  });
  if (args.at(-1)?.repeat) return;
  for (const extra of operands.slice(args.length)) {
    const way = withRest ? "; put the command to run after --" : "";
    problems.push({ path: `"${extra}"`, message: way, sentence: `unexpected argument "${extra}"${way}` });
  }
}
