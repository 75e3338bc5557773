import { createHash } from "node:crypto";
import type { Clock } from "../clock.ts";
import type { CredentialProviders, FoundItem } from "../credential-providers/credential-providers.ts";
import type { StoredProvider } from "../credential-providers/provider-table.ts";
import type { StoredCredential } from "../credentials/credential-table.ts";
import type { Credentials } from "../credentials/credentials.ts";
import { totpCode } from "../credentials/totp.ts";
import type { LoginInput } from "../login/flow/flow-types.ts";
import { noSends } from "../login/values/sends.ts";
import type { StoredConnection } from "./auth-connection-table.ts";
import { StoredSends } from "./stored-sends.ts";

export interface LoginValuesOptions {
  readonly clock: Clock;
  readonly credentials: Credentials;
  readonly credentialProviders: CredentialProviders;
}

/** Values of one login, and the credential or item whose logins take turns. */
export interface LoginValues extends Pick<LoginInput, "sends" | "totp" | "values"> {
  /** Undefined for a login without values. */
  readonly owner: string | undefined;
}

/** Stored credential of a connection; undefined when it has none. */
export function storedCredentialOf(
  { credentials }: Pick<LoginValuesOptions, "credentials">,
  { projectId, credentialId }: StoredConnection,
): StoredCredential | undefined {
  return credentialId === null ? undefined : credentials.find(projectId, credentialId);
}

/**
 * Values for a login of a connection: those of its stored credential, or those that its credential provider gives now.
 * Throws a `ProviderError`.
 */
export async function readLoginValues(
  options: LoginValuesOptions,
  connection: StoredConnection,
  signal: AbortSignal,
): Promise<LoginValues> {
  const { credentials, credentialProviders } = options;
  const { credentialProvider: reference, domain } = connection;
  const provider = reference && credentialProviders.byId(reference.providerId);
  if (provider)
    return providedValues(options, provider, await credentialProviders.read(provider, reference, domain, signal));
  const credential = storedCredentialOf(options, connection);
  if (!credential) return { values: {}, sends: noSends, owner: undefined };
  return {
    values: credentials.valuesOf(credential),
    sends: new StoredSends({
      read: () => credentials.sendsOf(credential),
      write: (sends) => credentials.recordSends(credential, sends),
    }),
    ...(credential.totpSecret && { totp: async () => credentials.totp(credential).code }),
    owner: credential.id,
  };
}

function providedValues(
  { clock, credentialProviders }: LoginValuesOptions,
  provider: StoredProvider,
  { item, values, totpSecret }: FoundItem,
): LoginValues {
  const of = digestOf({ values, totpSecret });
  return {
    values,
    sends: new StoredSends(sendsOfItem(credentialProviders, provider, { id: item.id, of })),
    ...(totpSecret !== undefined && { totp: async () => totpCode(totpSecret, clock.now()).code }),
    owner: `${provider.id} ${item.id}`,
  };
}

/** Records of sends by item, with a digest of the values that they are of. */
type ItemSends = Readonly<Record<string, { readonly of: string; readonly sends: string }>>;

/**
 * Records of the sends of an item's values, sealed beside its provider. They count until one of the values changes: the
 * digest of others has none.
 */
function sendsOfItem(
  providers: CredentialProviders,
  provider: StoredProvider,
  { id, of }: { readonly id: string; readonly of: string },
): ConstructorParameters<typeof StoredSends>[0] {
  const all = (): ItemSends => JSON.parse(providers.sendsOf(provider) ?? "{}") as ItemSends;
  return {
    read: () => {
      const own = all()[id];
      return own?.of === of ? own.sends : null;
    },
    write: (sends) => providers.recordSends(provider, JSON.stringify({ ...all(), [id]: { of, sends } })),
  };
}

function digestOf(values: unknown): string {
  return createHash("sha256").update(JSON.stringify(values)).digest("base64url");
}
