import Type from "typebox";
import { appWord } from "./apps.ts";
import { Browser, browserExample } from "./browser-schemas.ts";
import { closed, LogEvent, paging, StreamError, StreamHeartbeat, since, Text, Timestamp } from "./common.ts";
import { EXAMPLE_INVOCATION_ID } from "./example-ids.ts";
import { ASYNC_SECONDS } from "./limits.ts";
import { operation } from "./operation.ts";

/** States of an invocation; the last two are terminal (contract 3.1). */
export const invocationStates = ["queued", "running", "succeeded", "failed"] as const;

/** Record of an invocation (contract 2.17). */
export const Invocation = Type.Object(
  {
    id: Type.String(),
    app_name: Type.String(),
    action_name: Type.String(),
    version: Type.String(),
    status: Type.Enum(invocationStates),
    started_at: Timestamp("When it was accepted, and once it runs when it began to"),
    finished_at: Type.Optional(Type.Union([Timestamp("When it ended"), Type.Null()])),
    output: Type.Optional(Type.String({ description: "Its result as JSON text" })),
    payload: Type.Optional(Type.String({ description: "Its input as JSON text" })),
    status_reason: Type.Optional(Type.String({ description: "Reason of the failure" })),
  },
  { $id: "Invocation" },
);

/** Item of an invocation's stream (spec 6, contract 3.1). */
const InvocationEvent = Type.Union([
  LogEvent,
  Type.Object({ event: Type.Literal("invocation_state"), timestamp: Timestamp("When"), invocation: Invocation }),
  StreamError,
  StreamHeartbeat,
]);

const invocationExample = {
  id: EXAMPLE_INVOCATION_ID,
  app_name: "shop",
  action_name: "price",
  version: "1.0.0",
  status: "succeeded",
  started_at: "2026-03-01T09:30:00Z",
  finished_at: "2026-03-01T09:30:02Z",
  output: '{"price":12}',
} as const;

const failedInvocationExample = {
  ...invocationExample,
  id: "i3f7a1i5l9e2d6c0a4l8l3e7",
  status: "failed",
  status_reason: "no element has the text Price",
} as const;

const invocationId = Type.Object({ id: Text({ minLength: 1, description: "Invocation id" }) });

export const invocationOperations = [
  operation({
    id: "invocations.create",
    area: "invocations",
    method: "POST",
    path: "/invocations",
    summary: "Invoke an action of an app",
    source: "contract 2.17, 0.14",
    body: Type.Object(
      {
        app_name: appWord("App to invoke"),
        action_name: appWord("Action of it"),
        version: appWord("Version of it"),
        payload: Type.Optional(Type.String({ description: "Input as JSON text, at most 4.5 MB", "x-secret": true })),
        async: Type.Optional(
          Type.Boolean({ default: false, description: "Answer at once, before the invocation has ended" }),
        ),
        async_timeout_seconds: Type.Optional(
          Type.Integer({
            minimum: 10,
            maximum: 3600,
            default: ASYNC_SECONDS,
            description: "Time limit in seconds; needs async",
          }),
        ),
      },
      closed,
    ),
    // 4.5 MB of JSON text inside of JSON.
    maxBodyBytes: 32 * 2 ** 20,
    response: {
      kind: "json",
      status: 201,
      also: 202,
      schema: Type.Object(
        {
          id: Type.String(),
          action_name: Type.String(),
          status: Type.Enum(invocationStates),
          output: Type.Optional(Type.String({ description: "Its result as JSON text" })),
          status_reason: Type.Optional(Type.String({ description: "Reason of the failure" })),
        },
        { $id: "InvocationCreated" },
      ),
    },
    errors: ["not_found", "project_limit_reached", "shutting_down", "too_many_invocations"],
    idempotent: false,
    assumed: [
      "without async an invocation may take 100 s and answers 201 whether it succeeded or failed; with async it answers 202",
      "an unknown app, version or action is 404",
      "a payload that does not fit the action's input_schema is 400 with the path of each field; a missing payload is checked as an empty object",
      "a payload that is not JSON is 400; over 4,500,000 bytes of UTF-8 it is 413",
      "10 invocations run at a time, the rest wait in order; more than 1,000 of a project waiting are 429 `too_many_invocations`",
      "the time limit starts when the invocation runs",
    ],
    example: {
      body: { app_name: "shop", version: "1.0.0", action_name: "price", payload: '{"sku":"A1"}' },
      result: { id: EXAMPLE_INVOCATION_ID, action_name: "price", status: "succeeded", output: '{"price":12}' },
    },
  }),
  operation({
    id: "invocations.list",
    area: "invocations",
    method: "GET",
    path: "/invocations",
    summary: "List invocations",
    source: "contract 2.17, 0.8",
    query: Type.Object(
      {
        app_name: Type.Optional(Text({ description: "Only of this app" })),
        action_name: Type.Optional(Text({ description: "Only of this action" })),
        version: Type.Optional(Text({ description: "Only of this version" })),
        status: Type.Optional(Type.Enum(invocationStates, { description: "Only in this state" })),
        deployment_id: Type.Optional(Text({ description: "Only of this deployment" })),
        query: Type.Optional(Text({ description: "Part of an app's or action's name, or a whole id" })),
        since,
        ...paging,
      },
      closed,
    ),
    response: { kind: "json", status: 200, schema: Type.Array(Invocation) },
    errors: [],
    idempotent: true,
    paging: "offset",
    assumed: ["newest first; without payload and output", "the last 1,000 ended invocations are kept"],
    example: {
      query: { app_name: "shop", since: "1h", limit: 20 },
      result: [invocationExample, failedInvocationExample],
    },
  }),
  operation({
    id: "invocations.get",
    area: "invocations",
    method: "GET",
    path: "/invocations/{id}",
    summary: "Show an invocation",
    source: "contract 2.17",
    params: invocationId,
    response: { kind: "json", status: 200, schema: Invocation },
    errors: [],
    idempotent: true,
    example: { params: { id: EXAMPLE_INVOCATION_ID }, result: invocationExample },
  }),
  operation({
    id: "invocations.update",
    area: "invocations",
    method: "PATCH",
    path: "/invocations/{id}",
    summary: "End an invocation",
    source: "contract 2.17",
    params: invocationId,
    body: Type.Object(
      {
        status: Type.Enum(["succeeded", "failed"], { description: "Final status; `failed` cancels the invocation" }),
        output: Type.Optional(Type.String({ description: "Its result as JSON text" })),
      },
      closed,
    ),
    // 4.5 MB of JSON text inside of JSON.
    maxBodyBytes: 32 * 2 ** 20,
    response: { kind: "json", status: 200, schema: Invocation },
    errors: ["conflict"],
    idempotent: false,
    assumed: ["the process and the browsers of the invocation end with either status", "an ended invocation is 409"],
    example: {
      params: { id: EXAMPLE_INVOCATION_ID },
      body: { status: "failed" },
      result: { ...invocationExample, status: "failed", status_reason: "ended by a request" },
    },
  }),
  operation({
    id: "invocations.browsers",
    area: "invocations",
    method: "GET",
    path: "/invocations/{id}/browsers",
    summary: "List the browsers of an invocation",
    source: "contract 2.17",
    params: invocationId,
    response: { kind: "json", status: 200, schema: Type.Object({ browsers: Type.Array(Browser) }) },
    errors: [],
    idempotent: true,
    example: { params: { id: EXAMPLE_INVOCATION_ID }, result: { browsers: [browserExample] } },
  }),
  operation({
    id: "invocations.deleteBrowsers",
    area: "invocations",
    method: "DELETE",
    path: "/invocations/{id}/browsers",
    summary: "End the browsers of an invocation",
    source: "contract 2.17",
    params: invocationId,
    response: { kind: "empty", status: 204 },
    errors: [],
    idempotent: true,
    example: { params: { id: EXAMPLE_INVOCATION_ID } },
  }),
  operation({
    id: "invocations.events",
    area: "invocations",
    method: "GET",
    path: "/invocations/{id}/events",
    summary: "Follow the log and the state of an invocation",
    source: "spec 4.13, spec 6, contract 1.13, 3.1, 0.11",
    params: invocationId,
    query: Type.Object({ since }, closed),
    response: { kind: "sse", status: 200, schema: InvocationEvent },
    errors: [],
    idempotent: true,
    assumed: [
      "`since` is inclusive and limits log events only; every state is sent",
      "timestamps of log events have nanoseconds and never go back or repeat within an invocation",
      "for an ended invocation, log and states are replayed and the stream ends",
    ],
    example: {
      params: { id: EXAMPLE_INVOCATION_ID },
      query: { since: "5m" },
      events: [
        { event: "log", timestamp: "2026-03-01T09:30:01.000000001Z", message: "looking up A1" },
        { event: "invocation_state", timestamp: "2026-03-01T09:30:02Z", invocation: invocationExample },
      ],
    },
  }),
] as const;
