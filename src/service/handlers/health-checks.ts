import type { HandlersOf } from "../http/handler.ts";
import type { AuthConnections } from "../managed-auth/auth-connections.ts";
import { HealthChecks, type HealthChecksOptions } from "../managed-auth/health-checks.ts";
import { resource } from "../resource.ts";

/** Health checks of auth connections, on demand. */
export function healthCheckHandlers({
  authConnections,
  healthChecks,
}: {
  readonly authConnections: AuthConnections;
  readonly healthChecks: HealthChecks;
}): HandlersOf<"local.checkLogin"> {
  return {
    "local.checkLogin": async ({ params, auth, signal }) => {
      const connection = authConnections.require(auth.project.id, params.id);
      const { status, previousStatus, found, checkedAt } = await healthChecks.check(connection, signal);
      return { status, previous_status: previousStatus, result: found, checked_at: new Date(checkedAt).toISOString() };
    },
  };
}

export const healthCheckResource = resource({
  name: "healthChecks",
  tables: [],
  start: (needs: HealthChecksOptions) => new HealthChecks(needs),
  prepare: (checks) => checks.prepare(),
  busy: (checks) => checks.busy,
  close: (checks, reason) => checks.close(reason),
  handlers: healthCheckHandlers,
});
