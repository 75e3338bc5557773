import type { Lifetime } from "../core/abort.ts";
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
    setOwn(target, key, value);
    return;
  }
  const inner = (Object.hasOwn(target, key) ? target[key] : {}) as Record<string, unknown>;
  setOwn(target, key, inner);
  assign(inner, rest, value);
}

/** Sets an own member, also one called `__proto__`, which an assignment would take for the prototype of all objects. */
function setOwn(target: object, key: string, value: unknown): void {
  Object.defineProperty(target, key, { value, configurable: true, enumerable: true, writable: true });
}

/** The named fields that no item has, for a note about misspelt ones. */
export function missingFields(value: unknown, paths: readonly string[]): string[] {
  const items = Array.isArray(value) ? value : [value];
  return items.length === 0 ? [] : paths.filter((path) => items.every((item) => valueAt(item, path) === undefined));
}

/** Maximum number of members in the result of a query: a short query can repeat a value too often to print. */
const MAX_MEMBERS = 10_000_000;

/** Results of a JMESPath expression for each of some values. */
export type Query = (values: readonly unknown[]) => Promise<unknown[]>;

/** Checks a JMESPath expression before anything is sent; exit 2 with the place of the fault. */
export async function compileQuery(expression: string, lifetime: Lifetime): Promise<Query> {
  const [{ compile, TreeInterpreter }, { interruptible }] = await Promise.all([
    import("@jmespath-community/jmespath"),
    import("../core/interruptible.ts"),
  ]);
  const within = interruptible("--query", lifetime);
  const compiled = await within(() => {
    try {
      return compile(expression);
    } catch (error) {
      throw new CliError("usage", `--query: ${(error as Error).message}`, {
        hint: "JMESPath, for example --query '[].session_id'",
      });
    }
  });
  const result = (value: unknown): unknown => {
    let found: unknown;
    try {
      found = TreeInterpreter.search(compiled, value as never);
    } catch (error) {
      throw new CliError("usage", `--query: ${(error as Error).message}`);
    }
    if (members(found, MAX_MEMBERS) > MAX_MEMBERS)
      throw new CliError("usage", `--query: its result has more than ${MAX_MEMBERS} members`);
    return found;
  };
  return (values) => within(() => values.map(result));
}

/** Number of nested values, counting repetitions; stops at one above the limit. */
function members(value: unknown, limit: number): number {
  if (typeof value !== "object" || value === null) return 1;
  let number = 1;
  for (const member of Object.values(value)) {
    number += members(member, limit - number);
    if (number > limit) break;
  }
  return number;
}
