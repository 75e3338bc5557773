import type { PlainSchema } from "../../contract/plain.ts";
import type { InputProblem } from "../../contract/problems.ts";

/**
 * Parses a query string by the schema of its parameters (contract 0.9): maps as `tags[key]=value`, arrays repeated or
 * comma-separated. All values are text; the validator converts them. Unknown parameters are kept, so that the
 * validator can report them.
 */
export function readQuery(
  search: string,
  schema: PlainSchema | undefined,
): { query: Record<string, unknown>; problems: InputProblem[] } {
  const query: Record<string, unknown> = Object.create(null);
  const problems: InputProblem[] = [];
  const maps = new Map<string, Map<string, string>>();
  for (const [name, value] of new URLSearchParams(search)) {
    const bracket = /^([^[\]]+)\[(.*)\]$/s.exec(name);
    const mapName = bracket?.[1];
    if (mapName !== undefined && schema?.properties?.[mapName]?.type === "object") {
      const map = maps.get(mapName) ?? new Map<string, string>();
      maps.set(mapName, map);
      const key = bracket?.[2] ?? "";
      if (map.has(key)) problems.push({ path: `${mapName}[${key}]`, message: "is given more than once" });
      map.set(key, value);
      continue;
    }
    if (schema?.properties?.[name]?.type === "array") {
      query[name] = [...((query[name] as string[] | undefined) ?? []), ...value.split(",")];
      continue;
    }
    if (name in query) problems.push({ path: name, message: "is given more than once" });
    // The validator takes a number that is too large for an integer, and compares it with no limit.
    if (isNumeric(schema?.properties?.[name]) && Math.abs(Number(value)) === Number.POSITIVE_INFINITY) {
      problems.push({ path: name, message: "is too large" });
      continue;
    }
    query[name] = value;
  }
  for (const [name, map] of maps) {
    // Object.fromEntries defines properties, so that a key `__proto__` is an ordinary key.
    query[name] = Object.fromEntries(map);
  }
  return { query, problems };
}

function isNumeric(schema: PlainSchema | undefined): boolean {
  return schema?.type === "integer" || schema?.type === "number";
}
