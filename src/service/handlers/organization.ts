import { totalmem } from "node:os";
import type { OperationById } from "../../contract/index.ts";
import { HEALTH_CHECK_SECONDS } from "../../contract/limits.ts";
import type { ResultOf } from "../../contract/operation.ts";
import { localSupport, unservedOperations } from "../../generated/local-support.ts";
import { PARALLEL_INVOCATIONS } from "../apps/invocations.ts";
import type { HandlersOf } from "../http/handler.ts";
import type { Projects } from "../projects/projects.ts";
import { BROWSER_BYTES } from "../sessions/browser-memory.ts";

type OrganizationIds = "org.limits" | "org.updateLimits" | "org.entitlements";
type Features = ResultOf<OperationById<"org.entitlements">>["features"];

/** Limits and entitlements of the organization (contract 2.18). */
export function organizationHandlers({ projects }: { projects: Projects }): HandlersOf<OrganizationIds> {
  const limits = (): ResultOf<OperationById<"org.limits">> => ({
    auth_connections_used: 0,
    max_auth_connections: mostConnections(),
    min_health_check_interval_seconds: HEALTH_CHECK_SECONDS.min,
    max_concurrent_sessions: null,
    default_project_max_concurrent_sessions: projects.defaultSessions,
  });
  return {
    "org.limits": limits,
    "org.updateLimits": ({ body }) => {
      const { default_project_max_concurrent_sessions: sessions } = body;
      if (sessions !== undefined) projects.defaultSessions = sessions;
      return limits();
    },
    // assumed: the largest plan, since nothing is billed here; browsers are limited by the memory of the machine.
    "org.entitlements": () => ({
      plan: { id: "ENTERPRISE", effective_id: "ENTERPRISE", is_trialing: false, status: null, trial_ends_at: null },
      limits: {
        max_concurrent_browsers: Math.floor(totalmem() / BROWSER_BYTES),
        max_concurrent_invocations: PARALLEL_INVOCATIONS,
        default_max_concurrent_invocations_per_app: PARALLEL_INVOCATIONS,
      },
      features: features(),
    }),
  };
}

/** Features by the operations that this service serves, so that one that is added is reported. */
function features(): Features {
  return {
    browser_extensions: { enabled: serves("POST", "/extensions"), max_stored_per_org: null },
    browser_pools: { enabled: serves("POST", "/browser_pools") },
    browser_replays: { enabled: serves("POST", "/browsers/{id}/replays"), retention_days: 0 },
    credential_providers: { enabled: serves("POST", "/org/credential_providers") },
    credentials: { enabled: serves("POST", "/credentials") },
    custom_proxies: { enabled: serves("POST", "/proxies") },
    file_io: { enabled: serves("PUT", "/browsers/{id}/fs/write_file") },
    gpu: { enabled: (localSupport["browsers.create"]?.fields?.["gpu"]?.support ?? "full") === "full" },
    managed_auth: {
      enabled: serves("POST", "/auth/connections"),
      max_connections: mostConnections(),
      health_check_interval_min_seconds: HEALTH_CHECK_SECONDS.min,
      health_check_interval_max_seconds: HEALTH_CHECK_SECONDS.max,
      health_check_interval_default_seconds: HEALTH_CHECK_SECONDS.default,
    },
    // assumed: never; these proxies are those of a hosted service.
    managed_proxies: { enabled: false },
    profiles: { enabled: serves("POST", "/profiles") },
    proxy_bypass_hosts: { enabled: serves("POST", "/proxies") },
  };
}

/** Auth connections at most: none while they are not served, then as many as the disk holds. */
function mostConnections(): number | null {
  return serves("POST", "/auth/connections") ? null : 0;
}

function serves(method: string, path: string): boolean {
  return !unservedOperations.some((each) => each.method === method && each.path === path);
}
