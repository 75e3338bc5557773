import Type from "typebox";
import { closed, paging, Text, Timestamp } from "./common.ts";
import { entryName } from "./form.ts";
import { operation } from "./operation.ts";

/** Record of a profile (contract 2.9). */
export const Profile = Type.Object(
  {
    id: Type.String(),
    created_at: Timestamp("When it was created"),
    name: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    updated_at: Type.Optional(Timestamp("When it was last saved or renamed")),
    last_used_at: Type.Optional(Timestamp("When a session last started from it")),
  },
  { $id: "Profile" },
);

/** Record of a profile in examples. */
export const profileExample = {
  id: "p9r3o7f1i5l2e8c4u6s0t7m3",
  created_at: "2026-03-01T09:30:00Z",
  name: "customer",
  updated_at: "2026-03-01T10:00:00Z",
  last_used_at: "2026-03-01T09:40:00Z",
} as const;

const idOrName = Type.Object({
  id_or_name: Text({ minLength: 1, description: "Profile id, or its name" }),
});

export const profileOperations = [
  operation({
    id: "profiles.create",
    area: "profiles",
    method: "POST",
    path: "/profiles",
    summary: "Create an empty profile",
    source: "contract 2.9",
    body: Type.Object({ name: Type.Optional(entryName("Name, unique in the project")) }, closed),
    bodyOptional: true,
    response: { kind: "json", status: 201, schema: Profile },
    errors: ["conflict"],
    idempotent: false,
    assumed: ["a name in use is 409 `conflict`"],
    example: { body: { name: "customer" }, result: profileExample },
  }),
  operation({
    id: "profiles.list",
    area: "profiles",
    method: "GET",
    path: "/profiles",
    summary: "List profiles",
    source: "contract 2.9, 0.8",
    query: Type.Object(
      {
        name: Type.Optional(Text({ description: "Only this name; case-insensitive" })),
        query: Type.Optional(Text({ description: "Part of a name, case-insensitive, or of an id" })),
        ...paging,
      },
      closed,
    ),
    response: { kind: "json", status: 200, schema: Type.Array(Profile) },
    errors: [],
    idempotent: true,
    paging: "offset",
    assumed: ["newest first"],
    example: { query: { query: "cust", limit: 20 }, result: [profileExample] },
  }),
  operation({
    id: "profiles.get",
    area: "profiles",
    method: "GET",
    path: "/profiles/{id_or_name}",
    summary: "Show a profile",
    source: "contract 2.9",
    params: idOrName,
    response: { kind: "json", status: 200, schema: Profile },
    errors: [],
    idempotent: true,
    example: { params: { id_or_name: "customer" }, result: profileExample },
  }),
  operation({
    id: "profiles.update",
    area: "profiles",
    method: "PATCH",
    path: "/profiles/{id_or_name}",
    summary: "Rename a profile",
    source: "contract 2.9",
    params: idOrName,
    body: Type.Object({ name: entryName("New name, unique in the project") }, closed),
    response: { kind: "json", status: 200, schema: Profile },
    errors: ["conflict"],
    idempotent: false,
    example: {
      params: { id_or_name: "customer" },
      body: { name: "old-customer" },
      result: { ...profileExample, name: "old-customer" },
    },
  }),
  operation({
    id: "profiles.delete",
    area: "profiles",
    method: "DELETE",
    path: "/profiles/{id_or_name}",
    summary: "Delete a profile and its saved data",
    source: "contract 2.9",
    params: idOrName,
    response: { kind: "empty", status: 204 },
    errors: ["resource_in_use"],
    idempotent: true,
    assumed: ["a profile that a running session will save is 409 `resource_in_use`"],
    example: { params: { id_or_name: "customer" } },
  }),
  operation({
    id: "profiles.download",
    area: "profiles",
    method: "GET",
    path: "/profiles/{id_or_name}/download",
    summary: "Download the saved data of a profile",
    description:
      "Current profiles are zstd-compressed tar archives. Legacy profiles are JSON, whatever format is asked for.",
    source: "spec 4.12, contract 1.12",
    params: idOrName,
    query: Type.Object(
      {
        format: Type.Optional(
          Type.Enum(["tar.zst", "tar"], { description: "Archive format; the stored one when omitted" }),
        ),
      },
      closed,
    ),
    response: {
      kind: "file",
      status: 200,
      also: 202,
      contentType: "application/octet-stream",
      otherTypes: ["application/json", "application/zstd", "application/x-tar"],
      formats: ["zstd", "tar", "json"],
    },
    errors: [],
    idempotent: true,
    assumed: [
      "202 without a body when the profile was never saved",
      "the suggested file name is the name of the profile",
      "the content type is that of the archive or application/octet-stream; legacy profiles are application/json",
    ],
    example: { params: { id_or_name: "customer" }, query: { format: "tar" } },
  }),
] as const;
