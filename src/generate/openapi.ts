import { ErrorBody } from "../contract/common.ts";
import { errorBodies } from "../contract/error-bodies.ts";
import { type ErrorCode, errorCodes, errorCodesOf } from "../contract/errors.ts";
import { MAX_BODY_BYTES } from "../contract/limits.ts";
import type { OperationSpec } from "../contract/operation.ts";
import { type Paging, pagings } from "../contract/paging.ts";

type Json = Record<string, unknown>;

const bodyTypes = { json: "application/json", multipart: "multipart/form-data", bytes: "application/octet-stream" };

/** Schema of bytes in OpenAPI 3.1. */
const bytes = { type: "string", contentMediaType: "application/octet-stream" };

/**
 * The OpenAPI 3.1.0 document of the API, version 0.1.0 (spec 9). Operations that only the local service has are left out.
 */
export function openApiDocument(specs: readonly OperationSpec[]): Json {
  const schemas: Json = {};
  const paths: Record<string, Json> = {};
  schemas["ErrorBody"] = lift(ErrorBody, schemas, "ErrorBody");
  schemas["ErrorCode"] = errorCodeSchema();
  for (const { name, schema } of Object.values(errorBodies)) schemas[name] = lift(schema, schemas, name);
  for (const spec of specs) {
    if (spec.localOnly) continue;
    const item = paths[spec.path] ?? {};
    paths[spec.path] = item;
    item[spec.method.toLowerCase()] = {
      operationId: spec.id,
      tags: [spec.area],
      summary: spec.summary,
      ...descriptionOf(spec),
      ...(spec.deprecated && { deprecated: true, "x-deprecated": spec.deprecated }),
      parameters: [...parameters(spec, "params", "path"), ...parameters(spec, "query", "query")],
      ...((spec.body || spec.bodyKind) && {
        requestBody: {
          ...(!spec.bodyKind && { description: `At most ${spec.maxBodyBytes ?? MAX_BODY_BYTES} bytes` }),
          required: !spec.bodyOptional,
          content: {
            [bodyTypes[spec.bodyKind ?? "json"]]: {
              schema: lift(spec.body ?? bytes, schemas),
              ...(spec.example.body !== undefined && { example: spec.example.body }),
            },
          },
        },
      }),
      responses: responses(spec, schemas),
    };
  }
  const tags = new Set(specs.filter((spec) => !spec.localOnly).map(({ area }) => area));
  return {
    openapi: "3.1.0",
    info: {
      title: "Browser Automation Service",
      version: "0.1.0",
      description: "Browser sessions for agents and scripts, over HTTP.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/", description: "The service this document came from" }],
    security: [{ bearerAuth: [] }],
    tags: [...tags].map((name) => ({ name })),
    paths,
    components: { schemas, securitySchemes: { bearerAuth: { type: "http", scheme: "bearer" } } },
  };
}

/** Description of an operation; for a deprecated one also its end and its replacement, and why it is not served locally. */
function descriptionOf({ deprecated, description, local, method }: OperationSpec): Json {
  const sentences = [
    ...(description === undefined ? [] : [description]),
    ...(deprecated ? [`Deprecated; use ${method} ${deprecated.replacement}. Removed on ${deprecated.removal}.`] : []),
    ...(local?.unserved === undefined ? [] : [`A local service answers 501: ${local.unserved}.`]),
  ];
  return sentences.length === 0 ? {} : { description: sentences.join(" ") };
}

const anyFailure = {
  description: "Any other failure",
  content: { "application/json": { schema: { $ref: "#/components/schemas/ErrorBody" } } },
};

function parameters(spec: OperationSpec, part: "params" | "query", where: "path" | "query"): Json[] {
  const schema = spec[part] as { properties?: Record<string, Json>; required?: string[] } | undefined;
  const example: Json = spec.example[part] ?? {};
  return Object.entries(schema?.properties ?? {}).map(([name, property]) => {
    const { description, deprecated, ...rest } = property as Json & { type?: string };
    return {
      name,
      in: where,
      required: where === "path" || (schema?.required ?? []).includes(name),
      ...(description ? { description } : {}),
      ...(deprecated ? { deprecated } : {}),
      ...(rest.type === "object" ? { style: "deepObject", explode: true } : {}),
      ...(rest.type === "array" ? { style: "form", explode: false } : {}),
      schema: rest.type === "array" ? lift(rest, {}) : withType(rest),
      ...(example[name] !== undefined && { example: example[name] }),
    };
  });
}

const nextPage = {
  offset: { description: "Offset of the next page; 0 on the last one", schema: { type: "integer" } },
  cursor: { description: "Cursor of the next page; absent on the last one", schema: { type: "string" } },
  token: { description: "Token of the next page; absent on the last one", schema: { type: "string" } },
} as const satisfies Record<Paging, Json>;

function responses(spec: OperationSpec, schemas: Json): Json {
  const { response } = spec;
  const success: Json = { description: "Done" };
  if (response.kind === "json") {
    success["content"] = {
      "application/json": { schema: lift(response.schema, schemas), example: spec.example.result },
    };
  }
  if (response.kind === "sse") {
    const examples = Object.fromEntries((spec.example.events ?? []).map((value, at) => [`item${at + 1}`, { value }]));
    success["content"] = { "text/event-stream": { schema: lift(itemsOf(response), schemas), examples } };
  }
  if (response.kind === "file") {
    const headers = Object.entries(response.headers ?? {});
    if (headers.length > 0) {
      success["headers"] = Object.fromEntries(
        headers.map(([name, description]) => [name, { description, schema: { type: "string" } }]),
      );
    }
    const file = { schema: { type: "string", format: "binary" } };
    const { contentType, otherTypes = [] } = response;
    success["content"] = Object.fromEntries(
      [contentType, ...otherTypes].map((type) => [type, type === "application/json" ? { schema: {} } : file]),
    );
  }
  if (spec.paging) {
    success["headers"] = {
      "X-Has-More": { description: "true when another page follows", schema: { type: "boolean" } },
      [pagings[spec.paging].header]: nextPage[spec.paging],
    };
  }
  const also: Json = {};
  if (response.kind === "json" && response.also === 202) also["202"] = success;
  if (response.kind === "json" && response.also === 204) also["204"] = { description: "There is none" };
  if (response.kind === "file" && response.also !== undefined) {
    also[String(response.also)] = { description: "There is no file yet" };
  }
  return {
    [String(response.status)]: success,
    ...also,
    ...errorResponses(errorCodesOf(spec)),
    default: anyFailure,
  };
}

/** Schema of the items of a stream, without those that are sent as comments. */
function itemsOf({ comments, schema }: Extract<OperationSpec["response"], { kind: "sse" }>): Json {
  if (!comments) return schema as Json;
  const { anyOf = [], ...rest } = schema as { anyOf?: { properties?: { event?: { const?: string } } }[] };
  const items = anyOf.filter(({ properties }) => !comments.includes(properties?.event?.const ?? ""));
  return items.length === 1 && items[0] ? items[0] : { ...rest, anyOf: items };
}

/** One response for each status, which names the codes it can have and their meanings. */
function errorResponses(codes: readonly ErrorCode[]): Json {
  const byStatus = Map.groupBy(codes, (code) => errorCodes[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, ofStatus]) => [
      String(status),
      {
        description: ofStatus.map((code) => `\`${code}\`: ${errorCodes[code].meaning}`).join("\n\n"),
        content: { "application/json": { schema: errorSchema(ofStatus) } },
      },
    ]),
  );
}

/** The body of an error with one of these codes. */
function errorSchema(codes: readonly ErrorCode[]): Json {
  const common = codes.filter((code) => !(code in errorBodies));
  const body: Json = {
    allOf: [{ $ref: "#/components/schemas/ErrorBody" }, { properties: { code: { type: "string", enum: common } } }],
  };
  const own = codes.flatMap((code) => errorBodies[code] ?? []);
  const references = own.map(({ name }) => ({ $ref: `#/components/schemas/${name}` }));
  return own.length === 0 ? body : { anyOf: [...references, body] };
}

/** Every error code with its meaning. */
function errorCodeSchema(): Json {
  return {
    type: "string",
    description: "Error codes of this service",
    oneOf: Object.entries(errorCodes).map(([code, { status, meaning }]) => ({
      const: code,
      description: `${status}: ${meaning}`,
    })),
  };
}

/** An enum with the type of its values; without it, generated clients accept any type. */
function withType(schema: Json): Json {
  const { enum: values, type } = schema;
  if (!Array.isArray(values) || type !== undefined) return schema;
  const types = [...new Set(values.map((value) => (value === null ? "null" : typeof value)))];
  return { type: types.length === 1 ? types[0] : types, ...schema };
}

/** Moves every schema with an `$id` into the components and leaves a reference. */
function lift(schema: unknown, schemas: Json, self?: string): unknown {
  if (Array.isArray(schema)) return schema.map((item) => lift(item, schemas));
  if (typeof schema !== "object" || schema === null) return schema;
  const {
    $id,
    "x-file": isFile,
    "x-json": _isJson,
    "x-max-bytes": maxBytes,
    "x-format": format,
    ...rest
  } = withType(schema as Json) as { $id?: string } & Json;
  if (isFile) return { ...bytes, ...rest, maxLength: maxBytes };
  const whole = format === undefined ? rest : { ...rest, format };
  const lifted = Object.fromEntries(Object.entries(whole).map(([key, value]) => [key, lift(value, schemas)]));
  if (!$id || $id === self) return lifted;
  schemas[$id] = lifted;
  return { $ref: `#/components/schemas/${$id}` };
}
