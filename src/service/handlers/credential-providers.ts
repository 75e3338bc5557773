import {
  CredentialProviders,
  type CredentialProvidersOptions,
  providerRecord,
} from "../credential-providers/credential-providers.ts";
import { credentialProviders as providerTable } from "../credential-providers/provider-table.ts";
import { type HandlersOf, pageOf } from "../http/handler.ts";
import { resource } from "../resource.ts";

type ProviderIds =
  | "credentialProviders.create"
  | "credentialProviders.list"
  | "credentialProviders.get"
  | "credentialProviders.update"
  | "credentialProviders.delete"
  | "credentialProviders.items"
  | "credentialProviders.test";

/** Credential providers (contract 2.16). */
export function credentialProviderHandlers({
  credentialProviders: providers,
}: {
  readonly credentialProviders: CredentialProviders;
}): HandlersOf<ProviderIds> {
  return {
    "credentialProviders.create": ({ body }) => providerRecord(providers.create(body)),
    "credentialProviders.list": ({ query }) => pageOf(providers.list(query), providerRecord),
    "credentialProviders.get": ({ params }) => providerRecord(providers.require(params.id)),
    "credentialProviders.update": ({ params, body }) =>
      providerRecord(providers.update(providers.require(params.id), body)),
    "credentialProviders.delete": ({ params }) => {
      providers.delete(providers.require(params.id));
      return undefined;
    },
    "credentialProviders.items": async ({ params, signal }) => ({
      items: [...(await providers.items(providers.require(params.id), signal))],
    }),
    "credentialProviders.test": ({ params, signal }) => providers.test(providers.require(params.id), signal),
  };
}

export const credentialProviderResource = resource({
  name: "credentialProviders",
  tables: [providerTable],
  start: (needs: CredentialProvidersOptions) => new CredentialProviders(needs),
  close: (providers, reason) => providers.close(reason),
  handlers: credentialProviderHandlers,
});
