import Type from "typebox";
import { closed, paging, Text, Timestamp } from "./common.ts";
import { operation } from "./operation.ts";

/** Own client at a payment provider, for the wallets of vaults (contract 2.30). */
const VaultProviderConfig = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    provider: Type.Enum(["link", "agentcard"]),
    client_id: Type.String(),
    publishable_key: Type.Optional(Type.String({ description: "Public key of link" })),
    test_mode: Type.Optional(Type.Boolean({ description: "true when the credentials of agentcard are for tests" })),
    created_at: Timestamp("When it was created"),
    updated_at: Timestamp("When it was last changed"),
  },
  { $id: "VaultProviderConfig" },
);

const configExample = {
  id: "p6r1o5v9c3o7n1f5i9g2l6n0",
  name: "link-client",
  provider: "link",
  client_id: "client-1",
  publishable_key: "pk_live_example",
  created_at: "2026-03-01T09:30:00Z",
  updated_at: "2026-03-01T09:30:00Z",
} as const;

const idOrName = Type.Object({
  id_or_name: Text({ minLength: 1, description: "Provider configuration id, or its name" }),
});
const exampleParams = { id_or_name: configExample.name } as const;
const name = Text({ minLength: 1, maxLength: 255, description: "Name, unique in the organization" });
const clientSecret = Text({
  minLength: 1,
  description: "Secret of the client; it is never returned",
  "x-secret": true,
});
const publishableKey = Type.Optional(
  Text({ minLength: 1, description: "Public key of link, which renews its grants" }),
);

/** assumed: 501, as for the vaults that would use it. */
const local = { unserved: "it has no vaults that would use it" } as const;

export const vaultProviderConfigOperations = [
  operation({
    id: "vaultProviderConfigs.create",
    area: "vault_provider_configs",
    method: "POST",
    path: "/vault-provider-configs",
    summary: "Create a provider configuration for vaults",
    source: "contract 2.30",
    body: Type.Object(
      {
        name,
        provider: Type.Enum(["link", "agentcard"], { description: "Payment provider" }),
        credentials: Type.Object(
          {
            client_id: Text({ minLength: 1, description: "Client at the provider" }),
            client_secret: clientSecret,
            publishable_key: publishableKey,
          },
          closed,
        ),
      },
      closed,
    ),
    response: { kind: "json", status: 201, schema: VaultProviderConfig },
    errors: ["conflict"],
    idempotent: false,
    needs: "organization",
    local,
    example: {
      body: {
        name: configExample.name,
        provider: "link",
        credentials: { client_id: "client-1", client_secret: "correct-horse", publishable_key: "pk_live_example" },
      },
      result: configExample,
    },
  }),
  operation({
    id: "vaultProviderConfigs.list",
    area: "vault_provider_configs",
    method: "GET",
    path: "/vault-provider-configs",
    summary: "List provider configurations for vaults",
    source: "contract 2.30, 0.8",
    query: Type.Object({ ...paging }, closed),
    response: { kind: "json", status: 200, schema: Type.Array(VaultProviderConfig) },
    errors: [],
    idempotent: true,
    paging: "offset",
    local,
    example: { query: { limit: 20 }, result: [configExample] },
  }),
  operation({
    id: "vaultProviderConfigs.get",
    area: "vault_provider_configs",
    method: "GET",
    path: "/vault-provider-configs/{id_or_name}",
    summary: "Show a provider configuration for vaults",
    source: "contract 2.30",
    params: idOrName,
    response: { kind: "json", status: 200, schema: VaultProviderConfig },
    errors: [],
    idempotent: true,
    local,
    example: { params: exampleParams, result: configExample },
  }),
  operation({
    id: "vaultProviderConfigs.update",
    area: "vault_provider_configs",
    method: "PATCH",
    path: "/vault-provider-configs/{id_or_name}",
    summary: "Change a provider configuration for vaults",
    description: "What is not named stays; the client cannot be changed.",
    source: "contract 2.30",
    params: idOrName,
    body: Type.Object(
      {
        name: Type.Optional(name),
        credentials: Type.Optional(
          Type.Object({ client_secret: Type.Optional(clientSecret), publishable_key: publishableKey }, closed),
        ),
      },
      closed,
    ),
    response: { kind: "json", status: 200, schema: VaultProviderConfig },
    errors: ["conflict"],
    idempotent: false,
    needs: "organization",
    local,
    example: {
      params: exampleParams,
      body: { name: "link-client-2", credentials: { client_secret: "battery-staple" } },
      result: { ...configExample, name: "link-client-2" },
    },
  }),
  operation({
    id: "vaultProviderConfigs.delete",
    area: "vault_provider_configs",
    method: "DELETE",
    path: "/vault-provider-configs/{id_or_name}",
    summary: "Delete a provider configuration for vaults",
    description: "Refused while an item of a vault uses it. The client at the provider stays.",
    source: "contract 2.30",
    params: idOrName,
    response: { kind: "empty", status: 204 },
    errors: ["conflict"],
    idempotent: true,
    needs: "organization",
    local,
    example: { params: exampleParams },
  }),
] as const;
