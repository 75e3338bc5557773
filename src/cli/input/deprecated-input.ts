import type { PlainSchema } from "../../contract/plain.ts";
import { isObject } from "../../core/is-object.ts";

/** Warnings about deprecated fields in a value from `--input`; no flag sets such a field. */
export function deprecatedWarnings(value: unknown, schema: PlainSchema | undefined, path = ""): string[] {
  const branches = schema ? [schema, ...(schema.anyOf ?? [])] : [];
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, item]) => {
    const member = branches.flatMap(({ properties }) =>
      properties && Object.hasOwn(properties, name) ? [properties[name]] : [],
    )[0];
    const own = path === "" ? name : `${path}.${name}`;
    return member?.deprecated ? [warning(own, member)] : deprecatedWarnings(item, member, own);
  });
}

function warning(path: string, member: PlainSchema): string {
  const { replacement, removal } = member["x-deprecated"] ?? {};
  const until = removal === undefined ? "" : ` and is removed on ${removal}`;
  return `--input: ${path} is deprecated${until}${replacement === undefined ? "" : `; use ${replacement}`}`;
}
