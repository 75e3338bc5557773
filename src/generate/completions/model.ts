import { commandArgs, commandFlags } from "../../cli/declare/field-flags.ts";
import { allGlobalFlags, globalFlags, needsOf } from "../../cli/declare/global-flags.ts";
import type { ArgSpec, CommandSpec, FlagSpec } from "../../cli/declare/spec.ts";
import type { Group } from "../../cli/help/help-groups.ts";
import { topics } from "../../cli/help/topics/index.ts";
import { shells } from "../../commands/completion/lib/shells.ts";
import { families } from "../../commands/explain/lib/catalogue.ts";
import { type WaitKind, kinds as waitKinds } from "../../commands/wait/lib/kinds.ts";
import type { PlainOperation, PlainSchema } from "../../contract/plain.ts";
import { knownMembers } from "../../settings/model.ts";
import { CompletionSources } from "./sources.ts";

/** Time limit of the program that a script asks for records, in seconds. The program itself ends far earlier. */
export const MAX_ANSWER_SECONDS = 2;

/** Maximum number of records that a script offers. */
export const MAX_ANSWERS = 1_000;

/** A word that can be typed, and its description. */
export interface Choice {
  readonly word: string;
  readonly summary: string;
}

/** Suggestions for a value: words, words and records from the program, files, a text that may be `@file`, or none. */
export type Value =
  | { readonly of: "words"; readonly words: readonly string[] }
  | { readonly of: "records"; readonly source: string; readonly words: readonly string[] }
  | { readonly of: "file" | "source" | "other" };

export interface CompletionFlag {
  /** With its dashes: `--output`. */
  readonly long: string;
  /** The form that turns it off: `--no-headless`. */
  readonly negation?: string;
  /** With its dash: `-o`. */
  readonly short?: string;
  readonly summary: string;
  /** The word for the value, where the flag takes one. */
  readonly placeholder?: string;
  /** Absent for a flag without a value. */
  readonly value?: Value;
  readonly repeat: boolean;
}

export interface CompletionArg {
  readonly name: string;
  readonly value: Value;
  readonly repeat: boolean;
}

/** The root, a group or a command: one state of the words typed so far. */
export interface CompletionNode {
  /** The words that lead here; "" for the program itself. */
  readonly path: string;
  /** The words that may follow, in the order of help. */
  readonly children: readonly Choice[];
  /** Flags of this command beside the general ones; for a group and the root, those that may stand before its words. */
  readonly flags: readonly CompletionFlag[];
  readonly args: readonly CompletionArg[];
  /** Takes a command line after `--`. */
  readonly rest: boolean;
}

export interface CompletionModel {
  /** Flags that every command has and that may stand anywhere before `--`. */
  readonly general: readonly CompletionFlag[];
  readonly nodes: readonly CompletionNode[];
  /** Words that `help` accepts in addition to the words of commands. */
  readonly help: Choice;
  readonly helpTopics: readonly Choice[];
  /** First words that are followed by the words of commands: `help` and commands about commands. */
  readonly beforeCommands: readonly string[];
}

/** Codes that `explain` knows, without the hundreds of network errors. */
const codes = families()
  .filter(({ family }) => family !== "network-error")
  .flatMap(({ entries }) => entries.map(({ code }) => code));

/** Arguments with a fixed set of values, by command and name; the declarations know them only as text. */
const argumentWords: Readonly<Record<string, readonly string[]>> = {
  "api method": ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD"],
  "config get key": knownMembers.values,
  "config set key": knownMembers.values,
  "config unset key": knownMembers.values,
  "explain code": [...new Set(codes)],
  "completion shell": shells,
  "completion install shell": shells,
  "completion uninstall shell": shells,
};

const help: Choice = { word: "help", summary: "Show help on a command or a topic" };

/** Commands whose arguments are the words of a command. */
const aboutCommands = ["schema"];

/** Content of the scripts of all shells, derived from the declarations. */
export function completionModel(
  commands: readonly CommandSpec[],
  operations: readonly PlainOperation[],
  groups: readonly Group[],
): CompletionModel {
  const sources = new CompletionSources(operations);
  const found = commands.map((spec) => {
    const operation = operations.find((each) => each.id === spec.operation);
    if (spec.operation !== undefined && !operation) throw new Error(`"${spec.words}": no operation ${spec.operation}`);
    return { spec, operation, flags: flagsOf(spec, operation, sources) };
  });
  const general =
    found[0]?.flags.filter((flag) => found.every(({ flags }) => flags.some((each) => same(each, flag)))) ?? [];
  const isGeneral = (flag: CompletionFlag): boolean => general.some((each) => same(each, flag));

  const nodes = new Map<string, CompletionNode>();
  const summaries = new Map<string, string>(groups.map((group) => [group.words, group.summary]));
  for (const { spec, operation, flags } of found) {
    for (const words of [spec.words, ...(spec.aliases ?? [])]) {
      summaries.set(words, summaryOf(spec, operation));
      nodes.set(words, {
        path: words,
        children: [],
        flags: flags.filter((flag) => !isGeneral(flag)),
        args: commandArgs(spec, operation).map((arg) => argOf(spec, operation, arg, sources)),
        rest: spec.rest !== undefined,
      });
    }
  }
  for (const path of groupPaths([...nodes.keys()])) nodes.set(path, groupNode(path, nodes, summaries));
  const known = new Set(nodes.get("")?.children.map(({ word }) => word));
  const helpTopics = topics
    .filter(({ name }) => !known.has(name))
    .map(({ name, summary }) => ({ word: name, summary }));
  const beforeCommands = [help.word, ...aboutCommands.filter((word) => known.has(word))];
  const sorted = [...nodes.values()].sort((a, b) => compare(a.path, b.path));
  return { general, nodes: sorted, help, helpTopics, beforeCommands };
}

const versionFlag: CompletionFlag = { long: "--version", short: "-V", summary: "Print the version", repeat: false };

const globalNames = new Set(allGlobalFlags.map((flag) => `--${flag.name}`));

/** Node of a group, of the root, or of a command that begins the words of others; from the nodes below it. */
function groupNode(
  path: string,
  nodes: ReadonlyMap<string, CompletionNode>,
  summaries: ReadonlyMap<string, string>,
): CompletionNode {
  const prefix = path === "" ? "" : `${path} `;
  const below = [...nodes].filter(([words]) => words.startsWith(prefix) && words !== path);
  const next = [...new Set(below.map(([words]) => words.slice(prefix.length).split(" ")[0] ?? ""))];
  const before = below.flatMap(([, node]) => node.flags).filter((flag) => globalNames.has(flag.long));
  const own = nodes.get(path);
  return {
    args: [],
    rest: false,
    ...own,
    path,
    children: next.map((word) => ({ word, summary: summaries.get(prefix + word) ?? "" })),
    flags: [...(own?.flags ?? []), ...uniqueFlags(before), ...(path === "" ? [versionFlag] : [])],
  };
}

/** Every path with further words after it, including the root. */
function groupPaths(commandPaths: readonly string[]): string[] {
  const paths = commandPaths.flatMap((path) => {
    const words = path.split(" ");
    return words.map((_, at) => words.slice(0, at).join(" "));
  });
  // Deepest first, because flags of a group are collected from its commands.
  return [...new Set(paths)].sort((a, b) => b.split(" ").length - a.split(" ").length || compare(b, a));
}

function flagsOf(
  spec: CommandSpec,
  operation: PlainOperation | undefined,
  sources: CompletionSources,
): CompletionFlag[] {
  const needs = needsOf(operation);
  const flags = [...commandFlags(spec, operation), ...globalFlags(spec, needs)];
  return uniqueFlags(
    flags.map((flag) => {
      const named = flagOf(flag, operation, sources.ofFlag(spec, operation, flag));
      const words = flag.name === "for" ? conditionWords(spec, operation) : [];
      return words.length > 0 ? { ...named, value: { of: "words", words } as const } : named;
    }),
  );
}

function flagOf(flag: FlagSpec, operation: PlainOperation | undefined, source: string | undefined): CompletionFlag {
  const summary = oneLine(flag.summary);
  const repeat = flag.repeat === true || flag.kind === "pairs";
  const named = {
    long: `--${flag.name}`,
    ...(flag.short !== undefined && { short: `-${flag.short}` }),
    summary,
    repeat,
  };
  if (flag.kind !== "boolean") {
    const value: Value =
      source === undefined
        ? flagValue(flag, operation)
        : { of: "records", source, words: Object.keys(flag.meanings ?? {}) };
    return { ...named, placeholder: flag.placeholder ?? flag.kind.toUpperCase(), value };
  }
  return flag.negatable ? { ...named, negation: `--no-${flag.name}` } : named;
}

function flagValue(flag: FlagSpec, operation: PlainOperation | undefined): Value {
  if (flag.choices && flag.choices.length > 0) return { of: "words", words: flag.choices };
  if (flag.kind === "text") return { of: "source" };
  if (flag.kind === "pairs" && flag.meanings) return pairWords(flag, Object.keys(flag.meanings), operation);
  if (flag.kind !== "string") return { of: "other" };
  if (/^(FILE|PATH|DIR)$/.test(flag.placeholder ?? "")) return { of: "file" };
  return { of: flag.summary.includes("@file") ? "source" : "other" };
}

/** Conditions of a command that waits: fields of its record with each of their values, and `deleted`. */
function conditionWords({ words }: CommandSpec, operation: PlainOperation | undefined): string[] {
  const kind: WaitKind | undefined = Object.entries(waitKinds).find(([name]) => words === `wait ${name}`)?.[1];
  if (!kind) return [];
  const fields = Object.entries(operation?.response.schema?.properties ?? {}).flatMap(([name, schema]) => {
    const values = kind.values?.[name] ?? branches(schema).flatMap((each) => each.enum ?? []);
    return values.flatMap((value) => (typeof value === "string" ? [`${name}=${value}`] : []));
  });
  return [...(kind.deletable ? ["deleted"] : []), ...fields];
}

/** Each member of the field of a flag with each value: `console=on`. */
function pairWords({ field }: FlagSpec, values: readonly string[], operation: PlainOperation | undefined): Value {
  const [part, ...path] = field ?? [];
  const members = path.reduce(
    (schemas, name) => schemas.flatMap((schema) => branches(schema.properties?.[name])),
    part === undefined ? [] : branches(operation?.[part]),
  );
  const keys = members.flatMap(({ properties }) => Object.keys(properties ?? {}));
  if (keys.length === 0) return { of: "other" };
  return { of: "words", words: keys.flatMap((key) => values.map((value) => `${key}=${value}`)) };
}

/** A schema and the alternatives of its unions. */
function branches(schema: PlainSchema | undefined): PlainSchema[] {
  return schema ? [schema, ...(schema.anyOf ?? []).flatMap(branches)] : [];
}

const argumentKinds = {
  string: "other",
  text: "source",
  path: "file",
  "remote-path": "other",
  integer: "other",
  point: "other",
} as const;

function argOf(
  spec: CommandSpec,
  operation: PlainOperation | undefined,
  arg: ArgSpec,
  sources: CompletionSources,
): CompletionArg {
  const words = arg.choices ?? argumentWords[`${spec.words} ${arg.name}`];
  const source = sources.ofArg(spec, operation, arg);
  const known: Value | undefined =
    source === undefined ? words && { of: "words", words } : { of: "records", source, words: words ?? [] };
  return { name: arg.name, value: known ?? { of: argumentKinds[arg.kind ?? "string"] }, repeat: arg.repeat === true };
}

function summaryOf(spec: CommandSpec, operation: PlainOperation | undefined): string {
  return oneLine(spec.summary ?? operation?.summary ?? "");
}

/** Flags without duplicate names; the first one stays. */
function uniqueFlags(flags: readonly CompletionFlag[]): CompletionFlag[] {
  return flags.filter((flag, at) => flags.findIndex((each) => each.long === flag.long) === at);
}

function same(a: CompletionFlag, b: CompletionFlag): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/** Makes a summary fit on one line of a list: characters that would break the line or the terminal become spaces. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim();
}

/** All forms of a flag, the long one first. */
export function forms({ long, short, negation }: CompletionFlag): string[] {
  return [long, ...(short === undefined ? [] : [short]), ...(negation === undefined ? [] : [negation])];
}
