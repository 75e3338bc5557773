import Type from "typebox";
import { closed, paging, TEXT_CHARACTERS, Text, TextMap, Timestamp } from "./common.ts";
import { operation } from "./operation.ts";
import { HostText } from "./web-address.ts";

/** Maximum number of values of one credential. */
export const MAX_CREDENTIAL_VALUES = 50;

/** Maximum size of one value, in bytes of UTF-8. */
export const MAX_CREDENTIAL_VALUE_BYTES = 64 * 2 ** 10;

/** Maximum size of a request's body: all values, and the escapes of JSON. */
const MAX_BODY_BYTES = 8 * 2 ** 20;

/** Text that is not blank, up to 255 code points. */
const notBlank = (description: string) =>
  Text({
    maxLength: 255,
    pattern: `^(?=[\\s\\S]*\\S)${TEXT_CHARACTERS}*$`,
    "x-expects": "text that is not blank",
    description,
  });

const domain = HostText({
  minLength: 1,
  maxLength: 1_024,
  description: "Host name of the site, such as shop.example.com",
});

/** Map of secret texts; the whole map is masked, its keys are not secret. */
const values = (description: string, minProperties?: 1) =>
  TextMap(Text({ minLength: 1, maxLength: MAX_CREDENTIAL_VALUE_BYTES }), {
    ...(minProperties && { minProperties }),
    maxProperties: MAX_CREDENTIAL_VALUES,
    propertyNames: { minLength: 1, maxLength: 128 },
    description,
    "x-secret": true,
  });

const totpSecret = (description: string) => Text({ maxLength: 1_024, description, "x-secret": true });

/** Record of a credential, without its secrets (contract 2.15). */
export const CredentialRecord = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    domain: Type.String({ description: "Host name of the site" }),
    created_at: Timestamp("When it was created"),
    updated_at: Timestamp("When it was last changed"),
    has_values: Type.Optional(Type.Boolean({ description: "true when values are stored" })),
    has_totp_secret: Type.Optional(Type.Boolean({ description: "true when a TOTP secret is stored" })),
    value_keys: Type.Optional(Type.Array(Type.String(), { description: "Keys of the stored values; absent in lists" })),
    sso_provider: Type.Optional(
      Type.Union([Type.String(), Type.Null()], { description: "Provider of the single sign-on; null for none" }),
    ),
    totp_code: Type.Optional(
      Type.String({ description: "Current one-time code; only right after a TOTP secret was set" }),
    ),
    totp_code_expires_at: Type.Optional(Timestamp("When that code expires")),
  },
  { $id: "CredentialRecord" },
);

/** Current one-time code of a credential (contract 2.15). */
export const TotpCode = Type.Object(
  {
    code: Type.String({ description: "Six digits", "x-secret": true }),
    expires_at: Timestamp("When the code expires"),
  },
  { $id: "TotpCode" },
);

const listedExample = {
  id: "c2r8e5d1e9n4t7i0a3l6s2h8",
  name: "shop-login",
  domain: "shop.example.com",
  created_at: "2026-03-01T09:30:00Z",
  updated_at: "2026-03-01T09:30:00Z",
  has_values: true,
  has_totp_secret: true,
  sso_provider: "google",
} as const;

/** Record of a credential in examples. */
export const credentialExample = { ...listedExample, value_keys: ["username", "password"] } as const;

const codeExample = { totp_code: "492039", totp_code_expires_at: "2026-03-01T09:30:30Z" } as const;

const idOrName = Type.Object({
  id_or_name: Text({ minLength: 1, description: "Credential id, or its name" }),
});

const ofDomains =
  "the domain is stored in lower case and an international name in its ASCII form, as browsers compare hosts; www. stays";
const ofSecrets =
  "a TOTP secret is base32 of at least 10 bytes, the shortest that sites issue, so that a password is not taken for one; spaces, hyphens, case and padding do not matter, as sites print it in groups";
const ofCodes = "codes have six digits, change every 30 seconds and use SHA-1, as authenticator apps assume";
const ofValues = `at most ${MAX_CREDENTIAL_VALUES} values of 1 byte to 64 KiB each, and keys of 1 to 128 characters`;

export const credentialOperations = [
  operation({
    id: "credentials.create",
    area: "credentials",
    method: "POST",
    path: "/credentials",
    summary: "Store a credential",
    source: "contract 2.15",
    body: Type.Object(
      {
        name: notBlank("Name, unique in the project"),
        domain,
        values: values("Values for a login form, by key; they are never returned", 1),
        sso_provider: Type.Optional(notBlank("Provider of the single sign-on, such as google")),
        totp_secret: Type.Optional(totpSecret("Secret of one-time codes in base32; it is never returned")),
      },
      closed,
    ),
    maxBodyBytes: MAX_BODY_BYTES,
    response: { kind: "json", status: 201, schema: CredentialRecord },
    errors: ["conflict"],
    idempotent: false,
    assumed: [
      "a name in use is 409 `conflict`; spaces around a name and a provider are removed",
      ofDomains,
      ofValues,
      ofSecrets,
      ofCodes,
    ],
    example: {
      body: {
        name: "shop-login",
        domain: "shop.example.com",
        values: { username: "ada", password: "correct-horse" },
        sso_provider: "google",
        totp_secret: "JBSWY3DPEHPK3PXP",
      },
      result: { ...credentialExample, ...codeExample },
    },
  }),
  operation({
    id: "credentials.list",
    area: "credentials",
    method: "GET",
    path: "/credentials",
    summary: "List credentials",
    source: "contract 2.15, 0.8",
    query: Type.Object(
      {
        domain: Type.Optional(Text({ description: "Only this host name; case-insensitive" })),
        query: Type.Optional(Text({ description: "Part of a name or host name, or a whole id; case-insensitive" })),
        ...paging,
      },
      closed,
    ),
    response: { kind: "json", status: 200, schema: Type.Array(CredentialRecord) },
    errors: [],
    idempotent: true,
    paging: "offset",
    assumed: ["newest first"],
    example: { query: { domain: "shop.example.com", limit: 20 }, result: [listedExample] },
  }),
  operation({
    id: "credentials.get",
    area: "credentials",
    method: "GET",
    path: "/credentials/{id_or_name}",
    summary: "Show a credential without its values",
    source: "contract 2.15",
    params: idOrName,
    response: { kind: "json", status: 200, schema: CredentialRecord },
    errors: [],
    idempotent: true,
    example: { params: { id_or_name: "shop-login" }, result: credentialExample },
  }),
  operation({
    id: "credentials.update",
    area: "credentials",
    method: "PATCH",
    path: "/credentials/{id_or_name}",
    summary: "Change a credential",
    description: "Keys in remove_value_keys are removed first, then values are merged into what is left.",
    source: "contract 2.15",
    params: idOrName,
    body: Type.Object(
      {
        name: Type.Optional(notBlank("New name, unique in the project")),
        values: Type.Optional(values("Values to add or replace, by key; other values stay")),
        remove_value_keys: Type.Optional(
          Type.Array(Text({ minLength: 1, maxLength: 128 }), {
            maxItems: MAX_CREDENTIAL_VALUES,
            description: "Keys of values to remove",
          }),
        ),
        sso_provider: Type.Optional(
          Type.Union([Text({ maxLength: 255 }), Type.Null()], {
            description: "Provider of the single sign-on; empty or null removes it",
          }),
        ),
        totp_secret: Type.Optional(totpSecret("Secret of one-time codes in base32; empty removes it")),
      },
      closed,
    ),
    maxBodyBytes: MAX_BODY_BYTES,
    response: { kind: "json", status: 200, schema: CredentialRecord },
    errors: ["conflict"],
    idempotent: false,
    assumed: [
      "removing a key that is not stored changes nothing, and all values may be removed",
      "the limit of values is that of the result",
      ofSecrets,
    ],
    example: {
      params: { id_or_name: "shop-login" },
      body: { values: { password: "battery-staple" }, remove_value_keys: ["pin"], sso_provider: null },
      result: { ...credentialExample, sso_provider: null, updated_at: "2026-03-01T10:00:00Z" },
    },
  }),
  operation({
    id: "credentials.delete",
    area: "credentials",
    method: "DELETE",
    path: "/credentials/{id_or_name}",
    summary: "Delete a credential",
    source: "contract 2.15",
    params: idOrName,
    response: { kind: "empty", status: 204 },
    errors: [],
    idempotent: true,
    example: { params: { id_or_name: "shop-login" } },
  }),
  operation({
    id: "credentials.totpCode",
    area: "credentials",
    method: "GET",
    path: "/credentials/{id_or_name}/totp-code",
    summary: "Show the current one-time code of a credential",
    source: "contract 2.15",
    params: idOrName,
    response: { kind: "json", status: 200, schema: TotpCode },
    errors: ["conflict"],
    idempotent: true,
    assumed: ["a credential without a TOTP secret is 409 `conflict`: the credential exists", ofCodes],
    example: {
      params: { id_or_name: "shop-login" },
      result: { code: "492039", expires_at: "2026-03-01T09:30:30Z" },
    },
  }),
] as const;
