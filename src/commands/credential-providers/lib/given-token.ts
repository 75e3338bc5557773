import type { Needs } from "../../../cli/declare/body.ts";
import type { ValuesOf } from "../../../cli/declare/declaration.ts";
import { isSource, notEmpty, withoutLineBreak } from "../../../cli/input/named-values.ts";
import type { Problem } from "../../../core/errors.ts";
import type { tokenFlag } from "./provider-words.ts";

/** Problem of a word that is not the source of a token; it is not repeated, because it may be the token. */
export function tokenProblems(source: string | undefined): Problem[] {
  if (source === undefined || isSource(source)) return [];
  const message = "needs a source, not the token itself; use @FILE, env:NAME or - for stdin";
  return [{ path: "--provider-token", message }];
}

/** Token and program of the flags; reads the token. Exit 2 for an empty one. */
export async function readGiven({
  flags: { providerToken },
  read,
  rest,
}: Needs<"read"> & {
  readonly flags: ValuesOf<typeof tokenFlag>;
  readonly rest: readonly string[];
}): Promise<{ token?: string; command?: string[] }> {
  const owner = "--provider-token";
  return {
    ...(providerToken !== undefined && {
      token: notEmpty(owner, withoutLineBreak(await read(providerToken, owner))),
    }),
    ...(rest.length > 0 && { command: [...rest] }),
  };
}
