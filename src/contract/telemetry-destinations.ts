import Type from "typebox";
import { closed, paging, Text, TextMap, Timestamp } from "./common.ts";
import { operation } from "./operation.ts";

/** Destination to which telemetry is exported over OTLP (contract 2.23). */
const OtlpDestination = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    endpoint: Type.String({ description: "Base URL of the collector" }),
    description: Type.Optional(Type.String()),
    headers: Type.Record(Type.String(), Type.String(), { description: "Names of the headers; their values are empty" }),
    created_at: Timestamp("When it was created"),
    updated_at: Timestamp("When it was last changed"),
    consecutive_failures: Type.Optional(
      Type.Integer({ description: "Deliveries that failed since the last one that worked" }),
    ),
    last_error: Type.Optional(Type.Union([Type.String(), Type.Null()], { description: "Kind of the last failure" })),
    last_error_at: Type.Optional(Type.Union([Timestamp("When it failed"), Type.Null()])),
    last_export_at: Type.Optional(Type.Union([Timestamp("When it last worked"), Type.Null()])),
  },
  { $id: "OtlpDestination" },
);

const destinationExample = {
  id: "o4t8l1p5d9e2s6t0i3n7a1t5",
  name: "collector",
  endpoint: "https://otlp.example.com",
  description: "Traces of the checkout",
  headers: { Authorization: "" },
  created_at: "2026-03-01T09:30:00Z",
  updated_at: "2026-03-01T09:30:00Z",
  consecutive_failures: 2,
  last_error: "unauthorized",
  last_error_at: "2026-03-01T10:02:00Z",
  last_export_at: "2026-03-01T10:00:00Z",
} as const;

const idOrName = Type.Object({ id_or_name: Text({ minLength: 1, description: "Destination id, or its name" }) });
const exampleParams = { id_or_name: "collector" } as const;

const name = (description: string) => Text({ minLength: 1, maxLength: 255, description });

const endpoint = Text({
  pattern: "^[hH][tT][tT][pP][sS]?://[^\\s?#\\u0000-\\u001f\\ud800-\\udfff]+$",
  "x-format": "uri",
  "x-expects": "an http or https URL without query and fragment",
  description: "Base URL of the collector, without the path of a signal such as /v1/traces",
});

const headerName = {
  pattern: "^[!#$%&'*+.^_`|~0-9A-Za-z-]+$",
  "x-expects": "the name of a header",
} as const;

const headerValue = Text({
  pattern: "^[^\\u0000-\\u001f\\u007f\\ud800-\\udfff]*$",
  "x-expects": "text without line breaks and other control characters",
});

/** assumed: 501, because there is no telemetry to export (contract 2.22). */
const local = { unserved: "it captures no telemetry that could be exported" } as const;

export const telemetryDestinationOperations = [
  operation({
    id: "telemetryDestinations.create",
    area: "telemetry_destinations",
    method: "POST",
    path: "/telemetry/destinations",
    summary: "Create a destination for telemetry",
    source: "contract 2.23",
    body: Type.Object(
      {
        name: name("Name, unique in the organization; not in the form of an id"),
        endpoint,
        description: Type.Optional(Text({ description: "Purpose, for people" })),
        headers: Type.Optional(
          TextMap(headerValue, {
            propertyNames: headerName,
            description: "Headers of each delivery; their values are never returned",
            "x-secret": true,
          }),
        ),
      },
      closed,
    ),
    response: { kind: "json", status: 201, schema: OtlpDestination },
    errors: ["conflict"],
    idempotent: false,
    needs: "organization",
    local,
    example: {
      body: {
        name: "collector",
        endpoint: "https://otlp.example.com",
        description: "Traces of the checkout",
        headers: { authorization: "Bearer correct-horse" },
      },
      result: destinationExample,
    },
  }),
  operation({
    id: "telemetryDestinations.list",
    area: "telemetry_destinations",
    method: "GET",
    path: "/telemetry/destinations",
    summary: "List destinations for telemetry",
    source: "contract 2.23, 0.8",
    query: Type.Object(
      {
        name: Type.Optional(Text({ description: "Only this name; case-insensitive" })),
        query: Type.Optional(Text({ description: "Part of a name or endpoint, or a whole id; case-insensitive" })),
        ...paging,
      },
      closed,
    ),
    response: { kind: "json", status: 200, schema: Type.Array(OtlpDestination) },
    errors: [],
    idempotent: true,
    paging: "offset",
    local,
    example: { query: { query: "coll", limit: 20 }, result: [destinationExample] },
  }),
  operation({
    id: "telemetryDestinations.get",
    area: "telemetry_destinations",
    method: "GET",
    path: "/telemetry/destinations/{id_or_name}",
    summary: "Show a destination for telemetry",
    source: "contract 2.23",
    params: idOrName,
    response: { kind: "json", status: 200, schema: OtlpDestination },
    errors: [],
    idempotent: true,
    local,
    example: { params: exampleParams, result: destinationExample },
  }),
  operation({
    id: "telemetryDestinations.update",
    area: "telemetry_destinations",
    method: "PATCH",
    path: "/telemetry/destinations/{id_or_name}",
    summary: "Change a destination for telemetry",
    description: "Running sessions use the new values without a restart.",
    source: "contract 2.23",
    params: idOrName,
    body: Type.Object(
      {
        name: Type.Optional(name("New name; refused while an auth connection selects the destination by its name")),
        endpoint: Type.Optional(endpoint),
        description: Type.Optional(Text({ description: "Purpose, for people" })),
        headers: Type.Optional(
          Type.Record(Text(), Type.Union([headerValue, Type.Null()]), {
            propertyNames: headerName,
            description: "Headers to add or replace; null removes one, others stay; names are case-insensitive",
            "x-secret": true,
          }),
        ),
      },
      closed,
    ),
    response: { kind: "json", status: 200, schema: OtlpDestination },
    errors: ["conflict"],
    idempotent: false,
    needs: "organization",
    local,
    example: {
      params: exampleParams,
      body: { endpoint: "https://otlp.example.com", headers: { "x-tenant": "shop", "x-team": null } },
      result: destinationExample,
    },
  }),
  operation({
    id: "telemetryDestinations.delete",
    area: "telemetry_destinations",
    method: "DELETE",
    path: "/telemetry/destinations/{id_or_name}",
    summary: "Delete a destination for telemetry",
    source: "contract 2.23",
    params: idOrName,
    response: { kind: "empty", status: 204 },
    errors: ["resource_in_use"],
    idempotent: true,
    needs: "organization",
    local,
    example: { params: exampleParams },
  }),
] as const;
