import { commandLine } from "../../core/command-line.ts";
import { CliError } from "../../core/errors.ts";
import { commandArgs } from "../declare/field-flags.ts";
import { loadOperation } from "../declare/operations.ts";
import type { ArgSpec, CommandHead } from "../declare/spec.ts";
import { sessionAt } from "../input/session-words.ts";

/** The words of a command line that name records. */
export interface NamedWords {
  /** The words of the command. */
  readonly words: string;
  readonly args: readonly ArgSpec[];
  readonly argValues: readonly string[];
}

/**
 * The error of a record that the service does not know, with the command that lists such records as its hint. The record is
 * the argument that the message names, or the only one. Other errors, and those with a hint, are returned as they are.
 */
export async function withListHint(
  error: unknown,
  { words, args, argValues }: NamedWords,
  heads: readonly CommandHead[],
): Promise<unknown> {
  if (!(error instanceof CliError) || error.options.httpStatus !== 404 || error.options.hint !== undefined)
    return error;
  const names = argValues.map((word, at) => sessionAt(args, at, word) ?? word);
  const named = names.findLastIndex((name) => name !== "" && error.message.includes(`"${name}"`));
  const at = named < 0 && names.length === 1 ? 0 : named;
  // A path names no record.
  if (at < 0 || names[at]?.includes("/")) return error;
  const list = await listAfter(names.slice(0, at), words, heads);
  if (list === undefined) return error;
  return new CliError(error.exit, error.message, { ...error.options, hint: list, cause: error });
}

/** The line of the list that is nearest to a command and takes these words alone. */
async function listAfter(
  known: readonly string[],
  words: string,
  heads: readonly CommandHead[],
): Promise<string | undefined> {
  const steps = words.split(" ");
  for (let length = steps.length - 1; length > 0; length -= 1) {
    const name = [...steps.slice(0, length), "list"].join(" ");
    const head = name === words ? undefined : heads.find((each) => each.words === name);
    if (head === undefined) continue;
    const spec = await head.load();
    const operation = spec.operation && (await loadOperation(spec.operation));
    const required = commandArgs(spec, operation).filter((arg) => arg.required || arg.session !== undefined);
    if (required.length !== known.length) continue;
    return commandLine`${name.split(" ")} ${known}`;
  }
  return undefined;
}
