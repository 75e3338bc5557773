type Json = Readonly<Record<string, unknown>>;

/**
 * Reduces a schema to the parts that the client checks in an answer: types, required fields and their nesting. Formats,
 * limits, enums and closed objects are left out, because a newer service may send more than the declaration knows. The
 * mark of a secret stays: the client masks it in the log of a pipeline. So does that of a member for keys of the
 * organization: the service leaves it out for others.
 */
export function answerSchema(schema: unknown): Json {
  const { type, properties, required, items, anyOf, patternProperties, ...rest } = schema as {
    type?: unknown;
    properties?: Json;
    required?: readonly string[];
    items?: unknown;
    anyOf?: readonly unknown[];
    patternProperties?: Json;
    const?: unknown;
    enum?: readonly unknown[];
  };
  const values = rest.enum ?? ("const" in rest ? [rest.const] : []);
  const types = type ?? single([...new Set(values.map((value) => (value === null ? "null" : typeof value)))]);
  const [others] = Object.values(patternProperties ?? {});
  return {
    ...(types !== undefined && { type: types }),
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, answerSchema(each)])),
    }),
    ...(required && required.length > 0 && { required }),
    ...(items !== undefined && { items: answerSchema(items) }),
    ...(anyOf && { anyOf: anyOf.map(answerSchema) }),
    ...("x-secret" in rest && { "x-secret": true }),
    ...("x-needs" in rest && { "x-needs": rest["x-needs"] }),
    ...(others !== undefined && { additionalProperties: answerSchema(others) }),
  };
}

/** The same of the items of a stream that name no kind in `event`; undefined where all do. */
export function eventSchema(schema: unknown): Json | undefined {
  const { anyOf = [schema] } = schema as { anyOf?: readonly unknown[] };
  const unnamed = anyOf.filter((branch) => {
    const { properties } = branch as { properties?: { event?: object } };
    return !("const" in (properties?.event ?? {}));
  });
  return unnamed.length === 0 ? undefined : answerSchema(unnamed.length === 1 ? unnamed[0] : { anyOf: unnamed });
}

function single(types: readonly string[]): unknown {
  return types.length > 1 ? types : types[0];
}
