import Type from "typebox";
import { OrRefused, pageErrors } from "./agent-parts.ts";
import { browserId, closed, Text, Timestamp } from "./common.ts";
import { EXAMPLE_SESSION_ID } from "./example-ids.ts";
import { MAX_STORED_VALUE } from "./limits.ts";
import { operation } from "./operation.ts";

const cookieName = (description: string) => Text({ minLength: 1, maxLength: 4_096, description });

/** Fields that choose cookies. */
const whichCookies = {
  domain: Type.Optional(
    Text({ minLength: 1, maxLength: 253, description: "Cookies of this domain and those below it, on any page" }),
  ),
  path: Type.Optional(Text({ minLength: 1, maxLength: 1_024, description: "Cookies of exactly this path" })),
  all_sites: Type.Optional(
    Type.Boolean({ description: "Cookies of all sites; only those that the page in front gets by default" }),
  ),
};

const Cookie = Type.Object({
  name: Type.String(),
  domain: Type.String({ description: "With a dot in front where hosts below it get the cookie too" }),
  path: Type.String(),
  expires: Type.Union([Timestamp("Time at which it expires"), Type.Null()], {
    description: "null for a cookie that ends with the browser",
  }),
  flags: Type.Array(Type.String(), {
    description: "Secure, HttpOnly, SameSite=Strict, SameSite=Lax, SameSite=None, Partitioned",
  }),
  partition: Type.Optional(Type.String({ description: "Site of the pages that a partitioned cookie is for" })),
  size: Type.Integer({ description: "Bytes of name and value" }),
  value: Type.Optional(Type.String({ description: "Only where values were asked for", "x-secret": true })),
});

/** Fields that choose a storage of the page. */
const whichStorage = {
  session: Type.Optional(Type.Boolean({ description: "sessionStorage of the tab in place of localStorage" })),
  origin: Type.Optional(
    Text({
      minLength: 1,
      maxLength: 2_000,
      description: "Origin of a frame that is on the page; that of the page by default",
    }),
  ),
};

const storageKey = (description: string) => Text({ maxLength: 1_000_000, description });

const Changed = OrRefused(
  Type.Object({
    text: Type.String({ description: "What was done, without values" }),
    count: Type.Integer({ description: "Number of records that were set or deleted" }),
  }),
);

/** Operations on cookies and storage of the page in front, for agents. */
export const agentRecordOperations = [
  operation({
    id: "local.cookies",
    area: "local",
    method: "POST",
    path: "/_local/browsers/{id}/cookies/read",
    summary: "List the cookies that the page in front gets",
    source: "assumed",
    params: browserId,
    body: Type.Object(
      {
        name: Type.Optional(cookieName("Only cookies of this name")),
        ...whichCookies,
        values: Type.Optional(Type.Boolean({ description: "Values too" })),
      },
      closed,
    ),
    bodyOptional: true,
    response: { kind: "json", status: 200, schema: OrRefused(Type.Array(Cookie)) },
    errors: pageErrors,
    idempotent: true,
    localOnly: true,
    assumed: [
      "the cookies of a page are those that a request for its address would carry, HttpOnly ones included",
      "of cookies with the same name, the one of the longest path is first, as in a request",
      "a name that no cookie has is 200 with the refusal no_cookie",
    ],
    example: {
      params: { id: EXAMPLE_SESSION_ID },
      body: { values: true },
      result: [
        {
          name: "sid",
          domain: "example.com",
          path: "/",
          expires: null,
          flags: ["Secure", "HttpOnly", "SameSite=Lax"],
          size: 11,
          value: "31d4d96e",
        },
      ],
    },
  }),
  operation({
    id: "local.cookieChange",
    area: "local",
    method: "POST",
    path: "/_local/browsers/{id}/cookies",
    summary: "Set or delete cookies",
    source: "assumed",
    params: browserId,
    body: Type.Object(
      {
        action: Type.Enum(["set", "delete", "clear"], {
          description: "Set one, delete those of a name, or delete all that are chosen",
        }),
        name: Type.Optional(cookieName("Name; required for set and delete")),
        value: Type.Optional(Text({ maxLength: 100_000, description: "Value to set", "x-secret": true })),
        secret: Type.Optional(Type.Boolean({ description: "Never print the value" })),
        ...whichCookies,
        expires: Type.Optional(
          Text({
            maxLength: 100,
            description: "End: an RFC 3339 time, or a duration from now such as 30d; with the browser when omitted",
          }),
        ),
        secure: Type.Optional(Type.Boolean({ description: "Only for https" })),
        http_only: Type.Optional(Type.Boolean({ description: "Not for scripts of the page" })),
        same_site: Type.Optional(
          Type.Enum(["strict", "lax", "none"], { description: "Requests of other sites that carry it" }),
        ),
      },
      closed,
    ),
    response: { kind: "json", status: 200, schema: Changed },
    errors: pageErrors,
    idempotent: false,
    localOnly: true,
    assumed: [
      "without a domain a cookie is set for the host of the page alone",
      "a cookie that the browser would not keep is 200 with the refusal bad_cookie",
    ],
    example: {
      params: { id: EXAMPLE_SESSION_ID },
      body: { action: "set", name: "theme", value: "dark", domain: "example.com" },
      result: { text: 'set cookie "theme" of .example.com/', count: 1 },
    },
  }),
  operation({
    id: "local.storage",
    area: "local",
    method: "POST",
    path: "/_local/browsers/{id}/storage/read",
    summary: "List the keys in the localStorage of the page in front",
    source: "assumed",
    params: browserId,
    body: Type.Object(
      {
        key: Type.Optional(storageKey("Only this key")),
        ...whichStorage,
        values: Type.Optional(Type.Boolean({ description: "Values too" })),
      },
      closed,
    ),
    bodyOptional: true,
    response: {
      kind: "json",
      status: 200,
      schema: OrRefused(
        Type.Object({
          origin: Type.String(),
          items: Type.Array(
            Type.Object({
              key: Type.String(),
              size: Type.Integer({ description: "Bytes of the value, as UTF-8" }),
              value: Type.Optional(Type.String({ description: "Only where values were asked for", "x-secret": true })),
            }),
          ),
          total: Type.Integer({ description: "Number of keys in the storage" }),
        }),
      ),
    },
    errors: pageErrors,
    idempotent: true,
    localOnly: true,
    assumed: [
      "at most 1,000 keys are listed, in their order",
      "a page without storage is 200 with the refusal no_storage, a key that is not there with no_item",
    ],
    example: {
      params: { id: EXAMPLE_SESSION_ID },
      body: {},
      result: { origin: "https://example.com", items: [{ key: "theme", size: 4 }], total: 1 },
    },
  }),
  operation({
    id: "local.storageChange",
    area: "local",
    method: "POST",
    path: "/_local/browsers/{id}/storage",
    summary: "Set or delete keys in the localStorage of the page in front",
    source: "assumed",
    params: browserId,
    body: Type.Object(
      {
        action: Type.Enum(["set", "delete", "clear"], { description: "Set a key, delete it, or delete all" }),
        key: Type.Optional(storageKey("Key; required for set and delete")),
        value: Type.Optional(Text({ maxLength: MAX_STORED_VALUE, description: "Value to set", "x-secret": true })),
        secret: Type.Optional(Type.Boolean({ description: "Never print the value" })),
        ...whichStorage,
      },
      closed,
    ),
    maxBodyBytes: 64 * 2 ** 20,
    response: { kind: "json", status: 200, schema: Changed },
    errors: pageErrors,
    idempotent: false,
    localOnly: true,
    assumed: ["a value that does not fit is 200 with the refusal storage_full"],
    example: {
      params: { id: EXAMPLE_SESSION_ID },
      body: { action: "set", key: "theme", value: "dark" },
      result: { text: 'set "theme" in localStorage of https://example.com', count: 1 },
    },
  }),
] as const;
