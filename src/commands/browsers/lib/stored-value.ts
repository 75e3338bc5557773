import type { Needs, Result } from "../../../cli/declare/body.ts";
import type { Problem } from "../../../core/errors.ts";
import type { ChangedRecords } from "../../../page-agent/requests.ts";

interface Given {
  readonly args: { readonly value: string | undefined };
  readonly flags: { readonly secret: string | undefined };
}

/** Problem of a value that is missing, or that was given twice. */
export function valueProblems({ args, flags }: Given): Problem[] {
  if (args.value === undefined && flags.secret === undefined)
    return [{ path: "<value>", message: "is missing; the session is the first word, or use --secret" }];
  if (args.value === undefined || flags.secret === undefined) return [];
  return [{ path: "--secret", message: "cannot be given with a value" }];
}

/** Value that was typed, or read from the source of `--secret`. */
export async function givenValue({
  args,
  flags,
  read,
}: Given & Needs<"read">): Promise<{ readonly value: string; readonly secret?: true }> {
  if (flags.secret === undefined) return { value: args.value ?? "" };
  return { value: await read(flags.secret, "--secret"), secret: true };
}

/** Prints what was changed. */
export function printChanged(
  { anyValue, text, wantsValue }: Needs<"anyValue" | "text" | "wantsValue">,
  result: ChangedRecords,
): Result {
  return wantsValue ? anyValue(result) : text(`${result.text}\n`);
}

/** Prints a value alone: exact in a pipe, escaped and ended with a newline at a terminal. */
export function printValue({ text, tty }: Needs<"text" | "tty">, value: string): Result {
  return tty.stdout ? text(`${value.replace(/\n$/, "")}\n`) : text(value, { content: true });
}
