import Type from "typebox";
import { closed, optional, paging, TEXT_CHARACTERS, Text, Timestamp } from "./common.ts";
import { operation } from "./operation.ts";

/** Kinds of credential providers. The API has the first; the others are the local service's. */
const providerTypes = ["onepassword", "bitwarden", "pass", "vault", "program"] as const;

/** Maximum age of a list of items before it is read again, in seconds: a day. */
const MAX_CACHE_TTL_SECONDS = 86_400;

/** Maximum number of words of a program's command. */
const MAX_COMMAND_WORDS = 50;

/** Source of logins outside of the service, without its token (contract 2.16). */
const CredentialProvider = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    provider_type: Type.Enum([...providerTypes]),
    enabled: Type.Boolean({ description: "false while logins may not use it" }),
    priority: Type.Integer({ description: "Lower is first" }),
    command: Type.Optional(
      Type.Array(Type.String(), { description: "Program that the local service runs, with its arguments" }),
    ),
    created_at: Timestamp("When it was created"),
    updated_at: Timestamp("When it was last changed"),
  },
  { $id: "CredentialProvider" },
);

/** Item of a provider, without its values (contract 2.16). */
const CredentialProviderItem = Type.Object(
  {
    id: Type.String(),
    path: Type.String({ description: "Path for the credential of an auth connection" }),
    title: Type.String(),
    vault_id: Type.String(),
    vault_name: Type.String(),
    urls: Type.Optional(Type.Array(Type.String(), { description: "Addresses of its website" })),
  },
  { $id: "CredentialProviderItem" },
);

const name = Text({
  maxLength: 255,
  pattern: `^(?=[\\s\\S]*\\S)${TEXT_CHARACTERS}*$`,
  "x-expects": "text that is not blank",
  description: "Name, unique in the organization",
});
const token = Text({
  minLength: 1,
  maxLength: 8_192,
  description: "Token for the provider, such as that of a service account; it is never returned",
  "x-secret": true,
});
const ttl = (more: { readonly default?: number } = {}) =>
  Type.Integer({
    minimum: 0,
    maximum: MAX_CACHE_TTL_SECONDS,
    ...more,
    description: "Seconds for which a list of its items is used again; values are never kept",
  });
const command = Type.Array(Text({ maxLength: 4_096 }), {
  minItems: 1,
  maxItems: MAX_COMMAND_WORDS,
  description: "Program of the local service, by an absolute path or a name on its PATH, and its arguments",
});

const providerExample = {
  id: "p7r3o1v5i9d2e8r4c6r0e1d7",
  name: "team",
  provider_type: "onepassword",
  enabled: true,
  priority: 0,
  created_at: "2026-03-01T09:30:00Z",
  updated_at: "2026-03-01T09:30:00Z",
} as const;

const providerId = Type.Object({ id: Text({ minLength: 1, description: "Credential provider id" }) });
const exampleParams = { id: providerExample.id } as const;

const common = { area: "credential_providers", needs: "organization", unscoped: true } as const;

const typesNote =
  "onepassword runs `op`; the local service also has bitwarden (`bw`), pass, vault and program, which the API does not have";
const recordedPriority = {
  priority: { support: "recorded", note: "a connection names its provider, so that none comes first" },
} as const;
const ofPrograms =
  "a provider is a program of the machine, run as the user of the service; it gets the token in its environment and prints JSON";

export const credentialProviderOperations = [
  operation({
    ...common,
    id: "credentialProviders.create",
    method: "POST",
    path: "/org/credential_providers",
    summary: "Add a credential provider",
    source: "contract 2.16",
    body: Type.Object(
      {
        name,
        provider_type: Type.Enum([...providerTypes], {
          description: "Kind of provider; a hosted service has only onepassword",
        }),
        token: Type.Optional(token),
        cache_ttl_seconds: Type.Optional(ttl({ default: 300 })),
        command: Type.Optional(command),
      },
      closed,
    ),
    response: { kind: "json", status: 201, schema: CredentialProvider },
    errors: ["conflict"],
    idempotent: false,
    assumed: [
      "a name in use is 409 `conflict`",
      "spaces around a name are removed",
      ofPrograms,
      "onepassword needs a token, program a command; the others may have both, and pass has no token",
    ],
    local: { note: typesNote },
    example: {
      body: {
        name: providerExample.name,
        provider_type: "onepassword",
        token: "ops_example",
        cache_ttl_seconds: 300,
      },
      result: providerExample,
    },
  }),
  operation({
    ...common,
    id: "credentialProviders.list",
    method: "GET",
    path: "/org/credential_providers",
    summary: "List credential providers",
    source: "contract 2.16, 0.8",
    query: Type.Object(
      {
        query: Type.Optional(Text({ description: "Part of a name, or a whole id; case-insensitive" })),
        ...paging,
      },
      closed,
    ),
    response: { kind: "json", status: 200, schema: Type.Array(CredentialProvider) },
    errors: [],
    idempotent: true,
    paging: "offset",
    assumed: ["newest first"],
    example: { query: { limit: 20 }, result: [providerExample] },
  }),
  operation({
    ...common,
    id: "credentialProviders.get",
    method: "GET",
    path: "/org/credential_providers/{id}",
    summary: "Show a credential provider",
    source: "contract 2.16",
    params: providerId,
    response: { kind: "json", status: 200, schema: CredentialProvider },
    errors: [],
    idempotent: true,
    example: { params: exampleParams, result: providerExample },
  }),
  operation({
    ...common,
    id: "credentialProviders.update",
    method: "PATCH",
    path: "/org/credential_providers/{id}",
    summary: "Change a credential provider",
    source: "contract 2.16",
    params: providerId,
    body: Type.Object(
      optional({
        name,
        token,
        enabled: Type.Boolean({ description: "false keeps logins from using it" }),
        priority: Type.Integer({ minimum: 0, maximum: 1_000_000, description: "Lower is first" }),
        cache_ttl_seconds: ttl(),
        command,
      }),
      closed,
    ),
    response: { kind: "json", status: 200, schema: CredentialProvider },
    errors: ["conflict"],
    idempotent: false,
    assumed: ["its list of items is read again after a change, and values that a website refused may be sent again"],
    local: { note: typesNote, fields: recordedPriority },
    example: {
      params: exampleParams,
      body: { enabled: false, command: ["/opt/1password/op"] },
      result: {
        ...providerExample,
        enabled: false,
        command: ["/opt/1password/op"],
        updated_at: "2026-03-01T10:00:00Z",
      },
    },
  }),
  operation({
    ...common,
    id: "credentialProviders.delete",
    method: "DELETE",
    path: "/org/credential_providers/{id}",
    summary: "Remove a credential provider",
    source: "contract 2.16",
    params: providerId,
    response: { kind: "empty", status: 204 },
    errors: [],
    idempotent: true,
    assumed: ["auth connections that use it have no credential then"],
    example: { params: exampleParams },
  }),
  operation({
    ...common,
    id: "credentialProviders.items",
    method: "GET",
    path: "/org/credential_providers/{id}/items",
    summary: "List the items of a credential provider",
    description: "Names and addresses, never values.",
    source: "contract 2.16",
    params: providerId,
    response: {
      kind: "json",
      status: 200,
      schema: Type.Object({ items: Type.Array(CredentialProviderItem) }, { $id: "CredentialProviderItems" }),
    },
    errors: ["credential_provider_failed"],
    idempotent: true,
    assumed: ["502 when its program fails, and for one that is not enabled", "at most 10,000 items"],
    example: {
      params: exampleParams,
      result: {
        items: [
          {
            id: "i8t4e2m6",
            path: "Team/Shop",
            title: "Shop",
            vault_id: "v5a1u7l3",
            vault_name: "Team",
            urls: ["https://shop.example.com"],
          },
        ],
      },
    },
  }),
  operation({
    ...common,
    id: "credentialProviders.test",
    method: "POST",
    path: "/org/credential_providers/{id}/test",
    summary: "Test the connection to a credential provider",
    source: "contract 2.16",
    params: providerId,
    response: {
      kind: "json",
      status: 200,
      schema: Type.Object(
        {
          success: Type.Boolean(),
          vaults: Type.Array(Type.Object({ id: Type.String(), name: Type.String() }), {
            description: "Vaults that it can read",
          }),
          error: Type.Optional(Type.String({ description: "Reason of a failure" })),
        },
        { $id: "CredentialProviderTest" },
      ),
    },
    errors: [],
    idempotent: false,
    assumed: ["it lists the items again, whatever their age, of one that is not enabled too"],
    example: { params: exampleParams, result: { success: true, vaults: [{ id: "v5a1u7l3", name: "Team" }] } },
  }),
] as const;
