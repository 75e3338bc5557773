import { CliError } from "../core/errors.ts";
import type { Group } from "./help-groups.ts";
import type { CommandHead } from "./spec.ts";
import { didYouMean } from "./suggest.ts";
import { topics } from "./topics/index.ts";

/** Error for words of `help` that name neither a command nor a topic. */
export function unknownHelp(name: string, heads: readonly CommandHead[], groups: readonly Group[]): CliError {
  const known = [
    ...topics,
    ...groups.map(({ words }) => ({ name: words })),
    ...heads.map(({ words }) => ({ name: words })),
  ];
  const hint = "browserctl help";
  const names = known.map((each) => each.name);
  return new CliError("usage", `there is no help on "${name}"${didYouMean(name, names, (match) => `"${match}"`)}`, {
    hint,
  });
}
