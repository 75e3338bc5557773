import type { LocalSupport } from "../contract/local-support.ts";
import type { OperationSpec } from "../contract/operation.ts";

/**
 * Support of operations and fields by the local service, as a module of its own: the client reads operations at every
 * start and never needs it.
 */
export function localSupportModule(specs: readonly OperationSpec[]): string {
  const support = Object.fromEntries(specs.flatMap(({ id, local }) => (local ? [[id, local]] : [])));
  return `import type { OperationId } from "../contract/index.ts";
import type { LocalSupport } from "../contract/local-support.ts";

/** Support of operations that are not full in every field. */
export const localSupport: Readonly<Partial<Record<OperationId, LocalSupport>>> = ${JSON.stringify(support, null, 2)};
`;
}

/** Mistakes in the declared support: fields that no schema has, routes declared twice. */
export function supportProblems(specs: readonly OperationSpec[]): string[] {
  const routes = specs.map(({ method, path }) => `${method} ${path}`);
  const repeated = routes.filter((route, at) => routes.indexOf(route) !== at);
  return [
    ...repeated.map((route) => `${route} is declared twice`),
    ...specs.flatMap((spec) => fieldProblems(spec, spec.local ?? {})),
  ];
}

function fieldProblems(spec: OperationSpec, { fields = {}, unserved }: LocalSupport): string[] {
  if (unserved !== undefined && Object.keys(fields).length > 0)
    return [`${spec.id}: local.fields of an unserved operation`];
  return Object.entries(fields).flatMap(([path, { support, harmless, harmlessMembers }]) => {
    const where = `${spec.id}: local.fields["${path}"]`;
    const names = path.split(".");
    return [
      ...([spec.params, spec.query, spec.body].some((part) => hasField(part, names)) ? [] : [`${where} is no field`]),
      ...(support === "full" && (harmless || harmlessMembers) ? [`${where} is full: no value of it is harmless`] : []),
    ];
  });
}

function hasField(schema: unknown, [name, ...rest]: readonly string[]): boolean {
  if (name === undefined) return true;
  const { properties = {}, anyOf = [] } = (schema ?? {}) as {
    properties?: Record<string, unknown>;
    anyOf?: readonly unknown[];
  };
  if (Object.hasOwn(properties, name)) return hasField(properties[name], rest);
  return anyOf.some((branch) => hasField(branch, [name, ...rest]));
}
