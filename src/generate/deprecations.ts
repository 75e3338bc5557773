import type { Deprecated, Deprecation } from "../contract/deprecation.ts";
import type { OperationSpec } from "../contract/operation.ts";
import type { PlainSchema } from "../contract/plain.ts";

/** Module with everything that the contract deprecates. No other module has the deprecated fields of answers. */
export function deprecationsModule(specs: readonly OperationSpec[]): string {
  return `import type { Deprecated } from "../contract/deprecation.ts";

/** Deprecated operations, then fields of requests and of answers. */
export const deprecations: readonly Deprecated[] = ${JSON.stringify(deprecationsOf(specs), null, 2)};
`;
}

/** Deprecated operations, then fields of requests and of answers; a field of several operations is one entry. */
export function deprecationsOf(specs: readonly OperationSpec[]): Deprecated[] {
  const operations = specs.flatMap(({ id, method, path, deprecated }): Deprecated[] =>
    deprecated
      ? [
          {
            kind: "operation",
            name: `${method} ${path}`,
            operations: [id],
            ...deprecated,
            replacement: `${method} ${deprecated.replacement}`,
          },
        ]
      : [],
  );
  const requests = specs.flatMap((spec) =>
    [spec.params, spec.query, spec.body].flatMap((part) => fieldsOf(spec.id, "request field", part as PlainSchema)),
  );
  const answers = specs.flatMap(({ id, response }) =>
    "schema" in response ? fieldsOf(id, "answer field", response.schema as unknown as PlainSchema) : [],
  );
  return [...operations, ...merged([...requests, ...answers])];
}

function fieldsOf(id: string, kind: Deprecated["kind"], schema: PlainSchema | undefined): Deprecated[] {
  return deprecatedPaths(schema).map(([name, facts]) => ({ kind, name, operations: [id], ...facts }));
}

function deprecatedPaths(schema: PlainSchema | undefined, path = ""): (readonly [string, Deprecation])[] {
  if (!schema) return [];
  const members = Object.entries(schema.properties ?? {}).flatMap(([name, member]) => {
    const own = path === "" ? name : `${path}.${name}`;
    const facts = member["x-deprecated"];
    if (member.deprecated && !facts) throw new Error(`${own} is deprecated without facts: use deprecatedField()`);
    return facts ? [[own, facts] as const] : deprecatedPaths(member, own);
  });
  const branches = [...(schema.anyOf ?? []), ...(schema.items ? [schema.items] : [])];
  return [...members, ...branches.flatMap((branch) => deprecatedPaths(branch, path))];
}

/** One entry for the same field of several operations. */
function merged(fields: readonly Deprecated[]): Deprecated[] {
  const byFacts = new Map<string, Deprecated>();
  for (const field of fields) {
    const { operations, ...facts } = field;
    const key = JSON.stringify(facts);
    const known = byFacts.get(key);
    byFacts.set(key, known ? { ...known, operations: [...new Set([...known.operations, ...operations])] } : field);
  }
  return [...byFacts.values()];
}
