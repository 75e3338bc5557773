import Type, { type TSchema, type TSchemaOptions } from "typebox";
import { ProxyConfig } from "./browser-schemas.ts";
import { canReauthReasons } from "./can-reauth-reasons.ts";
import { closed, optional, Text, Timestamp } from "./common.ts";
import { deprecatedAnswer, deprecatedField } from "./deprecation.ts";
import { EXAMPLE_CONNECTION_ID } from "./example-ids.ts";
import { HEALTH_CHECK_SECONDS } from "./limits.ts";
import { connectionStatuses, flowStatuses, flowSteps, flowTypes } from "./login-states.ts";
import { TelemetryRequest } from "./telemetry.ts";
import { Address, HostText, OptionalPageAddress } from "./web-address.ts";

const orNull = <const T extends TSchema>(schema: T, description: string) =>
  Type.Union([schema, Type.Null()], { description });

/** Path parameter of operations on an auth connection. */
export const connectionId = Type.Object({ id: Text({ minLength: 1, description: "Auth connection id" }) });

/** Range of `health_check_interval` (spec 8). */
const intervalBounds = { minimum: HEALTH_CHECK_SECONDS.min, maximum: HEALTH_CHECK_SECONDS.max } as const;

/** Browser of the sessions of an auth connection (spec 2.2). */
export const ManagedAuthBrowserConfig = Type.Object(
  {
    proxy: Type.Optional(ProxyConfig),
    stealth: Type.Optional(Type.Boolean({ description: "Hide signs of automation; true when omitted" })),
    telemetry: Type.Optional(orNull(TelemetryRequest, "Telemetry of the sessions; null captures nothing")),
  },
  { ...closed, description: "Browser of login, re-authentication and health check sessions" },
);

const credentialMembers = {
  name: Text({ minLength: 1, description: "Name of a stored credential" }),
  provider: Text({ minLength: 1, description: "Name of a credential provider" }),
  path: Text({ minLength: 1, description: "Path of an item, as the provider writes it" }),
  auto: Type.Boolean({ description: "Look the item up by the domain" }),
};

/** Form of an object that has these members and no others. */
const form = (...members: string[]) => ({
  type: "object",
  properties: Object.fromEntries(members.map((name) => [name, {}])),
  required: members,
  maxProperties: members.length,
});

/** Credential of a connection: exactly one of three forms (spec 2.4). */
export const CredentialReference = Type.Object(optional(credentialMembers), {
  ...closed,
  oneOf: [
    form("name"),
    form("provider", "path"),
    { ...form("provider", "auto"), properties: { provider: {}, auto: { const: true } } },
  ],
  "x-expects": "one of: name; provider and path; provider and auto true",
  description: "Credential: name, or provider with path, or provider with auto",
});

/** Proxy of a connection in the deprecated form (spec 2.5). */
const ProxyRef = Type.Object(
  {
    id: Type.Optional(Text({ minLength: 1, description: "Id of a stored proxy" })),
    name: Type.Optional(Text({ minLength: 1, description: "Name of a stored proxy" })),
  },
  { ...closed, minProperties: 1, maxProperties: 1, ...deprecatedField("browser.proxy") },
);

const switchTexts = {
  auto_reauth: "Log in again when a scheduled health check finds the session expired",
  health_checks: "Check on schedule whether the profile is logged in",
  record_session: "Record the sessions",
  save_credentials: "Save what was entered after each successful login; one-time codes are never saved",
} as const;

type Switch = keyof typeof switchTexts;

/** Values of the switches of a new connection that does not set them (contract 2.13). */
export const creationDefaults = {
  auto_reauth: true,
  health_checks: true,
  record_session: false,
  save_credentials: true,
} as const satisfies Record<Switch, boolean>;

/** Switches of a connection, each optional, with more options where they differ. */
export function switches(more: (name: Switch) => TSchemaOptions = () => ({})) {
  const entries = Object.entries(switchTexts) as [Switch, string][];
  return Object.fromEntries(
    entries.map(([name, description]) => [name, Type.Optional(Type.Boolean({ description, ...more(name) }))]),
  ) as Record<Switch, Type.TOptional<Type.TBoolean>>;
}

/** Settings that creation and update share (spec 4.1, contract 2.13). */
export const connectionSettings = {
  allowed_domains: Type.Optional(
    Type.Array(HostText({ minLength: 1 }), {
      description: "More hosts, with their subdomains, where credentials may be entered; any host when empty",
    }),
  ),
  browser: Type.Optional(ManagedAuthBrowserConfig),
  browser_telemetry: Type.Optional(Type.Union([TelemetryRequest, Type.Null()], deprecatedField("browser.telemetry"))),
  credential: Type.Optional(CredentialReference),
  health_check_interval: Type.Optional(
    Type.Integer({
      ...intervalBounds,
      description: "Seconds between health checks, not below the minimum of the plan",
    }),
  ),
  login_url: Type.Optional(
    OptionalPageAddress({ description: "Login page, which skips the search for it; an empty one clears it" }),
  ),
  proxy: Type.Optional(ProxyRef),
  ...switches(),
};

/** Types of second factors that the older form knows (contract 2.14). */
export const olderFactors = ["sms", "call", "email", "totp", "push", "password", "switch"] as const;

/** Types of fields in the older form (contract 2.14). */
export const olderFieldTypes = ["text", "email", "password", "tel", "number", "url", "code", "totp"] as const;

/** Choice of a paused login (contract 2.14). */
const ManagedAuthChoice = Type.Object({
  id: Type.String(),
  label: Type.String(),
  type: Type.Enum([
    "mfa_method",
    "sso_provider",
    "sign_in_method",
    "auth_method",
    "identifier_method",
    "account",
    "other",
  ]),
  description: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  display_text: Type.Optional(Type.String()),
  context: Type.Optional(Type.String()),
  masked_destination: Type.Optional(Type.String({ description: "Where a code goes, partly hidden" })),
  observed_selector: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  mfa_type: Type.Optional(Type.Enum([...olderFactors, "passkey", "other"])),
});

/** Field of a paused login (contract 2.14). */
const ManagedAuthField = Type.Object({
  id: Type.String(),
  ref: Type.String(),
  type: Type.Enum(["identifier", "password", "code", "totp_code", "totp_secret", "text"]),
  reason: Type.Enum(["missing", "rejected"]),
  label: Type.Optional(Type.String()),
  hint: Type.Optional(Type.String()),
  required: Type.Optional(Type.Boolean()),
  input_mode: Type.Optional(
    Type.Enum(["text", "email", "tel", "numeric"], { description: "Keyboard that suits it; only of newer services" }),
  ),
  observed_selector: Type.Optional(Type.Union([Type.String(), Type.Null()])),
});

/** Field of a paused login in the older form (contract 2.14). */
const DiscoveredField = Type.Object({
  name: Type.String(),
  label: Type.String(),
  selector: Type.String({ description: "CSS selector" }),
  type: Type.Enum(olderFieldTypes),
  placeholder: Type.Optional(Type.String()),
  required: Type.Optional(Type.Boolean()),
  hint: Type.Optional(Type.String()),
  linked_mfa_type: Type.Optional(Type.Union([Type.Enum(olderFactors), Type.Null()])),
});

const MFAOption = Type.Object({
  type: Type.Enum(olderFactors),
  label: Type.String(),
  target: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  description: Type.Optional(Type.Union([Type.String(), Type.Null()])),
});

const SSOButton = Type.Object({
  provider: Type.String(),
  label: Type.String(),
  selector: Type.String({ description: "XPath" }),
});

const SignInOption = Type.Object({
  id: Type.String(),
  label: Type.String(),
  description: Type.Optional(Type.Union([Type.String(), Type.Null()])),
});

/** Input that a login asks for, in the canonical and in the older form (spec 2.1, contract 2.14). */
export const interaction = {
  interaction_id: orNull(Type.String(), "Id of the current pause; a new one at each"),
  fields: orNull(Type.Array(ManagedAuthField), "Fields that await input"),
  choices: orNull(Type.Array(ManagedAuthChoice), "Choices that await selection"),
  discovered_fields: orNull(Type.Array(DiscoveredField), "Older form of fields"),
  mfa_options: orNull(Type.Array(MFAOption), "Older form of the choices of a second factor"),
  pending_sso_buttons: orNull(Type.Array(SSOButton), "Older form of the choices of an SSO provider"),
  sign_in_options: orNull(Type.Array(SignInOption), "Older form of the other choices"),
  external_action_message: orNull(Type.String(), "What to do outside of the login page"),
  website_error: orNull(Type.String(), "Error that the website shows"),
};

/** Record of an auth connection (spec 2.1). */
export const ManagedAuth = Type.Object(
  {
    id: Type.String(),
    profile_name: Type.String({ description: "Profile that it keeps logged in" }),
    domain: Type.String({ description: "Domain that it is logged in to" }),
    status: Type.Enum(connectionStatuses, { description: "State of the login" }),
    save_credentials: Type.Boolean(),
    record_session: Type.Boolean(),
    ...optional({
      allowed_domains: Type.Array(Type.String()),
      auto_reauth: Type.Boolean(),
      browser: ManagedAuthBrowserConfig,
      browser_session_id: orNull(Type.String(), "Session of the current flow"),
      browser_telemetry: Type.Union([TelemetryRequest, Type.Null()], deprecatedAnswer("browser.telemetry")),
      can_reauth: Type.Boolean({ description: "true when it can log in again without a person" }),
      can_reauth_reason: Type.Enum(canReauthReasons, { description: "Reason for can_reauth" }),
      credential: CredentialReference,
      error_code: orNull(Type.String(), "Code of a failed flow"),
      error_message: orNull(Type.String(), "Text of a failed flow"),
      flow_expires_at: orNull(Timestamp("Time"), "When the current flow expires"),
      flow_status: orNull(Type.Enum(flowStatuses), "Status of the last flow; null before any login"),
      flow_step: orNull(Type.Enum(flowSteps), "Step of the last flow; null before any login"),
      flow_type: orNull(Type.Enum(flowTypes), "First login, or a login without a person"),
      health_check_interval: orNull(Type.Integer(intervalBounds), "Seconds between health checks"),
      health_checks: Type.Boolean(),
      hosted_url: orNull(Address(), "Page where a person completes the login"),
      last_auth_at: Type.String({ format: "date-time", ...deprecatedAnswer("last_auth_check_at") }),
      last_auth_check_at: Timestamp("When the last health check ran, whatever its outcome"),
      live_view_url: orNull(Address(), "Live view of the current flow"),
      login_url: Address(),
      post_login_url: Address({
        description: "Where the browser was after the last successful login: origin and path",
      }),
      proxy_id: Type.String(deprecatedAnswer("browser.proxy")),
      sso_provider: orNull(Type.String(), "SSO provider in use"),
      ...interaction,
    }),
  },
  { ...closed, $id: "ManagedAuth" },
);

/** Record of an auth connection before its first login, in examples. */
export const connectionExample = {
  id: EXAMPLE_CONNECTION_ID,
  profile_name: "customer",
  domain: "shop.example.com",
  status: "NEEDS_AUTH",
  save_credentials: true,
  record_session: false,
  allowed_domains: ["login.example.com"],
  auto_reauth: creationDefaults.auto_reauth,
  browser: { stealth: true, telemetry: null },
  browser_telemetry: null,
  can_reauth: false,
  can_reauth_reason: "no_prior_successful_login",
  discovered_fields: null,
  flow_status: null,
  flow_step: null,
  health_check_interval: 3600,
  health_checks: true,
  login_url: "https://shop.example.com/login",
  mfa_options: null,
} as const;
