import Type, { type TStringOptions } from "typebox";
import { closed, paging, TEXT_CHARACTERS, Text, Timestamp } from "./common.ts";
import { deprecatedField } from "./deprecation.ts";
import { EXAMPLE_PROXY_ID } from "./example-ids.ts";
import { operation } from "./operation.ts";
import { PageAddress } from "./web-address.ts";

/** Types of proxies whose servers the platform runs; a `custom` one is the user's own. */
export const proxyTypes = ["datacenter", "isp", "residential", "mobile", "custom"] as const;
const protocols = ["http", "https"] as const;
const systems = ["windows", "macos", "android"] as const;

/** Maximum size of a CA bundle, in bytes of UTF-8 (contract 2.10). */
export const MAX_CA_BUNDLE_BYTES = 64 * 2 ** 10;

const HOST_NAME = "[A-Za-z0-9_](?:[A-Za-z0-9_-]*[A-Za-z0-9_])?(?:\\.[A-Za-z0-9_](?:[A-Za-z0-9_-]*[A-Za-z0-9_])?)*";

const proxyName = (description: string) =>
  Text({
    maxLength: 255,
    pattern: `^(?=[\\s\\S]*\\S)${TEXT_CHARACTERS}*$`,
    "x-expects": "text that is not blank",
    description,
  });

/** Part of Basic authentication: no control characters, which no header can carry. */
const credential = (characters: string, expects: string, options: TStringOptions) =>
  Type.String({ pattern: `^${characters}*$`, "x-expects": expects, ...options });

/**
 * Settings of a proxy by its type (contract 2.10): `host` to `ca_bundle` are for `custom`, the others for the types whose
 * servers the platform runs.
 */
const ProxySettings = Type.Object(
  {
    host: Type.Optional(
      Text({
        maxLength: 253,
        pattern: `^(?:${HOST_NAME}\\.?|[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*)$`,
        "x-expects": "a host name or an IP address, without scheme, port and brackets",
        description: "Host name or IP address of the proxy; for type custom",
      }),
    ),
    port: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 65_535, description: "Port of the proxy; for type custom" }),
    ),
    username: Type.Optional(
      credential("[^\\u0000-\\u001f\\u007f:\\ud800-\\udfff]", "text without colons and control characters", {
        minLength: 1,
        description: "User of the proxy; for type custom",
      }),
    ),
    password: Type.Optional(
      credential("[^\\u0000-\\u001f\\u007f\\ud800-\\udfff]", "text without line breaks and other control characters", {
        minLength: 5,
        description: "Password of the proxy; for type custom. It is never returned",
        "x-secret": true,
      }),
    ),
    ca_bundle: Type.Optional(
      Text({
        minLength: 1,
        maxLength: MAX_CA_BUNDLE_BYTES,
        description: "Certificate authorities in PEM that the proxy and the session's browser trust; for type custom",
      }),
    ),
    country: Type.Optional(Text({ description: "Country of the exit; for types other than custom" })),
    state: Type.Optional(Text({ description: "State of the exit; for residential and mobile" })),
    city: Type.Optional(Text({ description: "City of the exit; for residential and mobile" })),
    zip: Type.Optional(Text({ description: "ZIP code in the US, without city and state; for residential" })),
    asn: Type.Optional(Text({ description: "Autonomous system of the exit; for residential" })),
    os: Type.Optional(Type.Enum(systems, deprecatedField(undefined))),
  },
  { ...closed, description: "Settings by type; custom needs host and port" },
);

/** Record of a proxy, without its secrets (contract 2.10). */
export const ProxyRecord = Type.Object(
  {
    id: Type.Optional(Type.String()),
    type: Type.Enum(proxyTypes),
    name: Type.Optional(Type.String()),
    protocol: Type.Optional(Type.Enum(protocols, { description: "Protocol between the browser and the proxy" })),
    config: Type.Optional(
      Type.Object({
        host: Type.Optional(Type.String()),
        port: Type.Optional(Type.Integer()),
        username: Type.Optional(Type.String()),
        has_password: Type.Optional(Type.Boolean({ description: "true when a password is stored" })),
        has_ca_bundle: Type.Optional(Type.Boolean({ description: "true when a CA bundle is stored" })),
        country: Type.Optional(Type.String()),
        state: Type.Optional(Type.String()),
        city: Type.Optional(Type.String()),
        zip: Type.Optional(Type.String()),
        asn: Type.Optional(Type.String()),
        os: Type.Optional(Type.Enum(systems)),
      }),
    ),
    bypass_hosts: Type.Optional(Type.Array(Type.String())),
    ip_address: Type.Optional(Type.String({ description: "Address that targets see; absent when unknown" })),
    status: Type.Optional(Type.Enum(["available", "unavailable"], { description: "Result of the last check" })),
    last_checked: Type.Optional(Timestamp("When it was last checked")),
  },
  { $id: "ProxyRecord" },
);

/** Record of a proxy in examples. */
export const proxyExample = {
  id: EXAMPLE_PROXY_ID,
  type: "custom",
  name: "office",
  protocol: "http",
  config: {
    host: "proxy.example.com",
    port: 3128,
    username: "scraper",
    has_password: true,
    has_ca_bundle: false,
  },
  bypass_hosts: ["intranet.example.com", "*.internal"],
} as const;

const checkedExample = { ...proxyExample, status: "available", last_checked: "2026-03-01T09:30:00Z" } as const;

const proxyId = Type.Object({ id: Text({ minLength: 1, description: "Proxy id" }) });

export const proxyOperations = [
  operation({
    id: "proxies.create",
    area: "proxies",
    method: "POST",
    path: "/proxies",
    summary: "Create a proxy",
    source: "contract 2.10",
    body: Type.Object(
      {
        type: Type.Enum(proxyTypes, { description: "Kind of proxy" }),
        name: Type.Optional(proxyName("Name; several proxies may share one")),
        protocol: Type.Optional(
          Type.Enum(protocols, { default: "http", description: "Protocol between the browser and the proxy" }),
        ),
        config: Type.Optional(ProxySettings),
        bypass_hosts: Type.Optional(
          Type.Array(
            Type.String({
              maxLength: 253,
              pattern: `^(?:\\*\\.)?${HOST_NAME}$`,
              "x-expects": 'a host name or "*." and a host name, without scheme and port',
            }),
            { maxItems: 100, description: "Hosts that are reached without the proxy; *.host is every host below it" },
          ),
        ),
      },
      closed,
    ),
    response: { kind: "json", status: 201, schema: ProxyRecord },
    errors: ["not_supported_locally"],
    idempotent: false,
    assumed: [
      "the name has at most 255 code points; spaces around it are removed",
      "protocol is http when omitted, as most proxies are",
      "user and password may each be given alone",
    ],
    local: {
      fields: {
        type: { support: "full", note: "only custom; datacenter, isp, residential and mobile are 501" },
      },
    },
    example: {
      body: {
        type: "custom",
        name: "office",
        config: { host: "proxy.example.com", port: 3128, username: "scraper", password: "correct-horse" },
        bypass_hosts: ["intranet.example.com", "*.internal"],
      },
      result: proxyExample,
    },
  }),
  operation({
    id: "proxies.list",
    area: "proxies",
    method: "GET",
    path: "/proxies",
    summary: "List proxies",
    source: "contract 2.10, 0.8",
    query: Type.Object(
      {
        name: Type.Optional(Text({ description: "Only this name; case-insensitive" })),
        query: Type.Optional(Text({ description: "Part of a name or address, or a whole id; case-insensitive" })),
        ...paging,
      },
      closed,
    ),
    response: { kind: "json", status: 200, schema: Type.Array(ProxyRecord) },
    errors: [],
    idempotent: true,
    paging: "offset",
    assumed: ["newest first"],
    example: { query: { query: "off", limit: 20 }, result: [proxyExample] },
  }),
  operation({
    id: "proxies.get",
    area: "proxies",
    method: "GET",
    path: "/proxies/{id}",
    summary: "Show a proxy without its secrets",
    source: "contract 2.10",
    params: proxyId,
    response: { kind: "json", status: 200, schema: ProxyRecord },
    errors: [],
    idempotent: true,
    example: { params: { id: EXAMPLE_PROXY_ID }, result: checkedExample },
  }),
  operation({
    id: "proxies.update",
    area: "proxies",
    method: "PATCH",
    path: "/proxies/{id}",
    summary: "Rename a proxy",
    source: "contract 2.10",
    params: proxyId,
    body: Type.Object({ name: proxyName("New name; several proxies may share one") }, closed),
    response: { kind: "json", status: 200, schema: ProxyRecord },
    errors: [],
    idempotent: false,
    example: {
      params: { id: EXAMPLE_PROXY_ID },
      body: { name: "old office" },
      result: { ...proxyExample, name: "old office" },
    },
  }),
  operation({
    id: "proxies.delete",
    area: "proxies",
    method: "DELETE",
    path: "/proxies/{id}",
    summary: "Delete a proxy",
    source: "contract 2.10",
    params: proxyId,
    response: { kind: "empty", status: 204 },
    errors: ["resource_in_use"],
    idempotent: true,
    assumed: [
      "running sessions do not prevent it, as only auth connections do; they keep the proxy until they end",
      "a proxy of an auth connection is 409 as every other resource in use, not 400",
    ],
    example: { params: { id: EXAMPLE_PROXY_ID } },
  }),
  operation({
    id: "proxies.check",
    area: "proxies",
    method: "POST",
    path: "/proxies/{id}/check",
    summary: "Test whether a proxy works",
    description:
      "With a URL, requests it through the proxy and leaves the stored status alone; redirects are not followed. Without one, asks the proxy for a host that does not exist, which tests the way to it, user and password.",
    source: "contract 2.10",
    params: proxyId,
    body: Type.Object(
      {
        url: Type.Optional(PageAddress({ description: "Page to request through the proxy" })),
      },
      closed,
    ),
    bodyOptional: true,
    response: { kind: "json", status: 200, schema: ProxyRecord },
    errors: [],
    idempotent: false,
    assumed: [
      "the answer after at most 15 seconds",
      "a target's 407, and over http its 502 to 504, count as the proxy's own failure",
      "the URL may name a private host, because the proxy reaches it, not the service",
    ],
    local: { note: "ip_address is never known: nothing outside of this machine is asked for it" },
    example: { params: { id: EXAMPLE_PROXY_ID }, body: { url: "https://example.com/" }, result: checkedExample },
  }),
] as const;
