import type { PlainOperation } from "../../contract/plain.ts";

/** A JSON Schema of draft 2020-12. */
export type JsonSchema = Readonly<Record<string, unknown>>;

const anyObject = { type: "object" } as const;

type Described = {
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, Media>> }>>;
};
type Media = { readonly schema?: JsonSchema };

/**
 * Schema of an operation's answer with descriptions, from the OpenAPI document; local operations have a plain one. Unlike
 * the document, it accepts unknown members and values: the program prints those of a newer service as they are.
 */
export async function answerSchema({ id, response }: PlainOperation): Promise<JsonSchema> {
  const { default: document } = await import("../../generated/openapi.json", { with: { type: "json" } });
  const operations = Object.values(document.paths).flatMap(
    (methods) => Object.values(methods) as readonly (Described & { readonly operationId: string })[],
  );
  const described = operations.find(({ operationId }) => operationId === id)?.responses[response.status]?.content;
  const schema = Object.values(described ?? {})[0]?.schema;
  if (schema === undefined) return (response.schema ?? anyObject) as JsonSchema;
  const answer = opened(withDefinitions(schema, document.components.schemas)) as JsonSchema;
  return response.kind === "sse" ? withComments(answer, response.comments ?? []) : answer;
}

/** Schema of the items of a stream, including those sent as comments. Heartbeats are never printed. */
function withComments({ $defs, ...item }: JsonSchema, comments: readonly string[]): JsonSchema {
  const kinds = comments.filter((kind) => kind !== "sse_heartbeat");
  const definitions = $defs === undefined ? {} : { $defs };
  if (kinds.length === 0) return { ...item, ...definitions };
  const comment = { type: "object", required: ["event"], properties: { event: { enum: kinds } } };
  return { anyOf: [item, comment], ...definitions };
}

/** Keywords that limit what a newer service sends. */
const limits = new Set(["maximum", "maxProperties", "minimum", "minProperties", "oneOf", "pattern", "x-expects"]);
/** Keywords whose members are schemas by name. */
const maps = new Set(["properties", "patternProperties", "$defs"]);

/** A schema of an answer that also accepts members and values it does not name. The values of a set become examples. */
function opened(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(opened);
  if (typeof schema !== "object" || schema === null) return schema;
  const entries = Object.entries(schema).flatMap(([key, value]): [string, unknown][] => {
    if (limits.has(key) || (key === "additionalProperties" && value === false)) return [];
    if (key === "enum") return [["examples", value]];
    return [[key, maps.has(key) ? openedMembers(value as JsonSchema) : opened(value)]];
  });
  return Object.fromEntries(entries);
}

function openedMembers(members: JsonSchema): JsonSchema {
  return Object.fromEntries(Object.entries(members).map(([name, member]) => [name, opened(member)]));
}

const componentPath = "#/components/schemas/";

/** A self-contained schema of the OpenAPI document: the schemas it refers to are in `$defs`. */
function withDefinitions(schema: JsonSchema, components: Readonly<Record<string, unknown>>): JsonSchema {
  const used = new Map<string, unknown>();
  const local = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(local);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => [key, key === "$ref" ? ref(each) : local(each)]),
    );
  };
  const ref = (target: unknown): unknown => {
    const name = String(target).slice(componentPath.length);
    if (!String(target).startsWith(componentPath) || !Object.hasOwn(components, name)) return target;
    if (!used.has(name)) {
      used.set(name, true);
      used.set(name, local(components[name]));
    }
    return `#/$defs/${name}`;
  };
  const { $ref, ...written } = local(schema) as JsonSchema;
  // An answer that is a component is that component itself, so that others can add to it.
  const own = $ref === undefined ? written : (used.get(String($ref).slice("#/$defs/".length)) as JsonSchema);
  return used.size === 0 ? own : { ...own, $defs: Object.fromEntries(used) };
}
