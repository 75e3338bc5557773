import Type from "typebox";
import { closed, paging, Text, Timestamp } from "./common.ts";
import { operation } from "./operation.ts";

/** Vault: values and cards that sessions may use without seeing them (contract 2.30). */
const Vault = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    created_at: Timestamp("When it was created"),
    updated_at: Timestamp("When it was last changed"),
  },
  { $id: "Vault" },
);

const vaultExample = {
  id: "v8a3u5l1t7c2h9e4c6k0o8u2",
  name: "checkout",
  created_at: "2026-03-01T09:30:00Z",
  updated_at: "2026-03-01T09:30:00Z",
} as const;

/** Path of a vault. */
export const vaultParams = Type.Object({
  id_or_name: Text({ minLength: 1, description: "Vault id, or its name" }),
});
const exampleParams = { id_or_name: vaultExample.name } as const;

/** assumed: 501, because vaults hand values to websites through the service's own network. */
export const noVaults = { unserved: "it has no vaults; credentials and auth connections log in to websites" } as const;

export const vaultOperations = [
  operation({
    id: "vaults.create",
    area: "vaults",
    method: "POST",
    path: "/vaults",
    summary: "Create a vault, or show the one with this name",
    source: "contract 2.30",
    body: Type.Object(
      {
        name: Text({ minLength: 1, maxLength: 255, description: "Name, unique in the project; it cannot be changed" }),
      },
      closed,
    ),
    response: { kind: "json", status: 200, schema: Vault },
    errors: [],
    idempotent: false,
    local: noVaults,
    example: { body: { name: vaultExample.name }, result: vaultExample },
  }),
  operation({
    id: "vaults.list",
    area: "vaults",
    method: "GET",
    path: "/vaults",
    summary: "List vaults",
    source: "contract 2.30, 0.8",
    query: Type.Object(
      {
        query: Type.Optional(Text({ description: "Part of a name, or a whole id; case-insensitive" })),
        ...paging,
      },
      closed,
    ),
    response: { kind: "json", status: 200, schema: Type.Array(Vault) },
    errors: [],
    idempotent: true,
    paging: "offset",
    local: noVaults,
    example: { query: { query: "check", limit: 20 }, result: [vaultExample] },
  }),
  operation({
    id: "vaults.get",
    area: "vaults",
    method: "GET",
    path: "/vaults/{id_or_name}",
    summary: "Show a vault",
    source: "contract 2.30",
    params: vaultParams,
    response: { kind: "json", status: 200, schema: Vault },
    errors: [],
    idempotent: true,
    local: noVaults,
    example: { params: exampleParams, result: vaultExample },
  }),
  operation({
    id: "vaults.delete",
    area: "vaults",
    method: "DELETE",
    path: "/vaults/{id_or_name}",
    summary: "Delete a vault with its items",
    description: "Refused while the outcome of a payment is open.",
    source: "contract 2.30",
    params: vaultParams,
    response: { kind: "empty", status: 204 },
    errors: ["conflict"],
    idempotent: true,
    local: noVaults,
    example: { params: exampleParams },
  }),
] as const;
