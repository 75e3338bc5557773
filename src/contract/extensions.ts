import Type from "typebox";
import { browserId, closed, paging, Text, Timestamp } from "./common.ts";
import { EXAMPLE_SESSION_ID } from "./example-ids.ts";
import { entryName, FileField } from "./form.ts";
import { MAX_EXTENSION_BYTES } from "./limits.ts";
import { operation } from "./operation.ts";

/** Record of a stored extension (contract 2.11). */
export const Extension = Type.Object(
  {
    id: Type.String(),
    created_at: Timestamp("When it was uploaded"),
    size_bytes: Type.Integer({ description: "Size of the archive in bytes" }),
    name: Type.Optional(Type.String()),
    checksum: Type.Optional(Type.String({ description: "Lower-case hex SHA-256 of the uploaded bytes" })),
    last_used_at: Type.Optional(Timestamp("When a session last loaded it")),
  },
  { $id: "Extension" },
);

const extensionExample = {
  id: "e5x1t7n3s9i2o6n8p4r0t5g1",
  created_at: "2026-03-01T09:30:00Z",
  size_bytes: 20_480,
  name: "price-tags",
  checksum: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
  last_used_at: "2026-03-01T09:40:00Z",
} as const;

const stored = Type.Object({
  id_or_name: Text({ minLength: 1, description: "Extension id, or its name" }),
});

export const extensionOperations = [
  operation({
    id: "extensions.activate",
    area: "extensions",
    method: "POST",
    path: "/browsers/{id}/extensions",
    summary: "Load extensions into a running browser",
    description:
      "Extensions are activated live. Where that fails, the browser restarts with its tabs, cookies and profile, and the answer waits for it.",
    source: "spec 4.10, contract 1.10, 0.10",
    params: browserId,
    body: Type.Object(
      {
        extensions: Type.Array(
          Type.Object(
            {
              name: entryName("Name of the extension's directory"),
              zip_file: FileField("Zip archive with a manifest.json", MAX_EXTENSION_BYTES),
            },
            closed,
          ),
          { minItems: 1, maxItems: 20, description: "Extensions to load" },
        ),
      },
      closed,
    ),
    bodyKind: "multipart",
    response: { kind: "empty", status: 201 },
    errors: ["browser_start_failed", "conflict", "not_supported_locally"],
    idempotent: false,
    assumed: [
      "a name that the session has already loaded is 400",
      "an extension that only works by enterprise policy (webRequestBlocking, a forced install) is 501",
      "part names in every form of contract 0.10 are accepted; parts without an index are paired in order of arrival",
    ],
    example: {
      params: { id: EXAMPLE_SESSION_ID },
      body: { extensions: [{ name: "price-tags", zip_file: "price-tags.zip" }] },
    },
  }),
  operation({
    id: "extensions.upload",
    area: "extensions",
    method: "POST",
    path: "/extensions",
    summary: "Store an extension",
    source: "contract 2.11",
    body: Type.Object(
      {
        file: FileField("Zip archive with a manifest.json", MAX_EXTENSION_BYTES),
        name: Type.Optional(entryName("Name, unique in the project")),
      },
      closed,
    ),
    bodyKind: "multipart",
    response: { kind: "json", status: 201, schema: Extension },
    errors: ["conflict", "not_supported_locally"],
    idempotent: false,
    assumed: ["a name in use is 409 `conflict`"],
    example: { body: { name: "price-tags", file: "price-tags.zip" }, result: extensionExample },
  }),
  operation({
    id: "extensions.list",
    area: "extensions",
    method: "GET",
    path: "/extensions",
    summary: "List stored extensions",
    source: "contract 2.11, 0.8",
    query: Type.Object(
      {
        name: Type.Optional(Text({ description: "Only this name; case-insensitive" })),
        query: Type.Optional(Text({ description: "Part of a name, or a whole id; case-insensitive" })),
        ...paging,
      },
      closed,
    ),
    response: { kind: "json", status: 200, schema: Type.Array(Extension) },
    errors: [],
    idempotent: true,
    paging: "offset",
    assumed: ["newest first"],
    example: { query: { query: "price", limit: 20 }, result: [extensionExample] },
  }),
  operation({
    id: "extensions.fromChromeStore",
    area: "extensions",
    method: "GET",
    path: "/extensions/from_chrome_store",
    summary: "Download an extension from the Chrome Web Store",
    description: "The archive can be stored, or loaded by sessions.",
    source: "contract 2.11",
    query: Type.Object(
      {
        url: Text({ minLength: 1, maxLength: 2_048, description: "Address of its page in the Chrome Web Store" }),
        os: Type.Optional(
          Type.Enum(["linux", "mac", "win"], { default: "linux", description: "System that the extension is for" }),
        ),
      },
      closed,
    ),
    response: {
      kind: "file",
      status: 200,
      contentType: "application/zip",
      otherTypes: ["application/octet-stream"],
      formats: ["zip"],
    },
    errors: ["chrome_store_failed", "not_found"],
    idempotent: true,
    assumed: [
      "the archive has no _metadata directory of the store, which Chromium refuses in an unpacked extension",
      "an extension that the store does not have for this browser is 404",
      "502 when the store cannot be reached in 60 seconds, sends more than 50 MiB, or sends something that is not signed by the owner of that id",
    ],
    example: {
      query: {
        url: "https://chromewebstore.google.com/detail/price-tags/jaefbcpllpekpjhpbambnepgkfadbcak",
        os: "linux",
      },
    },
  }),
  operation({
    id: "extensions.download",
    area: "extensions",
    method: "GET",
    path: "/extensions/{id_or_name}",
    summary: "Download a stored extension",
    source: "contract 2.11",
    params: stored,
    response: {
      kind: "file",
      status: 200,
      contentType: "application/zip",
      otherTypes: ["application/octet-stream"],
      formats: ["zip"],
    },
    errors: [],
    idempotent: true,
    example: { params: { id_or_name: "price-tags" } },
  }),
  operation({
    id: "extensions.get",
    area: "extensions",
    method: "GET",
    path: "/extensions/{id_or_name}/metadata",
    summary: "Show a stored extension",
    source: "contract 2.11",
    params: stored,
    response: { kind: "json", status: 200, schema: Extension },
    errors: [],
    idempotent: true,
    example: { params: { id_or_name: "price-tags" }, result: extensionExample },
  }),
  operation({
    id: "extensions.delete",
    area: "extensions",
    method: "DELETE",
    path: "/extensions/{id_or_name}",
    summary: "Delete a stored extension",
    source: "contract 2.11",
    params: stored,
    response: { kind: "empty", status: 204 },
    errors: [],
    idempotent: true,
    assumed: ["sessions that have loaded it keep their copy"],
    example: { params: { id_or_name: "price-tags" } },
  }),
] as const;
