/**
 * A schema without ids whose objects accept no property beyond those it names. Answers of the local service and examples
 * hold against it, while clients accept properties that a newer service adds.
 */
export function closedSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closedSchema);
  if (typeof schema !== "object" || schema === null) return schema;
  const { $id: _, ...rest } = schema as Record<string, unknown>;
  const inner = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, closedSchema(value)]));
  const open = rest["type"] === "object" && rest["properties"] && rest["additionalProperties"] === undefined;
  return open ? { ...inner, additionalProperties: false } : inner;
}
