import Type from "typebox";
import { closed, paging, Text, Timestamp } from "./common.ts";
import { EXAMPLE_CONNECTION_ID } from "./example-ids.ts";
import { connectionId } from "./managed-auth.ts";
import { operation } from "./operation.ts";

/** Origins that a login sent values to, in the order of the first one; names of fields, never values. */
export const SentTo = Type.Array(
  Type.Object({
    origin: Type.String({ description: "Scheme, host and port" }),
    own_domain: Type.Boolean({ description: "true for the domain of the connection and its subdomains" }),
    fields: Type.Array(Type.String(), { description: "Names of the fields whose values it got" }),
  }),
  { description: "Origins that values were entered at or sent to" },
);

/** Operations on auth connections that only the local service has. */
export const localManagedAuthOperations = [
  operation({
    id: "local.cancelLogin",
    area: "local",
    method: "POST",
    path: "/_local/auth/connections/{id}/cancel",
    summary: "Cancel the login of an auth connection",
    source: "assumed",
    params: connectionId,
    response: { kind: "empty", status: 204 },
    errors: ["conflict"],
    idempotent: false,
    localOnly: true,
    assumed: ["409 when no login runs"],
    example: { params: { id: EXAMPLE_CONNECTION_ID } },
  }),
  operation({
    id: "local.loginOrigins",
    area: "local",
    method: "GET",
    path: "/_local/auth/connections/{id}/origins",
    summary: "List the origins that the logins of an auth connection sent values to, and which have a screenshot",
    source: "assumed",
    params: connectionId,
    query: Type.Object(paging, { additionalProperties: false }),
    response: {
      kind: "json",
      status: 200,
      schema: Type.Array(
        Type.Object({
          id: Type.String({ description: "Id of the entry in the timeline" }),
          sent_to: Type.Optional(SentTo),
          has_screenshot: Type.Optional(Type.Literal(true, { description: "There is a screenshot of its failure" })),
        }),
      ),
    },
    errors: [],
    idempotent: true,
    paging: "offset",
    localOnly: true,
    assumed: [
      "logins of the timeline, newest first; one that ends is waited for",
      "sent_to is absent until the login has ended, and where the service was killed before that",
      "at most 50 origins of a login; the others count as one, that is not of the domain",
      "a name of a field, or an origin, in which the website has put an entered value is shown with the name of the value in its place",
    ],
    example: {
      params: { id: EXAMPLE_CONNECTION_ID },
      query: { limit: 1 },
      result: [
        {
          id: "t5m2k9x4",
          sent_to: [{ origin: "https://shop.example.com", own_domain: true, fields: ["identifier", "password"] }],
        },
      ],
    },
  }),
  operation({
    id: "local.loginProgress",
    area: "local",
    method: "GET",
    path: "/_local/auth/connections/{id}/progress",
    summary: "Say what the login of an auth connection does now",
    source: "assumed",
    params: connectionId,
    query: Type.Object(
      {
        after: Type.Optional(Text({ minLength: 1, description: "Wait for something else than this cursor" })),
        wait_seconds: Type.Optional(
          Type.Integer({ minimum: 0, maximum: 20, description: "How long to wait for it; 0 when left out" }),
        ),
      },
      closed,
    ),
    response: {
      kind: "json",
      status: 200,
      schema: Type.Object({
        cursor: Type.String({ description: "Identity of this answer; empty without a login" }),
        over: Type.Boolean({ description: "true when no login runs" }),
        doing: Type.Optional(
          Type.String({ description: "A sentence without a full stop; absent while a person acts" }),
        ),
      }),
    },
    errors: [],
    idempotent: true,
    localOnly: true,
    assumed: ["a sentence has no value of the login in it; names of fields are the website's"],
    example: {
      params: { id: EXAMPLE_CONNECTION_ID },
      result: { cursor: "f3k8-7", over: false, doing: "Sent; waiting for shop.example.com to answer" },
    },
  }),
  operation({
    id: "local.checkLogin",
    area: "local",
    method: "POST",
    path: "/_local/auth/connections/{id}/check",
    summary: "Check now whether the profile of an auth connection is logged in",
    source: "spec 2.1 health_checks",
    params: connectionId,
    response: {
      kind: "json",
      status: 200,
      schema: Type.Object({
        status: Type.String({ description: "AUTHENTICATED or NEEDS_AUTH, after the check" }),
        previous_status: Type.String({ description: "Status before the check" }),
        result: Type.String({ description: "logged-in, logged-out, or unknown when the page does not tell" }),
        checked_at: Timestamp("When"),
      }),
    },
    errors: [
      "browser_start_failed",
      "conflict",
      "network_error",
      "not_enough_memory",
      "profile_damaged",
      "project_limit_reached",
      "shutting_down",
    ],
    idempotent: false,
    localOnly: true,
    assumed: [
      "409 before the first login, and while a check runs",
      "a check by hand that finds the session expired sets NEEDS_AUTH; only a scheduled one logs in again",
    ],
    example: {
      params: { id: EXAMPLE_CONNECTION_ID },
      result: {
        status: "AUTHENTICATED",
        previous_status: "AUTHENTICATED",
        result: "logged-in",
        checked_at: "2026-03-01T10:30:00Z",
      },
    },
  }),
] as const;
