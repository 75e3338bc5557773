import type { ApiKeys } from "../access/api-keys.ts";
import { CredentialEnds } from "../access/credential-ends.ts";
import { InvocationTokens, invocationTokens } from "../access/invocation-tokens.ts";
import { LoginTokens } from "../access/login-tokens.ts";
import type { Clock } from "../clock.ts";
import type { HandlersOf } from "../http/handler.ts";
import { resource } from "../resource.ts";
import type { Store } from "../store/store.ts";

/** Identity and rights of a request's token (spec 2.7, contract 1.2). */
export function authHandlers({ store }: { store: Store }): HandlersOf<"auth.context"> {
  return {
    "auth.context": ({ auth }) => ({
      authentication: { credential_id: auth.token.id, method: "api_key", source: "api_key" },
      authorization: {
        credential_scope: { project_id: auth.token.projectId },
        effective_scope: { project_id: auth.selectedProjectId },
      },
      organization: { id: store.organizationId },
      principal: { id: auth.token.id, type: "api_key" },
    }),
  };
}

export const invocationTokenResource = resource({
  name: "invocationTokens",
  tables: [invocationTokens],
  start: (needs: { store: Store; clock: Clock }) => new InvocationTokens(needs),
  handlers: authHandlers,
});

export const credentialEndResource = resource({
  name: "credentialEnds",
  tables: [],
  start: (needs: { apiKeys: ApiKeys; invocationTokens: InvocationTokens }) => new CredentialEnds(needs),
  handlers: () => ({}),
});

export const loginTokenResource = resource({
  name: "loginTokens",
  tables: [],
  start: () => new LoginTokens(),
  handlers: () => ({}),
});
