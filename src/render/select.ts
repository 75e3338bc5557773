import { CliError } from "../core/errors.ts";
import { valueAt } from "./columns.ts";

/** Keeps only the named fields of a record, or of every item of a list; nesting stays as it was. */
export function selectFields(value: unknown, paths: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((item) => selectFields(item, paths));
  const result: Record<string, unknown> = {};
  for (const path of paths) {
    const found = valueAt(value, path);
    if (found !== undefined) assign(result, path.split("."), found);
  }
  return result;
}

function assign(target: Record<string, unknown>, [key = "", ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) {
    target[key] = value;
    return;
  }
  const inner = (target[key] ?? {}) as Record<string, unknown>;
  target[key] = inner;
  assign(inner, rest, value);
}

/** The named fields that no item has, so that a misspelt one can be pointed out. */
export function missingFields(value: unknown, paths: readonly string[]): string[] {
  const items = Array.isArray(value) ? value : [value];
  return items.length === 0 ? [] : paths.filter((path) => items.every((item) => valueAt(item, path) === undefined));
}

/** Checks a JMESPath expression before anything is sent; exit 2 with the place of the fault. */
export async function compileQuery(expression: string): Promise<(value: unknown) => unknown> {
  const { compile, search } = await import("@jmespath-community/jmespath");
  try {
    compile(expression);
  } catch (error) {
    throw new CliError("usage", `--query: ${(error as Error).message}`, {
      hint: "JMESPath, for example --query '[].session_id'",
    });
  }
  return (value) => {
    try {
      return search(value as never, expression);
    } catch (error) {
      throw new CliError("usage", `--query: ${(error as Error).message}`);
    }
  };
}
