import type { HandlersOf } from "../http/handler.ts";
import type { AuthConnections } from "../managed-auth/auth-connections.ts";
import { authPlans, LoginPlans, planRecord } from "../managed-auth/login-plans.ts";
import { resource } from "../resource.ts";

/** Plans of auth connections: logins that a person has shown. */
export function loginPlanHandlers({
  authConnections,
  loginPlans,
}: {
  readonly authConnections: AuthConnections;
  readonly loginPlans: LoginPlans;
}): HandlersOf<"local.loginPlans" | "local.deleteLoginPlans"> {
  return {
    "local.loginPlans": ({ params, auth }) => {
      const connection = authConnections.require(auth.project.id, params.id);
      const { credential, external } = authConnections.facts(connection);
      return loginPlans.of(connection).map((plan) => planRecord(plan, external ? "external" : credential));
    },
    "local.deleteLoginPlans": ({ params, query, auth }) => {
      loginPlans.delete(authConnections.require(auth.project.id, params.id), query.plan_id);
      return undefined;
    },
  };
}

export const loginPlanResource = resource({
  name: "loginPlans",
  tables: [authPlans],
  start: (needs: ConstructorParameters<typeof LoginPlans>[0]) => new LoginPlans(needs),
  handlers: loginPlanHandlers,
});
