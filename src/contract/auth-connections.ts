import Type from "typebox";
import { closed, paging, Text } from "./common.ts";
import { EXAMPLE_CONNECTION_ID } from "./example-ids.ts";
import { entryName } from "./form.ts";
import {
  connectionExample,
  connectionId,
  connectionSettings,
  creationDefaults,
  ManagedAuth,
  switches,
} from "./managed-auth.ts";
import { operation } from "./operation.ts";
import { telemetrySupport } from "./telemetry.ts";
import { HostText } from "./web-address.ts";

/** Fields of creation and update that have no effect here. */
const fields = {
  "browser.telemetry": telemetrySupport,
  browser_telemetry: telemetrySupport,
  record_session: {
    support: "recorded",
    note: "sessions are not recorded",
    harmless: [false],
  },
} as const;

/** Choices that creation and update share. */
const assumedSettings = [
  "an unknown proxy, credential or credential provider is 400; the item of a provider is looked for at the login alone",
  "a public suffix such as co.uk is no domain and no allowed domain, because everybody owns a part of it",
  "control characters in a domain or in login_url are 400, because parsers of addresses drop some of them",
  "login_url with a user and a password is 400: every reader of the record would see them; a credential holds them, and logs in with them too",
  "health_check_interval below the plan's minimum is 400; the plan is a setting of the service",
  "a proxy is reported by its id, which a later proxy of the same name does not change",
  "a deprecated field beside its replacement is 400",
] as const;

export const authConnectionOperations = [
  operation({
    id: "authConnections.create",
    area: "auth_connections",
    method: "POST",
    path: "/auth/connections",
    summary: "Create an auth connection, which keeps a profile logged in to a domain",
    source: "spec 2.1, contract 2.13",
    body: Type.Object(
      {
        domain: HostText({
          minLength: 1,
          maxLength: 255,
          description: "Domain to log in to: a host name, without scheme, port and path",
        }),
        profile_name: entryName("Profile to keep logged in; it is created when there is none of this name"),
        ...connectionSettings,
        ...switches((name) => ({ default: creationDefaults[name] })),
      },
      closed,
    ),
    response: { kind: "json", status: 201, schema: ManagedAuth },
    errors: ["conflict"],
    idempotent: false,
    assumed: [
      "auto_reauth is true when omitted, as the public types of the API say",
      "one connection for each profile and domain; another is 409 `conflict`",
      "the number of connections is not limited here",
      ...assumedSettings,
    ],
    local: { fields },
    example: {
      body: {
        domain: "shop.example.com",
        profile_name: "customer",
        login_url: "https://shop.example.com/login",
        allowed_domains: ["login.example.com"],
      },
      result: connectionExample,
    },
  }),
  operation({
    id: "authConnections.list",
    area: "auth_connections",
    method: "GET",
    path: "/auth/connections",
    summary: "List auth connections",
    source: "contract 2.13, 0.8",
    query: Type.Object(
      {
        domain: Type.Optional(Text({ description: "Only connections of this domain" })),
        profile_name: Type.Optional(Text({ description: "Only connections of this profile" })),
        query: Type.Optional(
          Text({ description: "Part of a domain or profile name, or a whole id; case-insensitive" }),
        ),
        ...paging,
      },
      closed,
    ),
    response: { kind: "json", status: 200, schema: Type.Array(ManagedAuth) },
    errors: [],
    idempotent: true,
    paging: "offset",
    assumed: ["newest first"],
    example: { query: { domain: "shop.example.com", limit: 20 }, result: [connectionExample] },
  }),
  operation({
    id: "authConnections.get",
    area: "auth_connections",
    method: "GET",
    path: "/auth/connections/{id}",
    summary: "Show an auth connection",
    source: "spec 2.1, contract 2.13",
    params: connectionId,
    response: { kind: "json", status: 200, schema: ManagedAuth },
    errors: [],
    idempotent: true,
    example: { params: { id: EXAMPLE_CONNECTION_ID }, result: connectionExample },
  }),
  operation({
    id: "authConnections.update",
    area: "auth_connections",
    method: "PATCH",
    path: "/auth/connections/{id}",
    summary: "Change an auth connection",
    description: "Only the given fields change. Browser and proxy count for sessions that start later.",
    source: "spec 4.1, 2.1 to 2.5",
    params: connectionId,
    body: Type.Object(connectionSettings, closed),
    response: { kind: "json", status: 200, schema: ManagedAuth },
    errors: [],
    idempotent: false,
    assumed: [
      "browser is merged by its members; telemetry null captures nothing",
      "no field changes when one is refused",
      ...assumedSettings,
    ],
    local: { fields },
    example: {
      params: { id: EXAMPLE_CONNECTION_ID },
      body: { auto_reauth: false, health_check_interval: 1800 },
      result: { ...connectionExample, auto_reauth: false, health_check_interval: 1800 },
    },
  }),
  operation({
    id: "authConnections.delete",
    area: "auth_connections",
    method: "DELETE",
    path: "/auth/connections/{id}",
    summary: "Delete an auth connection; its profile and credential stay",
    source: "contract 2.13",
    params: connectionId,
    response: { kind: "empty", status: 204 },
    errors: [],
    idempotent: true,
    example: { params: { id: EXAMPLE_CONNECTION_ID } },
  }),
] as const;
