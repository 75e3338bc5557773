import type { PlainSchema } from "../../contract/plain.ts";

const marked = new WeakMap<PlainSchema, boolean>();

/** Copy of an answer for a key of one project, without the members that only a key of the organization gets. */
export function projectAnswer(value: unknown, schema: PlainSchema | undefined): unknown {
  if (!schema || !isMarked(schema) || typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => projectAnswer(item, schema.items));
  const { properties = {} } = schema;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => properties[name]?.["x-needs"] === undefined)
      .map(([name, inner]) => [name, projectAnswer(inner, properties[name])]),
  );
}

/** True for a schema that has such a member at any depth. */
function isMarked(schema: PlainSchema): boolean {
  const known = marked.get(schema);
  if (known !== undefined) return known;
  const { items, properties = {} } = schema;
  const inner = [...Object.values(properties), ...(items ? [items] : [])];
  const found = inner.some((each) => each["x-needs"] !== undefined || isMarked(each));
  marked.set(schema, found);
  return found;
}
