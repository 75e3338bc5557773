import { isDeepStrictEqual } from "node:util";
import { commandArgs, commandFlags } from "../../../cli/declare/field-flags.ts";
import type { ArgSpec, CommandSpec, FlagSpec } from "../../../cli/declare/spec.ts";
import type { Part, PlainOperation } from "../../../contract/plain.ts";
import { isObject } from "../../../core/is-object.ts";

type Fields = Record<Part, Record<string, unknown>>;

/** Words that set a request's fields, and the remaining fields. */
export interface FieldWords {
  readonly args: readonly string[];
  readonly flags: readonly string[];
  /** Words after `--`. */
  readonly rest: readonly string[];
  /** Fields of the body that no word sets. */
  readonly body: Readonly<Record<string, unknown>>;
}

/** Words of a command for the fields of a request; undefined when an argument or a query field cannot be set. */
export function fieldWords(spec: CommandSpec, operation: PlainOperation, given: Fields): FieldWords | undefined {
  const left = structuredClone(given);
  const rest = spec.rest ? takeRest(left.body) : [];
  const args: string[] = [];
  for (const arg of commandArgs(spec, operation)) {
    const words = takeArg(arg, operation, left);
    // A path comes from a part of the form.
    if (words === undefined && arg.required && arg.kind !== "path") return undefined;
    args.push(...(words ?? []));
  }
  const flags = commandFlags(spec, operation).flatMap((flag) => takeFlag(flag, left) ?? []);
  if (Object.keys(left.query).length > 0 || Object.keys(left.params).length > 0) return undefined;
  return { args, flags, rest, body: left.body };
}

/** The command that a session runs, as words. */
function takeRest(body: Record<string, unknown>): string[] {
  const { command, args = [] } = body;
  if (typeof command !== "string" || !Array.isArray(args)) return [];
  delete body["command"];
  delete body["args"];
  return [command, ...args.map(String)];
}

function takeArg(arg: ArgSpec, operation: PlainOperation, left: Fields): string[] | undefined {
  const target: readonly [Part, string] | undefined =
    arg.field ?? (operation.params?.properties?.[arg.name] ? ["params", arg.name] : undefined);
  if (!target) return undefined;
  const [part, name] = target;
  const value = left[part][name];
  if (value === undefined) return undefined;
  delete left[part][name];
  const words = arg.repeat && Array.isArray(value) ? value : [value];
  return words.map((word) => argWord(arg, word));
}

function argWord({ kind }: ArgSpec, value: unknown): string {
  if (kind === "point" && Array.isArray(value)) return value.join(",");
  return kind === "text" ? sourceWord(String(value)) : String(value);
}

/** A word for a text that must not be read as a file. */
export function sourceWord(text: string): string {
  return text.startsWith("@") ? `@${text}` : text;
}

/** Takes the value of a flag's field; undefined when it is missing or the flag cannot express it. */
function takeFlag(flag: FlagSpec, left: Fields): string[] | undefined {
  if (!flag.field) return undefined;
  const [part, name, ...members] = flag.field;
  const owners = [left[part], ...ancestors(left[part], [name, ...members].slice(0, -1))];
  const owner = owners[members.length];
  const last = members.at(-1) ?? name;
  const value = owner?.[last];
  if (!owner || value === undefined) return undefined;
  if (flag.preset !== undefined && isDeepStrictEqual(value, flag.preset)) {
    delete owner[last];
    return [];
  }
  const words = flagWords(flag, value);
  if (!words) return undefined;
  delete owner[last];
  // An object is set by flags when each of its members has one.
  const path = [name, ...members];
  for (let at = members.length; at > 0 && Object.keys(owners[at] ?? { full: 1 }).length === 0; at -= 1) {
    delete owners[at - 1]?.[path[at - 1] ?? ""];
  }
  return words;
}

function ancestors(whole: Record<string, unknown>, path: readonly string[]): (Record<string, unknown> | undefined)[] {
  let at: unknown = whole;
  return path.map((name) => {
    at = isObject(at) ? at[name] : undefined;
    return isObject(at) ? at : undefined;
  });
}

function flagWords(flag: FlagSpec, value: unknown): string[] | undefined {
  const named = `--${flag.name}`;
  const withText = (text: string | undefined): string[] | undefined => {
    if (text === undefined) return undefined;
    return text.startsWith("-") ? [`${named}=${text}`] : [named, text];
  };
  if (flag.constant !== undefined) return isDeepStrictEqual(value, flag.constant) ? [named] : undefined;
  if (flag.kind === "boolean") {
    if (value === true || value === "true") return [named];
    return flag.negatable && (value === false || value === "false") ? [`--no-${flag.name}`] : undefined;
  }
  if (flag.kind === "pairs") {
    if (!isObject(value)) return undefined;
    const pairs = Object.entries(value).map(([key, item]) => [key, meaningWord(flag, item) ?? item] as const);
    if (pairs.length === 0 || pairs.some(([, item]) => typeof item !== "string")) return undefined;
    return pairs.flatMap(([key, item]) => withText(`${key}=${String(item)}`) ?? []);
  }
  const values = flag.repeat ? (Array.isArray(value) ? value : String(value).split(",")) : [value];
  if (values.length === 0) return undefined;
  const words = values.map((item) => withText(valueText(flag, item)));
  return words.every((each) => each !== undefined) ? words.flat() : undefined;
}

const units = { days: "d", seconds: "s", milliseconds: "ms" } as const;

/** Text of one value of a flag; undefined if no text stands for it. */
function valueText(flag: FlagSpec, value: unknown): string | undefined {
  const meaning = meaningWord(flag, value);
  if (meaning !== undefined) return meaning;
  if (flag.kind === "viewport" || flag.kind === "reference") {
    if (!isObject(value)) return undefined;
    const { width, height, refresh_rate, id, name } = value;
    if (flag.kind === "reference") return Object.keys(value).length === 1 ? String(id ?? name) : undefined;
    return `${width}x${height}${refresh_rate === undefined ? "" : `@${refresh_rate}`}`;
  }
  if (value === null || typeof value === "object") return undefined;
  if (flag.kind === "duration") return `${String(value)}${units[flag.unit ?? "milliseconds"]}`;
  return flag.kind === "text" ? sourceWord(String(value)) : String(value);
}

function meaningWord({ meanings }: FlagSpec, value: unknown): string | undefined {
  return Object.entries(meanings ?? {}).find(([, meant]) => isDeepStrictEqual(meant, value))?.[0];
}
