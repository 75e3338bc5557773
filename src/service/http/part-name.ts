import type { PlainSchema } from "../../contract/plain.ts";
import { untilAny } from "../../core/without-end.ts";

/** Parsed name of a form part: a property, and inside it a key of a map or a field of a list item. */
export interface PartName {
  readonly property: string;
  /** Key of a map, or field of an item. */
  readonly field?: string;
  /** Path of a member inside a JSON property, such as `.type` or `[auth][token]`. */
  readonly member?: string;
  /** Index of the list item, if any; items without an index are paired in order of arrival. */
  readonly index?: number;
}

/**
 * Parses the name of a part in every notation that public clients use (contract 0.10). List `N` of objects with a field
 * `f`: `N[i][f]`, `N[i].f`, `N.i.f`, `N[][f]`, `N.f`, `N.items.f`, and `f` alone when the form is that list. Map:
 * `N[key]` and `N.key`. JSON: anything after `N`. Returns undefined for a name that is not in the schema.
 */
export function parsePartName(name: string, schema: PlainSchema): PartName | undefined {
  const properties = schema.properties ?? {};
  const whole = Object.hasOwn(properties, name) ? properties[name] : undefined;
  if (whole) return whole.type === "array" || whole.type === "object" ? undefined : { property: name };
  const [only, ...others] = Object.entries(properties);
  if (only && others.length === 0 && Object.hasOwn(only[1].items?.properties ?? {}, name)) {
    return { property: only[0], field: name };
  }
  const property = untilAny(name, ".[]");
  const tail = name.slice(property.length);
  const inner = Object.hasOwn(properties, property) ? properties[property] : undefined;
  if (inner?.["x-json"]) return { property, member: tail };
  if (inner?.type === "object") {
    const key = /^(?:\[([^[\]]+)\]|\.(.+))$/s.exec(tail);
    const field = key?.[1] ?? key?.[2];
    return field === undefined ? undefined : { property, field };
  }
  if (inner?.type !== "array") return undefined;
  const match = /^(?:\[(?<at>\d{0,6})\]|\.(?<dot>\d{1,6})|\.items)?(?:\[(?<bracket>\w+)\]|\.(?<plain>\w+))$/.exec(tail);
  const { at, dot, bracket, plain } = match?.groups ?? {};
  const field = bracket ?? plain;
  if (field === undefined || !Object.hasOwn(inner.items?.properties ?? {}, field)) return undefined;
  const position = at || dot;
  return { property, field, ...(position !== undefined && { index: Number(position) }) };
}

/** Maximum length of the path of a member, in characters. */
const MAX_MEMBER = 256;
/** Maximum number of levels of a member. assumed: those of `source.auth.token`, the deepest of the contract. */
const MAX_LEVELS = 2;

/** Problem of the path of a member that is longer or deeper than those of the contract; undefined for none. */
export function memberProblem(path: string): string | undefined {
  if (path.length > MAX_MEMBER) return `must name a member in at most ${MAX_MEMBER} characters`;
  if (namesOf(path).length > MAX_LEVELS) return `must name a member of at most ${MAX_LEVELS} levels`;
  return undefined;
}

function namesOf(path: string): string[] {
  return path.split(/[.[\]]+/).filter((name) => name !== "");
}

/** Members of a JSON property in one object, by their paths. A member beside members of its own is replaced by them. */
export function objectOfMembers(members: ReadonlyMap<string, unknown>): object {
  const whole: Record<string, unknown> = Object.create(null);
  for (const [path, value] of members) {
    const names = namesOf(path);
    const last = names.pop() ?? path;
    let at = whole;
    for (const name of names) {
      const inner = at[name];
      const next =
        typeof inner === "object" && inner !== null ? (inner as Record<string, unknown>) : Object.create(null);
      at[name] = next;
      at = next;
    }
    at[last] = value;
  }
  return whole;
}
