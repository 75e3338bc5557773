import type { HandlersOf } from "../http/handler.ts";
import type { AuthConnections } from "../managed-auth/auth-connections.ts";
import { authScreenshots, LoginScreenshots } from "../managed-auth/login-screenshots.ts";
import { resource } from "../resource.ts";

/** Screenshots of failed logins of auth connections. */
export function loginScreenshotHandlers({
  authConnections,
  loginScreenshots,
}: {
  readonly authConnections: AuthConnections;
  readonly loginScreenshots: LoginScreenshots;
}): HandlersOf<"local.loginScreenshots"> {
  return {
    "local.loginScreenshots": ({ params, query, auth }) => {
      const connection = authConnections.require(auth.project.id, params.id);
      const { login_id } = query;
      return login_id === undefined
        ? [...loginScreenshots.of(connection)]
        : [loginScreenshots.require(connection, login_id)];
    },
  };
}

export const loginScreenshotResource = resource({
  name: "loginScreenshots",
  tables: [authScreenshots],
  start: (needs: ConstructorParameters<typeof LoginScreenshots>[0]) => new LoginScreenshots(needs),
  handlers: loginScreenshotHandlers,
});
