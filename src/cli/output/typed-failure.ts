import { CliError } from "../../core/errors.ts";
import { flagNameOfField } from "../declare/field-flags.ts";
import type { ArgSpec, FlagSpec, RestWords } from "../declare/spec.ts";
import { detailText } from "./report.ts";

/** Commands that list the things that a field of a request names, by the noun in the error of a missing one. */
const lists = { extension: "extensions list", profile: "profiles list", proxy: "proxies list" } as const;

/** Parts of a command that can be typed. */
export interface TypedParts {
  readonly flags: readonly FlagSpec[];
  readonly args: readonly ArgSpec[];
  readonly rest: RestWords | undefined;
}

/**
 * Error of the service for a person, with the typed words in place of the operation's fields. The JSON form stays as the
 * service sent it. Other errors are returned as they are.
 */
export function inTypedWords(error: unknown, parts: TypedParts): unknown {
  if (!(error instanceof CliError) || !Array.isArray(error.options.details)) return error;
  const details = error.options.details.map((each) => typedDetail(detailText(each), parts));
  if (!details.some((each) => each.typed)) return error;
  const lines = details.map((each) => (each.typed === undefined ? each.text : `${each.typed}: ${each.text}`));
  const [first] = details;
  if (error.code === "not_supported_locally" && details.every((each) => each.typed)) {
    const message = `the local service does not support ${details.map((each) => each.typed).join(", ")}`;
    return typed(error, { message, details: lines });
  }
  if (error.options.httpStatus !== 400 || details.length > 1) {
    return typed(error, { message: error.message, details: lines });
  }
  const text = first?.text ?? "";
  const list = listOf(text);
  if (list === undefined) return typed(error, { message: lines.join(), details: [] });
  return typed(error, { message: text, details: [], hint: `browserctl ${list}` });
}

/** Command that lists the records of an error such as `there is no proxy "office"`. */
function listOf(text: string): string | undefined {
  const noun = /^there is no (\w+) /.exec(text)?.[1] ?? "";
  return Object.hasOwn(lists, noun) ? lists[noun as keyof typeof lists] : undefined;
}

/** A detail of an error, in which the field at its start is replaced by what sets it and the path below it. */
function typedDetail(text: string, parts: TypedParts): { typed?: string; text: string } {
  const [, path, rest] = /^([A-Za-z][^\s:]*): (.*)$/s.exec(text) ?? [];
  if (path === undefined || rest === undefined) return { text };
  const steps = path.split(/(?=[.[])/);
  const names = steps.map((step) => step.replace(/^\./, ""));
  const found = flagOf(names, parts.flags);
  if (found) {
    const { flag, length } = found;
    // One word sets the whole object of a reference.
    const member = flag.kind === "reference" ? "" : steps.slice(length).join("");
    return { typed: `--${flag.name}${member}`, text: rest };
  }
  const word = wordOf(names, parts);
  return word === undefined ? { text } : { typed: word, text: rest };
}

/** Flag that sets the longest part of a field's path, and the length of that part. */
function flagOf(
  path: readonly string[],
  flags: readonly FlagSpec[],
): { readonly flag: FlagSpec; readonly length: number } | undefined {
  const ways = flags
    .flatMap((flag) => (flag.field ? [{ flag, own: flag.field.slice(1) }] : []).concat(filledBy(flag)))
    .filter(({ own }) => own.every((name, at) => path[at] === name))
    .map(({ flag, own }) => ({ flag, length: own.length }))
    .sort((a, b) => b.length - a.length);
  if (ways[0]) return ways[0];
  // A flag that the command's function reads has no field, so it is found by its name.
  const flag = flags.find(({ name }) => name === flagNameOfField(path[0] ?? ""));
  return flag && { flag, length: 1 };
}

function filledBy(flag: FlagSpec): { readonly flag: FlagSpec; readonly own: string[] }[] {
  return flag.fills === undefined ? [] : [{ flag, own: flag.fills.split(".") }];
}

/** Argument, or words after `--`, of which the command's function makes a field. */
function wordOf(path: readonly string[], { args, rest }: TypedParts): string | undefined {
  const isFilled = ({ fills }: { readonly fills?: string }): boolean =>
    fills?.split(".").every((name, at) => path[at] === name) === true;
  const arg = args.find(isFilled);
  if (arg) return `<${arg.name}>`;
  return rest && isFilled(rest) ? `-- ${rest.name}` : undefined;
}

function typed(error: CliError, words: NonNullable<CliError["options"]["typed"]>): CliError {
  return new CliError(error.exit, error.message, { ...error.options, cause: error, typed: words });
}
