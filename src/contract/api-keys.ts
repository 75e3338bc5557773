import Type from "typebox";
import { closed, paging, Text, Timestamp } from "./common.ts";
import { deprecatedField } from "./deprecation.ts";
import { EXAMPLE_API_KEY_ID, EXAMPLE_PROJECT_ID } from "./example-ids.ts";
import { operation } from "./operation.ts";

/** Longest lifetime of an API key, and longest grace period of a rotation, in days (contract 2.19). */
const MAX_DAYS = 3650;

const orNull = <const T extends Type.TSchema>(schema: T, description: string) =>
  Type.Union([schema, Type.Null()], { description });

const fields = {
  id: Type.String(),
  name: Type.String(),
  masked_key: Type.String({ description: "Beginning and end of the key, to recognize it" }),
  created_at: Timestamp("When it was created"),
  created_by: Type.Object(
    { id: Type.String(), email: Type.String(), name: orNull(Type.String(), "Its name") },
    { description: "Principal that created it; the organization, for a key of one project that does not see that key" },
  ),
  expires_at: orNull(Timestamp("Time"), "When it expires; null for never"),
  deleted_at: orNull(Timestamp("Time"), "When it was deleted; null while it is not"),
  project_id: orNull(Type.String(), "Project it is for; null for the organization"),
  project_name: orNull(Type.String(), "Name of that project"),
};

/** Record of an API key (contract 2.19). */
export const ApiKey = Type.Object(fields, { $id: "ApiKey" });

/** Record of a new API key, with the key itself, which is returned once (contract 2.19). */
export const CreatedApiKey = Type.Object(
  { ...fields, key: Type.String({ description: "The key itself; it is never returned again", "x-secret": true }) },
  { $id: "CreatedApiKey" },
);

/** Record of an API key in examples. */
const keyExample = {
  id: EXAMPLE_API_KEY_ID,
  name: "ci",
  masked_key: "bctl_3f9a...c41e",
  created_at: "2026-03-01T09:30:00Z",
  created_by: { id: "u4s8e2r6o1w5n9e3r7k0e4y8", email: "local@localhost", name: "start-up key" },
  expires_at: "2026-05-30T09:30:00Z",
  deleted_at: null,
  project_id: EXAMPLE_PROJECT_ID,
  project_name: "shop",
} as const;

const createdExample = { ...keyExample, key: "bctl_3f9a0c7e5b1d8264f0a93c5e7b1d2846f0a9c3e57b1dc41e" } as const;

const id = Type.Object({ id: Text({ minLength: 1, description: "API key id" }) });
const name = Text({ minLength: 1, maxLength: 255, description: "Name; several keys may have the same" });
const days = (description: string) => orNull(Type.Integer({ minimum: 1, maximum: MAX_DAYS }), description);

const scoped = "a key of one project sees the keys of that project alone; others are 404";
const creator =
  "a key of one project gets the id of the organization and no name as the creator of a key that a key of the organization made";
const lineage =
  "a key of one project changes itself and the keys that it made, directly or through others; the rest are 403";
const noLonger = "a new key ends with the calling key at the latest: 400 for a later time";
const ofApiKeys = "the token of an invocation is 403: a key that it made would outlive the invocation";

export const apiKeyOperations = [
  operation({
    id: "apiKeys.create",
    area: "api_keys",
    method: "POST",
    path: "/org/api_keys",
    summary: "Create an API key",
    source: "contract 0.2, 2.19",
    body: Type.Object(
      {
        name,
        days_to_expire: Type.Optional(
          days("Lifetime in days, null for no end; the key ends with the calling key when omitted"),
        ),
        project_id: Type.Optional(
          orNull(
            Text({ minLength: 1 }),
            "Id of the project that the key is for; the organization when omitted or null",
          ),
        ),
      },
      closed,
    ),
    response: { kind: "json", status: 201, schema: CreatedApiKey },
    errors: [],
    idempotent: false,
    assumed: [
      "a key of one project creates keys of that project alone: it is the default, any other value is 403",
      noLonger,
      "a project header has no effect: project_id alone is the scope of the key",
      ofApiKeys,
      "created_by is the calling key; its email is local@localhost, because the local service has no users",
    ],
    example: {
      body: { name: "ci", days_to_expire: 90, project_id: EXAMPLE_PROJECT_ID },
      result: createdExample,
    },
  }),
  operation({
    id: "apiKeys.list",
    area: "api_keys",
    method: "GET",
    path: "/org/api_keys",
    summary: "List API keys",
    source: "contract 2.19, 0.8",
    query: Type.Object(
      {
        status: Type.Optional(
          Type.Enum(["active", "deleted", "all"], { default: "active", description: "Only keys of this status" }),
        ),
        include_deleted: Type.Optional(Type.Boolean(deprecatedField("status=all"))),
        name: Type.Optional(Text({ description: "Only this name; case-insensitive" })),
        query: Type.Optional(
          Text({
            description: "Part of the name of a key, its creator or its project, or the start of an id or masked key",
          }),
        ),
        sort_by: Type.Optional(
          Type.Enum(["created_at", "name", "expires_at"], { default: "created_at", description: "Order of the list" }),
        ),
        sort_direction: Type.Optional(Type.Enum(["asc", "desc"], { description: "Direction of the order" })),
        ...paging,
      },
      closed,
    ),
    response: { kind: "json", status: 200, schema: Type.Array(ApiKey) },
    errors: [],
    idempotent: true,
    paging: "offset",
    assumed: [
      scoped,
      creator,
      "newest first; names and expiry ascending; keys that never expire come last in both directions",
      "an expired key is active until it is deleted; status counts where include_deleted is sent too",
    ],
    example: {
      query: { status: "all", sort_by: "expires_at", limit: 20 },
      result: [
        keyExample,
        { ...keyExample, id: "r4e7v1o8k5e2d9k6e3y0o7l4", name: "old ci", deleted_at: "2026-03-02T08:00:00Z" },
      ],
    },
  }),
  operation({
    id: "apiKeys.get",
    area: "api_keys",
    method: "GET",
    path: "/org/api_keys/{id}",
    summary: "Show an API key",
    source: "contract 2.19",
    params: id,
    query: Type.Object(
      {
        include_deleted: Type.Optional(
          Type.Boolean({ default: false, description: "Also a deleted key, which is 404 otherwise" }),
        ),
      },
      closed,
    ),
    response: { kind: "json", status: 200, schema: ApiKey },
    errors: [],
    idempotent: true,
    assumed: [scoped, creator],
    example: { params: { id: EXAMPLE_API_KEY_ID }, result: keyExample },
  }),
  operation({
    id: "apiKeys.update",
    area: "api_keys",
    method: "PATCH",
    path: "/org/api_keys/{id}",
    summary: "Rename an API key",
    source: "contract 2.19",
    params: id,
    body: Type.Object({ name }, closed),
    response: { kind: "json", status: 200, schema: ApiKey },
    errors: [],
    idempotent: false,
    assumed: [scoped, creator, ofApiKeys],
    example: {
      params: { id: EXAMPLE_API_KEY_ID },
      body: { name: "nightly" },
      result: { ...keyExample, name: "nightly" },
    },
  }),
  operation({
    id: "apiKeys.delete",
    area: "api_keys",
    method: "DELETE",
    path: "/org/api_keys/{id}",
    summary: "Revoke an API key",
    description:
      "The key and the keys that it made stop working at once. Their records stay, and are shown with status deleted.",
    source: "contract 2.19",
    params: id,
    response: { kind: "empty", status: 204 },
    errors: ["cannot_delete_current_key", "conflict"],
    idempotent: true,
    assumed: [
      scoped,
      lineage,
      ofApiKeys,
      "the start-up key of the local service is 409: its clients on this machine would be locked out; `local reset` replaces it",
      "the keys that it made are deleted with it; the replacement of a rotated key stays, with what it took over",
      "a key that made the key of the request is 400 `cannot_delete_current_key`",
      "event streams of the key end, and opening them again is 401; CDP connections stay open, because the address of a session authorizes them",
    ],
    example: { params: { id: EXAMPLE_API_KEY_ID } },
  }),
  operation({
    id: "apiKeys.rotate",
    area: "api_keys",
    method: "POST",
    path: "/org/api_keys/{id}/rotate",
    summary: "Replace an API key with a new one",
    description: "The new key has its own id, and the name and scope of the old one, which works for a grace period.",
    source: "contract 2.19",
    params: id,
    body: Type.Object(
      {
        days_to_expire: Type.Optional(
          days("Lifetime of the new key in days, null for no end; that of the old key when omitted"),
        ),
        expire_in_days: Type.Optional(
          orNull(
            Type.Integer({ minimum: 0, maximum: MAX_DAYS, default: 7 }),
            "Days for which the old key still works; 0 ends it at once",
          ),
        ),
      },
      closed,
    ),
    bodyOptional: true,
    response: { kind: "json", status: 201, schema: CreatedApiKey },
    errors: ["conflict"],
    idempotent: false,
    assumed: [
      scoped,
      lineage,
      ofApiKeys,
      `${noLonger}; without one the lifetime is cut to that`,
      "the new key takes over what the old one made; of that, nothing ends later than the new key",
      "the old key never works longer than without the rotation; null is 7 days, as if omitted",
      "a key that was rotated is 409, and the message names its replacement: a request sent twice makes one key",
      "the start-up key of the local service is 409: `local reset` replaces it",
    ],
    example: {
      params: { id: EXAMPLE_API_KEY_ID },
      body: { days_to_expire: 90, expire_in_days: 7 },
      result: { ...createdExample, id: "n8e2w6k0e4y8r1o5t9a3t7e1" },
    },
  }),
] as const;
