import type { PlainOperation } from "../contract/plain.ts";
import { commandArgs, commandFlags } from "./field-flags.ts";
import { globalFlags, needsOf } from "./global-flags.ts";
import type { ArgSpec, CommandSpec, Example, FlagSpec, RestWords } from "./spec.ts";
import { aliasesOf } from "./verb-aliases.ts";

/** `browserctl browsers curl <id> <url> [flags]`. */
function usageLine(spec: CommandSpec, args: readonly ArgSpec[]): string {
  const words = args.map((arg) => {
    const word = `${arg.name}${arg.repeat ? "..." : ""}`;
    return arg.required ? `<${word}>` : `[${word}]`;
  });
  const rest = spec.rest ? ["[flags]", restWords(spec.rest)] : ["[flags]"];
  return ["browserctl", spec.words, ...words, ...rest].join(" ");
}

/** `-- COMMAND [ARG...]`, in brackets where it may be omitted. */
export function restWords({ name, required }: RestWords): string {
  return required === false ? `[-- ${name}]` : `-- ${name}`;
}

/** The help of one command. */
export function commandHelp(spec: CommandSpec, operation: PlainOperation | undefined): string {
  const args = commandArgs(spec, operation);
  const own = commandFlags(spec, operation);
  const general = globalFlags(spec, needsOf(operation));
  const sections = [`${spec.summary ?? operation?.summary ?? ""}.`];
  const description = spec.description ?? operation?.description;
  if (description) sections.push(wrap(description, 80).join("\n"));
  sections.push(`Usage:\n  ${usageLine(spec, args)}`);
  const aliases = [...(spec.aliases ?? []), ...aliasesOf(spec.words)];
  if (aliases.length > 0)
    sections.push(`Also called:\n  ${aliases.map((alias) => `browserctl ${alias}`).join("\n  ")}`);
  const rest = spec.rest ? [[`-- ${spec.rest.name}`, spec.rest.summary] as const] : [];
  if (args.length + rest.length > 0) {
    sections.push(`Arguments:\n${pairLines([...args.map((arg) => [arg.name, argSummary(arg)] as const), ...rest])}`);
  }
  if (own.length > 0) sections.push(`Flags:\n${pairLines(own.map((flag) => [flagTerm(flag), flagSummary(flag)]))}`);
  sections.push(`Examples:\n${spec.examples.map((each) => `  # ${each.does}\n  $ ${exampleLine(each)}`).join("\n")}`);
  sections.push(`General flags:\n${pairLines(general.map((flag) => [flagTerm(flag), flagSummary(flag)]))}`);
  return `${sections.join("\n\n")}\n`;
}

/** An example as it is typed. */
export function exampleLine({ before, line }: Example): string {
  return `${before === undefined ? "" : `${before} `}browserctl ${line}`;
}

function argSummary(arg: ArgSpec): string {
  return arg.kind === "text" ? `${arg.summary}; -, @file or env:NAME` : arg.summary;
}

/** `-X, --method METHOD`. */
function flagTerm(flag: FlagSpec): string {
  const short = flag.short ? `-${flag.short}, ` : "    ";
  const name = flag.kind === "boolean" && flag.negatable ? `--[no-]${flag.name}` : `--${flag.name}`;
  return flag.kind === "boolean" ? `${short}${name}` : `${short}${name} ${flagPlaceholder(flag)}`;
}

const placeholders = {
  string: "TEXT",
  text: "TEXT",
  integer: "N",
  number: "N",
  boolean: "",
  duration: "TIME",
  since: "TIME",
  pairs: "KEY=VALUE",
  viewport: "WxH",
  reference: "ID|NAME",
};

function flagPlaceholder(flag: FlagSpec): string {
  if (flag.placeholder) return flag.placeholder;
  return flag.kind === "enum" ? (flag.choices ?? []).join("|") : placeholders[flag.kind];
}

function flagSummary(flag: FlagSpec): string {
  const notes = [
    flag.kind === "enum" && flag.placeholder && flag.choices && flag.choices.length > 1
      ? flag.choices.join(", ")
      : undefined,
    flag.kind === "text" && !flag.summary.includes("@file") ? "-, @file or env:NAME" : undefined,
    flag.repeat || flag.kind === "pairs" ? "repeatable" : undefined,
    flag.required ? "required" : undefined,
    flag.default !== undefined && flag.default !== "false" ? `default ${flag.default}` : undefined,
  ].filter((note) => note !== undefined);
  return notes.length > 0 ? `${flag.summary} (${notes.join("; ")})` : flag.summary;
}

/** Two aligned columns, the second wrapped. */
export function pairLines(pairs: readonly (readonly [string, string])[]): string {
  const width = Math.min(30, Math.max(...pairs.map(([term]) => term.length)));
  return pairs
    .flatMap(([term, text]) => {
      const [first = "", ...more] = wrap(text, 80 - width - 4);
      const lead =
        term.length > width ? [`  ${term}`, `  ${" ".repeat(width)}  ${first}`] : [`  ${term.padEnd(width)}  ${first}`];
      return [...lead, ...more.map((line) => `  ${" ".repeat(width)}  ${line}`)];
    })
    .map((line) => line.trimEnd())
    .join("\n");
}

/** Words of a text as lines of at most `width` characters. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line ? `${line} ${word}` : word;
  }
  return [...lines, line];
}
