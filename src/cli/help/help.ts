import type { PlainOperation } from "../../contract/plain.ts";
import { operationHeads } from "../../generated/operation-heads.ts";
import { commandArgs, commandFlags, mustBeTyped } from "../declare/field-flags.ts";
import { limitsOf, notYetSaid, schemaOfArg, schemaOfFlag } from "../declare/field-limits.ts";
import { globalFlags, needsOf } from "../declare/global-flags.ts";
import type { ArgSpec, CommandSpec, FlagSpec, RestWords } from "../declare/spec.ts";
import { aliasesOf } from "../route/verb-aliases.ts";
import { exitsOf } from "./help-exits.ts";
import { entries, type HelpEntry, type HelpPage, type HelpSection, lines, section, text } from "./help-page.ts";
import type { Related } from "./help-related.ts";

/** Topics that every command's help points to. */
const everyTopic = ["flags", "exit-codes"];

/** `browserctl browsers curl <id> <url> [flags]`. */
function usageLine(spec: CommandSpec, args: readonly ArgSpec[]): string {
  const rest = spec.rest ? ["[flags]", restWords(spec.rest)] : ["[flags]"];
  return ["browserctl", spec.words, ...args.map(argWord), ...rest].join(" ");
}

/** An argument in a usage line: `<id>`, `[name]`, `<path...>`. */
export function argWord(arg: ArgSpec): string {
  const word = `${arg.name}${arg.repeat ? "..." : ""}`;
  return mustBeTyped(arg) ? `<${word}>` : `[${word}]`;
}

/** `-- COMMAND [ARG...]`, in brackets where it may be omitted. */
export function restWords({ name, required }: RestWords): string {
  return required === false ? `[-- ${name}]` : `-- ${name}`;
}

/** The help of one command as data: summary, usage, arguments, flags, examples, exit codes, API operation, related pages. */
export function helpOf(
  spec: CommandSpec,
  operation: PlainOperation | undefined,
  related: Related = { commands: [], topics: [] },
): HelpPage {
  const args = commandArgs(spec, operation);
  const own = commandFlags(spec, operation);
  const general = globalFlags(spec, needsOf(operation));
  const description = spec.description ?? operation?.description;
  const aliases = [...(spec.aliases ?? []), ...aliasesOf(spec.words)];
  const rest: HelpEntry[] = spec.rest ? [[`-- ${spec.rest.name}`, spec.rest.summary]] : [];
  const argEntries = [...args.map((arg): HelpEntry => [arg.name, argSummary(arg, operation)]), ...rest];
  const exits = exitsOf(spec, operation);
  const topics = [...new Set([...related.topics, ...everyTopic])];
  const sections: (HelpSection | undefined)[] = [
    description === undefined ? undefined : { blocks: [text(description)] },
    section("Usage", text(usageLine(spec, args))),
    aliases.length > 0 ? section("Also called", lines(...aliases.map((alias) => `browserctl ${alias}`))) : undefined,
    argEntries.length > 0 ? section("Arguments", entries(argEntries)) : undefined,
    own.length > 0
      ? section("Flags", entries(own.map((flag) => [flagTerm(flag), flagSummary(flag, operation)])))
      : undefined,
    section("Examples", { kind: "examples", examples: spec.examples }),
    section("General flags", { kind: "names", names: general.map(shortFlag) }),
    exits.length > 0 ? section("Exit codes", entries(exits)) : undefined,
    callsOf(spec, operation).length > 0
      ? section("API", lines(...callsOf(spec, operation).flatMap(broken)))
      : undefined,
    section("See also", { kind: "pages", commands: related.commands, topics }),
  ];
  return {
    name: spec.words,
    summary: spec.summary ?? operation?.summary ?? "",
    sections: sections.filter((each) => each !== undefined),
  };
}

/** Maximum width of a call in help, in columns: those of a usual terminal without the indentation. */
const MAX_CALL_WIDTH = 78;

/** Operations that a command calls, each as `GET /browsers/{id_or_name}`. */
export function callsOf(spec: CommandSpec, operation: PlainOperation | undefined): string[] {
  const others = [...(spec.hostedBy ? [spec.hostedBy] : []), ...(spec.calls ?? [])]
    .map((id) => operationHeads[id])
    .map(({ method, path }) => `${method} ${path}`);
  return operation ? [operationLine(operation, spec), ...others] : others;
}

/** Line of a call, with its notes on a line of their own where one line has no room for both. */
function broken(call: string): string[] {
  const at = call.indexOf(" (");
  return call.length > MAX_CALL_WIDTH && at >= 0 ? [call.slice(0, at), `  ${call.slice(at + 1)}`] : [call];
}

/** `GET /browsers/{id_or_name}`, with the limits of its use. */
function operationLine(
  { method, path, localOnly, hostedOnly, needs, deprecated }: PlainOperation,
  { hostedBy, service }: Pick<CommandSpec, "hostedBy" | "service">,
): string {
  const notes = [
    ...(localOnly && service !== "local" ? [hostedBy ? "local service" : "local service only"] : []),
    ...(hostedOnly ? ["hosted service only"] : []),
    ...(needs === "organization" ? ["needs an API key of the organization"] : []),
    ...(deprecated ? [`deprecated, removed on ${deprecated.removal}: use ${deprecated.replacement}`] : []),
  ];
  return `${method} ${path}${notes.length > 0 ? ` (${notes.join("; ")})` : ""}`;
}

/** Names of a flag: `-o/--output`. */
function shortFlag({ name, short }: FlagSpec): string {
  return short === undefined ? `--${name}` : `-${short}/--${name}`;
}

export function argSummary(arg: ArgSpec, operation: PlainOperation | undefined): string {
  const limits = notYetSaid(arg.summary, limitsOf(schemaOfArg(arg, operation), undefined));
  const withLimits = limits.length > 0 ? `${arg.summary} (${limits.join("; ")})` : arg.summary;
  return arg.kind === "text" ? `${withLimits}; -, @file or env:NAME` : withLimits;
}

/** `-X, --method METHOD`. */
export function flagTerm(flag: FlagSpec): string {
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
  time: "TIME",
  pairs: "KEY=VALUE",
  viewport: "WxH",
  reference: "ID|NAME",
  "remote-path": "PATH",
};

function flagPlaceholder(flag: FlagSpec): string {
  if (flag.placeholder) return flag.placeholder;
  return flag.kind === "enum" ? (flag.choices ?? []).join("|") : placeholders[flag.kind];
}

/** Meaning of a flag, with its values, limits and default in brackets. */
export function flagSummary(flag: FlagSpec, operation: PlainOperation | undefined): string {
  const notes = [
    flag.kind === "enum" && flag.placeholder && flag.choices && flag.choices.length > 1
      ? flag.choices.join(", ")
      : undefined,
    flag.kind === "text" && !flag.summary.includes("@file") ? "-, @file or env:NAME" : undefined,
    ...notYetSaid(flag.summary, limitsOf(schemaOfFlag(flag, operation), flag.unit)),
    flag.repeat || flag.kind === "pairs" ? "repeatable" : undefined,
    flag.required ? "required" : undefined,
    flag.default !== undefined && flag.default !== "false" ? `default ${flag.default}` : undefined,
  ].filter((note) => note !== undefined);
  return notes.length > 0 ? `${flag.summary} (${notes.join("; ")})` : flag.summary;
}
