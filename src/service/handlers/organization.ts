import { totalmem } from "node:os";
import type { OperationById, OperationId } from "../../contract/index.ts";
import { HEALTH_CHECK_SECONDS } from "../../contract/limits.ts";
import type { ResultOf } from "../../contract/operation.ts";
import { type Plan, type PlanFacts, planFacts } from "../../contract/plans.ts";
import { localSupport } from "../../generated/local-support.ts";
import { operationHeads } from "../../generated/operation-heads.ts";
import { MAX_PARALLEL_INVOCATIONS } from "../apps/invocations.ts";
import { BROWSER_BYTES } from "../chromium/browser-memory.ts";
import type { RequestAuth } from "../http/authenticate.ts";
import type { HandlersOf } from "../http/handler.ts";
import type { AuthConnections } from "../managed-auth/auth-connections.ts";
import type { Projects } from "../projects/projects.ts";

type OrganizationIds = "org.limits" | "org.updateLimits" | "org.entitlements";
type Features = ResultOf<OperationById<"org.entitlements">>["features"];

interface OrganizationNeeds {
  readonly projects: Projects;
  readonly authConnections: AuthConnections;
  readonly plan: Plan;
}

/** Limits and entitlements of the organization (contract 2.18), both by its plan. */
export function organizationHandlers(needs: OrganizationNeeds): HandlersOf<OrganizationIds> {
  const { projects, authConnections, plan } = needs;
  const facts = planFacts[plan];
  const limits = ({ token, project }: RequestAuth): ResultOf<OperationById<"org.limits">> => ({
    // assumed: a key of one project counts only the connections of its project, because it learns nothing about others.
    auth_connections_used: authConnections.count(token.projectId === null ? null : project.id),
    max_auth_connections: mostConnections(),
    min_health_check_interval_seconds: facts.minimumSeconds,
    max_concurrent_sessions: null,
    default_project_max_concurrent_sessions: projects.defaultSessions,
  });
  return {
    "org.limits": ({ auth }) => limits(auth),
    "org.updateLimits": ({ body, auth }) => {
      const { default_project_max_concurrent_sessions: sessions } = body;
      if (sessions !== undefined) projects.defaultSessions = sessions;
      return limits(auth);
    },
    // assumed: nothing is billed here, so there is neither a trial nor a status.
    "org.entitlements": () => ({
      plan: { id: facts.id, effective_id: facts.id, is_trialing: false, status: null, trial_ends_at: null },
      // assumed: browsers are limited by the memory of the machine, whatever the plan.
      limits: {
        max_concurrent_browsers: Math.floor(totalmem() / BROWSER_BYTES),
        max_concurrent_invocations: MAX_PARALLEL_INVOCATIONS,
        default_max_concurrent_invocations_per_app: MAX_PARALLEL_INVOCATIONS,
      },
      features: features(facts),
    }),
  };
}

/** Features derived from the operations that this service serves, so that a new operation is reported. */
function features({ minimumSeconds, defaultSeconds }: PlanFacts): Features {
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
      health_check_interval_min_seconds: minimumSeconds,
      health_check_interval_max_seconds: HEALTH_CHECK_SECONDS.max,
      health_check_interval_default_seconds: defaultSeconds,
    },
    // assumed: never; these proxies are those of a hosted service.
    managed_proxies: { enabled: false },
    profiles: { enabled: serves("POST", "/profiles") },
    proxy_bypass_hosts: { enabled: serves("POST", "/proxies") },
  };
}

/** Maximum number of auth connections: none while they are not served, otherwise as many as the disk holds. */
function mostConnections(): number | null {
  return serves("POST", "/auth/connections") ? null : 0;
}

function serves(method: string, path: string): boolean {
  return Object.entries(operationHeads).some(
    ([id, route]) =>
      route.method === method && route.path === path && localSupport[id as OperationId]?.unserved === undefined,
  );
}
