import type { PlainSchema } from "../contract/plain.ts";

/** Warnings about the deprecated fields that a value from `--input` has; flags set none of them. */
export function deprecatedWarnings(value: unknown, schema: PlainSchema | undefined, path = ""): string[] {
  const branches = schema ? [schema, ...(schema.anyOf ?? [])] : [];
  if (typeof value !== "object" || value === null || Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([name, item]) => {
    const member = branches.flatMap(({ properties }) =>
      properties && Object.hasOwn(properties, name) ? [properties[name]] : [],
    )[0];
    const own = path === "" ? name : `${path}.${name}`;
    return member?.deprecated ? [warning(own, member)] : deprecatedWarnings(item, member, own);
  });
}

/** The description of such a field says what to use in its place: "Deprecated; use browser.proxy". */
function warning(path: string, { description = "" }: PlainSchema): string {
  const [, advice] = /^Deprecated; (.+)$/.exec(description) ?? [];
  return `warning: --input: ${path} is deprecated${advice === undefined ? "" : `; ${advice}`}`;
}
