import { CliError } from "../core/errors.ts";
import { isObject } from "../core/is-object.ts";
import { posixQuote } from "../core/shell-quotes.ts";
import { ownVariables } from "../core/variables.ts";
import { plainCell } from "./cell.ts";
import { flatten } from "./flatten.ts";

type Names = Readonly<Record<string, string>> | undefined;

/**
 * `export` lines for a POSIX shell: each scalar of a record under the name in `names`, or its path in capitals after
 * `BROWSERCTL_`. Fields of {@link ownFields} are left out.
 */
export function environmentText(value: unknown, names: Names): string {
  const lines = scalarsOf(value).map(([path, item]) => {
    const name = variableOf(path, names);
    return name === undefined ? "" : `export ${name}=${posixQuote(plainCell(item))}\n`;
  });
  return lines.join("");
}

/**
 * Paths of fields that get no line, because their names in capitals are variables of the program: a field `pager`
 * would choose the program that shows the next help.
 */
export function ownFields(value: unknown, names: Names): string[] {
  return scalarsOf(value).flatMap(([path]) => (variableOf(path, names) === undefined ? [path] : []));
}

function variableOf(path: string, names: Names): string | undefined {
  const given = names && Object.hasOwn(names, path) ? names[path] : undefined;
  if (given !== undefined) return given;
  const made = `BROWSERCTL_${path.toUpperCase().replace(/[^A-Z0-9]+/g, "_")}`;
  return ownVariables.has(made) ? undefined : made;
}

/** Scalars of a record. A missing value, and a record without fields, give no line: an empty variable means something else. */
function scalarsOf(value: unknown): [path: string, value: unknown][] {
  if (!isObject(value)) {
    throw new CliError("usage", "-o env needs a single record; use -o json for a list");
  }
  return flatten(value).filter(([path, item]) => path !== "" && item !== null && item !== undefined);
}
