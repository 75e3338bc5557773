import { CliError } from "../core/errors.ts";
import { detailText } from "./report.ts";
import type { FlagSpec } from "./spec.ts";

/** Nouns whose missing things have a list to look at. */
const listed = /^there is no (profile|extension) /;

/**
 * Error of the service with the flags that were typed in place of the fields of its operation, for a person: the JSON form
 * stays as the service sent it. Other errors are returned as they are.
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
  const noun = listed.exec(first?.text ?? "")?.[1];
  if (noun === undefined) return typed(error, { message: lines.join(), details: [] });
  return typed(error, { message: first?.text ?? "", details: [], hint: `browserctl ${noun}s list` });
}

/** A detail of an error, with the flag of the field that it begins with. */
function typedDetail(text: string, flags: readonly FlagSpec[]): { flag?: string; text: string } {
  const [, field, rest] = /^([A-Za-z]\w*)[\w.[\]]*: (.*)$/s.exec(text) ?? [];
  const flag = flags.find((each) => each.field !== undefined && each.field[1] === field);
  return flag && rest !== undefined ? { flag: `--${flag.name}`, text: rest } : { text };
}

function typed(error: CliError, words: NonNullable<CliError["options"]["typed"]>): CliError {
  return new CliError(error.exit, error.message, { ...error.options, cause: error, typed: words });
}
