import type { HandlersOf } from "../http/handler.ts";
import type { ServiceContext } from "../service-context.ts";

/** Identity and rights of a request's token (spec 2.7, contract 1.2). */
export function authHandlers({ store }: ServiceContext): HandlersOf<"auth.context"> {
  return {
    "auth.context": ({ auth }) => ({
      authentication: { credential_id: auth.token.id, method: "api_key", source: "api_key" },
      authorization: {
        credential_scope: { project_id: auth.token.project_id },
        effective_scope: { project_id: auth.selectedProjectId },
      },
      organization: { id: store.organizationId },
      principal: { id: auth.token.id, type: "api_key" },
    }),
  };
}
