import Type from "typebox";
import {
  browserStartErrors,
  closed,
  optional,
  paging,
  StreamError,
  StreamHeartbeat,
  Text,
  TextMap,
  Timestamp,
} from "./common.ts";
import { EXAMPLE_CONNECTION_ID, EXAMPLE_SESSION_ID } from "./example-ids.ts";
import {
  connectionStatuses,
  flowStatuses,
  flowSteps,
  flowTypes,
  timelineSteps,
  timelineTypes,
} from "./login-states.ts";
import { connectionId, connectionSettings, interaction } from "./managed-auth.ts";
import { operation } from "./operation.ts";

/** Time limits of a login flow, in minutes (contract 2.13): of the whole flow, and of one wait for a person. */
export const FLOW_MINUTES = { whole: 20, input: 10 } as const;

/** Maximum length of a submitted value, in characters. assumed: as long as a login field may be filled. */
export const MAX_VALUE_CHARACTERS = 4_096;
/** Maximum number of submitted values. assumed: as many as a form reports fields. */
const MAX_VALUES = 50;

const value = Text({ maxLength: MAX_VALUE_CHARACTERS, "x-secret": true });

/** Current state of a flow, as its events tell it (contract 3.2). */
const flowState = {
  flow_type: Type.Enum(flowTypes, { description: "First login, or a login without a person" }),
  ...interaction,
  error_code: Type.String({ description: "Code of a failed flow" }),
  error_message: Type.String({ description: "Text of a failed flow" }),
  hosted_url: Type.String({ format: "uri", description: "Page where a person completes the login" }),
  live_view_url: Type.String({ format: "uri", description: "Live view of the browser" }),
  post_login_url: Type.String({ format: "uri", description: "Where the browser was after the login: origin and path" }),
};

/** Item of the stream of a flow (contract 3.2). */
const FlowEvent = Type.Union([
  Type.Object({
    event: Type.Literal("managed_auth_state"),
    timestamp: Timestamp("When"),
    flow_status: Type.Enum(flowStatuses),
    flow_step: Type.Enum(flowSteps),
    ...optional(flowState),
  }),
  StreamError,
  StreamHeartbeat,
]);

/** Entry of a timeline (contract 2.13). */
export const TimelineEvent = Type.Object(
  {
    id: Type.String(),
    type: Type.Enum(timelineTypes),
    status: Type.Enum([...flowStatuses, ...connectionStatuses], {
      description: "Status of the flow of a login; status of the connection after a check",
    }),
    timestamp: Timestamp("When it began"),
    updated_at: Type.Optional(Timestamp("When it last changed")),
    step: Type.Optional(Type.Enum(timelineSteps, { description: "Step of a login" })),
    previous_status: Type.Optional(
      Type.Enum(connectionStatuses, { description: "Status of the connection before a check" }),
    ),
    browser_session_id: Type.Optional(Type.String({ description: "Session that it used" })),
    replay_id: Type.Optional(Type.String({ description: "Recording of the session" })),
    telemetry_captured: Type.Optional(Type.Boolean()),
    error_code: Type.Optional(Type.String()),
    error_message: Type.Optional(Type.String()),
    website_error: Type.Optional(Type.String({ description: "Error that the website showed" })),
  },
  { $id: "ManagedAuthTimelineEvent" },
);

const loginResult = {
  id: EXAMPLE_CONNECTION_ID,
  hosted_url: `http://127.0.0.1:7450/auth/connections/${EXAMPLE_CONNECTION_ID}/hosted?code=CODE`,
  flow_expires_at: "2026-03-01T09:50:00Z",
  flow_type: "LOGIN",
  handoff_code: "CODE",
  live_view_url: `http://127.0.0.1:7450/browsers/${EXAMPLE_SESSION_ID}/live?jwt=TOKEN`,
} as const;

const askedState = {
  event: "managed_auth_state",
  timestamp: "2026-03-01T09:30:04Z",
  flow_status: "IN_PROGRESS",
  flow_step: "AWAITING_INPUT",
  flow_type: "LOGIN",
  interaction_id: "i7c2n4q8",
  fields: [{ id: "password", ref: "password", type: "password", reason: "missing", label: "Password", required: true }],
} as const;

/** Logins of auth connections (contract 2.13, 3.2). */
export const loginFlowOperations = [
  operation({
    id: "authConnections.login",
    area: "auth_connections",
    method: "POST",
    path: "/auth/connections/{id}/login",
    summary: "Start a login",
    description:
      "Answers at once; the login goes on in a browser. Its events tell what it asks for, and a person can complete it at hosted_url.",
    source: "contract 2.13, spec 3",
    params: connectionId,
    body: Type.Object(
      {
        browser: connectionSettings.browser,
        browser_telemetry: connectionSettings.browser_telemetry,
        proxy: connectionSettings.proxy,
        record_session: connectionSettings.record_session,
      },
      closed,
    ),
    bodyOptional: true,
    response: {
      kind: "json",
      status: 200,
      schema: Type.Object(
        {
          id: Type.String({ description: "Auth connection id" }),
          hosted_url: Type.String({
            format: "uri",
            description: "Page where a person completes the login; it opens once",
          }),
          flow_expires_at: Timestamp("When the login expires at the earliest"),
          flow_type: Type.Enum(flowTypes, { description: "First login, or a login without a person" }),
          handoff_code: Type.Optional(Type.String({ description: "Code to exchange for a token, once" })),
          live_view_url: Type.Optional(Type.String({ format: "uri", description: "Live view of the browser" })),
        },
        { $id: "ManagedAuthLogin" },
      ),
    },
    errors: browserStartErrors,
    idempotent: false,
    assumed: [
      "409 while a login of the connection runs, or a session that saves its profile; a login past its expiry is superseded",
      "allowed for a connection that is logged in already",
      "browser and proxy count for this login alone",
      "a flow expires after 20 minutes, and after 10 without an answer to what it asks",
    ],
    local: {
      fields: { record_session: { support: "recorded", note: "sessions are not recorded", harmless: [false] } },
    },
    example: { params: { id: EXAMPLE_CONNECTION_ID }, body: {}, result: loginResult },
  }),
  operation({
    id: "authConnections.submit",
    area: "auth_connections",
    method: "POST",
    path: "/auth/connections/{id}/submit",
    summary: "Submit the input that a login waits for",
    description:
      "interaction_id with field_values or selected_choice_id; or one of the older forms: fields, mfa_option_id, sign_in_option_id, sso_button_selector, sso_provider.",
    source: "contract 2.13",
    params: connectionId,
    body: Type.Object(
      {
        interaction_id: Type.Optional(Text({ minLength: 1, description: "Pause that is answered" })),
        field_values: Type.Optional(
          TextMap(value, {
            maxProperties: MAX_VALUES,
            description: "Values by the id of their field",
            "x-secret": true,
          }),
        ),
        selected_choice_id: Type.Optional(Text({ minLength: 1, description: "Id of the choice" })),
        fields: Type.Optional(
          TextMap(value, {
            maxProperties: MAX_VALUES,
            description: "Older form of field_values, by the name of their field",
            "x-secret": true,
          }),
        ),
        mfa_option_id: Type.Optional(Text({ minLength: 1, description: "Older form: type of the second factor" })),
        sign_in_option_id: Type.Optional(Text({ minLength: 1, description: "Older form: id of the option" })),
        sso_button_selector: Type.Optional(Text({ minLength: 1, description: "Older form: selector of the button" })),
        sso_provider: Type.Optional(Text({ minLength: 1, description: "Older form: provider of the button" })),
      },
      closed,
    ),
    response: {
      kind: "json",
      status: 200,
      schema: Type.Object({ accepted: Type.Boolean() }, { $id: "ManagedAuthSubmitted" }),
    },
    errors: ["conflict"],
    idempotent: false,
    assumed: [
      "409 when no login waits for input, or interaction_id is not that of the current pause; the canonical form needs it",
      "400 for an unknown field or choice, a missing required field, and a value with line breaks",
      "{} continues after an action outside of the page",
      "the effect is told by the events",
    ],
    example: {
      params: { id: EXAMPLE_CONNECTION_ID },
      body: { interaction_id: "i7c2n4q8", field_values: { password: "correct horse" } },
      result: { accepted: true },
    },
  }),
  operation({
    id: "authConnections.events",
    area: "auth_connections",
    method: "GET",
    path: "/auth/connections/{id}/events",
    summary: "Follow a login",
    source: "contract 3.2, 0.11",
    params: connectionId,
    response: { kind: "sse", status: 200, schema: FlowEvent },
    errors: ["conflict"],
    idempotent: true,
    assumed: [
      "begins with the current state, of the last login when none runs; 409 before any login",
      "ends after a state whose flow_status is not IN_PROGRESS",
    ],
    example: {
      params: { id: EXAMPLE_CONNECTION_ID },
      events: [
        askedState,
        {
          event: "managed_auth_state",
          timestamp: "2026-03-01T09:30:20Z",
          flow_status: "SUCCESS",
          flow_step: "COMPLETED",
          flow_type: "LOGIN",
          post_login_url: "https://shop.example.com/account",
        },
      ],
    },
  }),
  operation({
    id: "authConnections.timeline",
    area: "auth_connections",
    method: "GET",
    path: "/auth/connections/{id}/timeline",
    summary: "List the logins and health checks of an auth connection",
    source: "contract 2.13, 0.8",
    params: connectionId,
    query: Type.Object(
      { type: Type.Optional(Type.Enum(timelineTypes, { description: "Only entries of this type" })), ...paging },
      closed,
    ),
    response: { kind: "json", status: 200, schema: Type.Array(TimelineEvent) },
    errors: [],
    idempotent: true,
    paging: "offset",
    assumed: ["newest first; the last 1,000 entries of a connection are kept"],
    example: {
      params: { id: EXAMPLE_CONNECTION_ID },
      query: { type: "login", limit: 20 },
      result: [
        {
          id: "t5m2k9x4",
          type: "login",
          status: "SUCCESS",
          timestamp: "2026-03-01T09:30:00Z",
          updated_at: "2026-03-01T09:30:20Z",
          step: "COMPLETED",
          browser_session_id: EXAMPLE_SESSION_ID,
        },
        {
          id: "t4k8w2c6",
          type: "login",
          status: "FAILED",
          timestamp: "2026-03-01T09:10:00Z",
          updated_at: "2026-03-01T09:11:05Z",
          step: "SUBMITTING",
          browser_session_id: EXAMPLE_SESSION_ID,
          error_code: "credentials_invalid",
          error_message: "the website refused the password",
        },
      ],
    },
  }),
  operation({
    id: "authConnections.exchange",
    area: "auth_connections",
    method: "POST",
    path: "/auth/connections/{id}/exchange",
    summary: "Exchange the one-time code of a login for a token of it",
    description: "The token can show the connection, follow the login and submit its input, until the login ends.",
    source: "contract 2.13",
    params: connectionId,
    body: Type.Object(
      { code: Text({ minLength: 1, description: "handoff_code of the login", "x-secret": true }) },
      closed,
    ),
    response: {
      kind: "json",
      status: 200,
      schema: Type.Object({ jwt: Type.String({ description: "Bearer token" }) }, { $id: "ManagedAuthToken" }),
    },
    errors: [],
    idempotent: false,
    assumed: [
      "the body names the code `code`",
      "403 for a code that was used, has expired, or is of another connection",
    ],
    example: { params: { id: EXAMPLE_CONNECTION_ID }, body: { code: "CODE" }, result: { jwt: "TOKEN" } },
  }),
] as const;
