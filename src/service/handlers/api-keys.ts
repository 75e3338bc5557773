import { apiKeys as apiKeyTable } from "../access/api-key-table.ts";
import { ApiKeys, type CreatedKey } from "../access/api-keys.ts";
import type { Clock } from "../clock.ts";
import type { RequestAuth } from "../http/authenticate.ts";
import { type HandlersOf, pageOf } from "../http/handler.ts";
import type { Projects } from "../projects/projects.ts";
import { resource } from "../resource.ts";
import type { Store } from "../store/store.ts";

type ApiKeyIds =
  | "apiKeys.create"
  | "apiKeys.list"
  | "apiKeys.get"
  | "apiKeys.update"
  | "apiKeys.delete"
  | "apiKeys.rotate";

/** API keys (contract 2.19). */
export function apiKeyHandlers({ apiKeys }: { apiKeys: ApiKeys }): HandlersOf<ApiKeyIds> {
  const created = ({ stored, key }: CreatedKey, { token }: RequestAuth) => ({
    ...apiKeys.record(stored, token),
    key,
  });
  return {
    "apiKeys.create": ({ body, auth }) => created(apiKeys.create(auth.token, body), auth),
    "apiKeys.list": ({ query, auth: { token } }) =>
      pageOf(apiKeys.list(token, query), (key) => apiKeys.record(key, token)),
    "apiKeys.get": ({ params, query, auth: { token } }) =>
      apiKeys.record(apiKeys.require(token, params.id, { deleted: query.include_deleted ?? false }), token),
    "apiKeys.update": ({ params, body, auth: { token } }) =>
      apiKeys.record(apiKeys.rename(token, params.id, body.name), token),
    "apiKeys.delete": ({ params, auth }) => {
      apiKeys.delete(auth.token, params.id);
      return undefined;
    },
    "apiKeys.rotate": ({ params, body, auth }) => created(apiKeys.rotate(auth.token, params.id, body ?? {}), auth),
  };
}

export const apiKeyResource = resource({
  name: "apiKeys",
  tables: [apiKeyTable],
  start: (needs: { store: Store; clock: Clock; projects: Projects }) => new ApiKeys(needs),
  handlers: apiKeyHandlers,
});
