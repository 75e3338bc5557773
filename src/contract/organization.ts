import Type, { type TProperties } from "typebox";
import { closed } from "./common.ts";
import { operation } from "./operation.ts";
import { planIds } from "./plans.ts";

const orNull = (description: string) => Type.Union([Type.Integer(), Type.Null()], { description });

/** Limits of the organization (contract 2.18). */
export const OrgLimits = Type.Object(
  {
    auth_connections_used: Type.Integer({ description: "Stored auth connections" }),
    max_auth_connections: orNull("Auth connections at most; null: no limit"),
    min_health_check_interval_seconds: Type.Integer({ description: "Shortest interval of health checks" }),
    max_concurrent_sessions: orNull("Sessions of all projects at the same time; null: no fixed limit"),
    default_project_max_concurrent_sessions: orNull("Sessions of a project without a limit of its own; null: no limit"),
    concurrent_sessions_used: Type.Optional(orNull("Sessions that run now; null: unknown")),
    concurrent_sessions_available: Type.Optional(orNull("Sessions that may still be created; null: unknown")),
    vaults_used: Type.Optional(Type.Integer({ description: "Stored vaults; only of a service that has them" })),
    max_vaults: Type.Optional(orNull("Vaults at most; null: no limit; only of a service that has them")),
  },
  { $id: "OrgLimits" },
);

const orgLimitsExample = {
  auth_connections_used: 0,
  max_auth_connections: null,
  min_health_check_interval_seconds: 300,
  max_concurrent_sessions: null,
  default_project_max_concurrent_sessions: 10,
} as const;

const feature = <T extends TProperties>(more: T = {} as T) => Type.Object({ enabled: Type.Boolean(), ...more });

/** Plan of the organization and what it includes (contract 2.18). */
export const OrgEntitlements = Type.Object(
  {
    plan: Type.Object({
      id: Type.Enum(planIds),
      effective_id: Type.Enum(planIds),
      is_trialing: Type.Boolean(),
      status: Type.Union([Type.String(), Type.Null()], { description: "null where nothing is billed" }),
      trial_ends_at: Type.Union([Type.String({ format: "date-time" }), Type.Null()]),
    }),
    limits: Type.Object({
      max_concurrent_browsers: Type.Integer(),
      max_concurrent_invocations: Type.Integer(),
      default_max_concurrent_invocations_per_app: Type.Integer(),
      max_vaults: Type.Optional(orNull("null: no limit")),
    }),
    features: Type.Object({
      browser_extensions: feature({ max_stored_per_org: orNull("null: no limit") }),
      browser_pools: feature(),
      browser_replays: feature({ retention_days: Type.Integer() }),
      credential_providers: feature(),
      credentials: feature(),
      custom_proxies: feature(),
      file_io: feature(),
      gpu: feature(),
      managed_auth: feature({
        max_connections: orNull("null: no limit"),
        health_check_interval_min_seconds: Type.Integer(),
        health_check_interval_max_seconds: Type.Integer(),
        health_check_interval_default_seconds: Type.Integer(),
      }),
      managed_proxies: feature(),
      profiles: feature(),
      proxy_bypass_hosts: feature(),
      search: Type.Optional(feature()),
      vaults: Type.Optional(feature()),
    }),
  },
  { $id: "OrgEntitlements" },
);

const on = { enabled: true } as const;
const off = { enabled: false } as const;

export const organizationOperations = [
  operation({
    id: "org.limits",
    area: "org",
    method: "GET",
    path: "/org/limits",
    summary: "Show the limits of the organization",
    source: "contract 2.18",
    response: { kind: "json", status: 200, schema: OrgLimits },
    errors: [],
    idempotent: true,
    unscoped: true,
    local: { note: "sessions are limited by the memory of this machine" },
    example: { result: orgLimitsExample },
  }),
  operation({
    id: "org.updateLimits",
    area: "org",
    method: "PATCH",
    path: "/org/limits",
    summary: "Change the default limits of projects",
    source: "contract 2.18",
    body: Type.Object(
      {
        default_project_max_concurrent_sessions: Type.Optional(
          Type.Union([Type.Integer({ minimum: 0, maximum: 1_000_000 }), Type.Null()], {
            description: "Sessions of a project without a limit of its own; 0 removes the limit",
          }),
        ),
      },
      { ...closed, minProperties: 1 },
    ),
    response: { kind: "json", status: 200, schema: OrgLimits },
    errors: [],
    idempotent: false,
    unscoped: true,
    needs: "organization",
    assumed: ["null removes the limit too", "at most 1000000"],
    example: { body: { default_project_max_concurrent_sessions: 10 }, result: orgLimitsExample },
  }),
  operation({
    id: "org.entitlements",
    area: "org",
    method: "GET",
    path: "/org/entitlements",
    summary: "Show the plan of the organization and what it includes",
    source: "contract 2.18",
    response: { kind: "json", status: 200, schema: OrgEntitlements },
    errors: [],
    idempotent: true,
    unscoped: true,
    local: { note: "reports what this machine and this service have" },
    example: {
      result: {
        plan: { id: "ENTERPRISE", effective_id: "ENTERPRISE", is_trialing: false, status: null, trial_ends_at: null },
        limits: {
          max_concurrent_browsers: 27,
          max_concurrent_invocations: 10,
          default_max_concurrent_invocations_per_app: 10,
        },
        features: {
          browser_extensions: { ...on, max_stored_per_org: null },
          browser_pools: off,
          browser_replays: { ...off, retention_days: 0 },
          credential_providers: off,
          credentials: off,
          custom_proxies: off,
          file_io: on,
          gpu: off,
          managed_auth: {
            ...off,
            max_connections: 0,
            health_check_interval_min_seconds: 300,
            health_check_interval_max_seconds: 86_400,
            health_check_interval_default_seconds: 3_600,
          },
          managed_proxies: off,
          profiles: on,
          proxy_bypass_hosts: off,
        },
      },
    },
  }),
] as const;
