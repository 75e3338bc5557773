import Type from "typebox";
import { closed, Text, Timestamp } from "./common.ts";
import { EXAMPLE_SESSION_ID } from "./example-ids.ts";
import { operation } from "./operation.ts";
import {
  changedItemSpec,
  newItemSpec,
  VaultFill,
  VaultItem,
  vaultItemActions,
  vaultItemTypes,
} from "./vault-item-schemas.ts";
import { noVaults, vaultParams } from "./vaults.ts";

const itemParams = Type.Object({
  id_or_name: vaultParams.properties.id_or_name,
  key: Text({ minLength: 1, description: "Key of the item in its vault" }),
});

/** Event of an item (contract 2.30). */
const VaultItemEvent = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    created_at: Timestamp("When it happened"),
    browser_id: Type.Optional(Type.String({ description: "Session that it is about" })),
    data: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  },
  { $id: "VaultItemEvent" },
);

const listParams = { id_or_name: "checkout" } as const;
const exampleParams = { ...listParams, key: "shop-login" } as const;

const itemExample = {
  id: "i4t8e2m6l1o5g9i3n7k0e4y8",
  key: "shop-login",
  type: "credential",
  spec: {
    description: "Example shop",
    fields: [
      { name: "username", type: "text", required: true, sensitive: false },
      { name: "password", type: "password", required: true, sensitive: true },
    ],
  },
  state: {
    status: "ready",
    fields: { username: { has_value: true, value: "anna" }, password: { has_value: true } },
  },
  version: 2,
  available_operations: [{ type: "fill", description: "Fill fields of a page" }],
  available_expansions: [],
  created_at: "2026-03-01T09:30:00Z",
  updated_at: "2026-03-01T09:34:10Z",
} as const;

const waitSeconds = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 0, description: `${description}, in seconds` }));

const checkout = Type.Object(
  {
    browser_id: Text({ minLength: 1, description: "Session that has the vault" }),
    environment: Type.Enum(["production", "sandbox", "shared"]),
    merchant_origin: Text({ minLength: 1, description: "Origin of the merchant's page" }),
    psp: Type.Optional(Type.Enum(["square", "braintree", "worldpay", "bambora", "mercado_pago"])),
  },
  { ...closed, description: "Purchase for `prepare_checkout`" },
);

export const vaultItemOperations = [
  operation({
    id: "vaultItems.list",
    area: "vaults",
    method: "GET",
    path: "/vaults/{id_or_name}/items",
    summary: "List the items of a vault",
    source: "contract 2.30",
    params: vaultParams,
    response: { kind: "json", status: 200, schema: Type.Array(VaultItem) },
    errors: [],
    idempotent: true,
    local: noVaults,
    example: { params: listParams, result: [itemExample] },
  }),
  operation({
    id: "vaultItems.get",
    area: "vaults",
    method: "GET",
    path: "/vaults/{id_or_name}/items/{key}",
    summary: "Show an item of a vault",
    description: "With the operations that it offers now. Secrets are never shown.",
    source: "contract 2.30",
    params: itemParams,
    query: Type.Object(
      {
        expand: Type.Optional(
          Type.Array(Type.Enum(["payment_methods"]), { description: "Ask the provider for this too" }),
        ),
        wait: waitSeconds("Wait for a person at most this long"),
      },
      closed,
    ),
    response: { kind: "json", status: 200, schema: VaultItem },
    errors: ["conflict"],
    idempotent: true,
    local: noVaults,
    example: { params: exampleParams, query: { wait: 30 }, result: itemExample },
  }),
  operation({
    id: "vaultItems.put",
    area: "vaults",
    method: "PUT",
    path: "/vaults/{id_or_name}/items/{key}",
    summary: "Create an item of a vault",
    description:
      "The same item again shows it unchanged; another one under the same key is refused. What a credential lacks is entered by a person.",
    source: "contract 2.30",
    params: itemParams,
    body: Type.Object(
      { type: Type.Enum([...vaultItemTypes], { description: "Type of the item" }), spec: newItemSpec },
      closed,
    ),
    response: { kind: "json", status: 200, schema: VaultItem },
    errors: ["conflict"],
    idempotent: true,
    local: noVaults,
    example: {
      params: exampleParams,
      body: {
        type: "credential",
        spec: {
          description: "Example shop",
          fields: [
            { name: "username", type: "text", sensitive: false, value: "anna" },
            { name: "password", type: "password", value: "correct-horse" },
          ],
        },
      },
      result: itemExample,
    },
  }),
  operation({
    id: "vaultItems.update",
    area: "vaults",
    method: "PATCH",
    path: "/vaults/{id_or_name}/items/{key}",
    summary: "Change an item of a vault",
    description: "Values of a credential that are not named stay.",
    source: "contract 2.30",
    params: itemParams,
    body: Type.Object(
      {
        type: Type.Optional(Type.Enum(["card", "credential"], { description: "Type of the item" })),
        spec: changedItemSpec,
        version: Type.Optional(
          Type.Integer({
            minimum: 1,
            description: "Version of the credential that is changed; another one is refused",
          }),
        ),
        expected_item_id: Type.Optional(Text({ minLength: 1, description: "Id that the item must have" })),
      },
      closed,
    ),
    response: { kind: "json", status: 200, schema: VaultItem },
    errors: ["conflict"],
    idempotent: false,
    local: noVaults,
    example: {
      params: exampleParams,
      body: { type: "credential", version: 1, spec: { fields: { password: { value: "battery-staple" } } } },
      result: itemExample,
    },
  }),
  operation({
    id: "vaultItems.delete",
    area: "vaults",
    method: "DELETE",
    path: "/vaults/{id_or_name}/items/{key}",
    summary: "Delete an item of a vault",
    description: "Refused while the outcome of a payment is open. It is no proof that a payment did not happen.",
    source: "contract 2.30",
    params: itemParams,
    response: { kind: "empty", status: 204 },
    errors: ["conflict"],
    idempotent: true,
    local: noVaults,
    example: { params: exampleParams },
  }),
  operation({
    id: "vaultItems.events",
    area: "vaults",
    method: "GET",
    path: "/vaults/{id_or_name}/items/{key}/events",
    summary: "List what happened to an item of a vault",
    source: "contract 2.30",
    params: itemParams,
    query: Type.Object(
      {
        after: Type.Optional(Text({ minLength: 1, description: "Id of the last event that is known" })),
        wait: waitSeconds("Wait for a further event at most this long"),
      },
      closed,
    ),
    response: { kind: "json", status: 200, schema: Type.Array(VaultItemEvent) },
    errors: [],
    idempotent: true,
    local: noVaults,
    example: {
      params: exampleParams,
      query: { wait: 30 },
      result: [
        {
          id: "e2v6e0n4t8i1t5e9m3k7e1y5",
          name: "fill",
          created_at: "2026-03-01T09:34:10Z",
          browser_id: EXAMPLE_SESSION_ID,
        },
      ],
    },
  }),
  operation({
    id: "vaultItems.perform",
    area: "vaults",
    method: "POST",
    path: "/vaults/{id_or_name}/items/{key}/operations",
    summary: "Run an operation of an item of a vault",
    description:
      "One that the item offers now. Do not repeat it when its outcome is unknown: it may have paid or submitted something.",
    source: "contract 2.30",
    params: itemParams,
    body: Type.Object(
      {
        type: Type.Enum([...vaultItemActions], { description: "Operation" }),
        browser_id: Type.Optional(Text({ minLength: 1, description: "Session id, not its name" })),
        page_url: Type.Optional(Text({ minLength: 1, description: "Whole address of the page; needed for a card" })),
        fields: Type.Optional(
          Type.Array(
            Type.Object(
              {
                field: Text({ minLength: 1, description: "Field of the item" }),
                selector: Text({ minLength: 1, description: "CSS selector of one input" }),
                format: Type.Optional(Type.Enum(["MM/YY", "MM/YYYY"], { description: "Form of `expiration`" })),
              },
              closed,
            ),
            { minItems: 1, description: "Inputs for `fill`, in order" },
          ),
        ),
        timeout_ms: Type.Optional(Type.Integer({ minimum: 1, description: "Time limit of `fill`" })),
        checkout: Type.Optional(checkout),
        tool_ref: Type.Optional(Text({ minLength: 1, description: "Tool for `webmcp_invoke`" })),
        input: Type.Optional(
          Type.Record(Text(), Type.Unknown(), { description: "Input of the tool, with null for values of the item" }),
        ),
        bindings: Type.Optional(Type.Array(Type.Record(Text(), Type.Unknown()))),
        timeout_sec: Type.Optional(Type.Integer({ minimum: 1, description: "Time limit of `webmcp_invoke`" })),
        goal: Type.Optional(Text({ description: "Purpose, for `1pw_create_access_request`" })),
        keywords: Type.Optional(Type.Array(Text(), { description: "Words of the wanted entries" })),
        reason: Type.Optional(Text({ description: "Reason for the person" })),
      },
      closed,
    ),
    response: { kind: "json", status: 200, schema: Type.Union([VaultItem, VaultFill]) },
    errors: ["conflict"],
    idempotent: false,
    local: noVaults,
    example: {
      params: exampleParams,
      body: {
        type: "fill",
        browser_id: EXAMPLE_SESSION_ID,
        fields: [{ field: "password", selector: "#password" }],
      },
      result: { type: "fill", status: "completed", fields: [{ index: 0, status: "filled" }] },
    },
  }),
] as const;
