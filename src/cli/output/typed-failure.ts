import { CliError } from "../../core/errors.ts";
import { flagNameOfField } from "../declare/field-flags.ts";
import type { FlagSpec } from "../declare/spec.ts";
import { detailText } from "./report.ts";

/** Commands that list the things that a field of a request names, by the noun in the error of a missing one. */
const lists = { extension: "extensions list", profile: "profiles list", proxy: "proxies list" } as const;

/**
 * Error of the service for a person, with typed flags in place of the operation's fields. The JSON form stays as the
 * service sent it. Other errors are returned as they are.
 */
export function inTypedWords(error: unknown, flags: readonly FlagSpec[]): unknown {
  if (!(error instanceof CliError) || !Array.isArray(error.options.details)) return error;
  const details = error.options.details.map((each) => typedDetail(detailText(each), flags));
  if (!details.some((each) => each.flag)) return error;
  const lines = details.map(({ flag, text }) => (flag === undefined ? text : `${flag}: ${text}`));
  const [first] = details;
  if (error.code === "not_supported_locally" && details.every((each) => each.flag)) {
    const message = `the local service does not support ${details.map(({ flag }) => flag).join(", ")}`;
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

/** A detail of an error, in which the field at its start is replaced by its flag and the path below it. */
function typedDetail(text: string, flags: readonly FlagSpec[]): { flag?: string; text: string } {
  const [, path, rest] = /^([A-Za-z][^\s:]*): (.*)$/s.exec(text) ?? [];
  if (path === undefined || rest === undefined) return { text };
  const steps = path.split(/(?=[.[])/);
  const found = flagOf(
    steps.map((step) => step.replace(/^\./, "")),
    flags,
  );
  if (found === undefined) return { text };
  const { flag, length } = found;
  // One word sets the whole object of a reference.
  const member = flag.kind === "reference" ? "" : steps.slice(length).join("");
  return { flag: `--${flag.name}${member}`, text: rest };
}

/** Flag that sets the longest part of a field's path, and the length of that part. */
function flagOf(
  path: readonly string[],
  flags: readonly FlagSpec[],
): { readonly flag: FlagSpec; readonly length: number } | undefined {
  const ways = flags
    .filter(({ field }) => field?.slice(1).every((name, at) => path[at] === name))
    .map((flag) => ({ flag, length: (flag.field?.length ?? 1) - 1 }))
    .sort((a, b) => b.length - a.length);
  if (ways[0]) return ways[0];
  // A flag that the command's function reads has no field, so it is found by its name.
  const flag = flags.find(({ name }) => name === flagNameOfField(path[0] ?? ""));
  return flag && { flag, length: 1 };
}

function typed(error: CliError, words: NonNullable<CliError["options"]["typed"]>): CliError {
  return new CliError(error.exit, error.message, { ...error.options, cause: error, typed: words });
}
