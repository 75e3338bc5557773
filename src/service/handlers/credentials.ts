import { credentials as credentialTable, type StoredCredential } from "../credentials/credential-table.ts";
import {
  type CredentialRecord,
  Credentials,
  type CredentialsOptions,
  listedRecord,
} from "../credentials/credentials.ts";
import { type HandlersOf, pageOf } from "../http/handler.ts";
import { resource } from "../resource.ts";

type CredentialIds =
  | "credentials.create"
  | "credentials.list"
  | "credentials.get"
  | "credentials.update"
  | "credentials.delete"
  | "credentials.totpCode";

/** Credentials for login forms (contract 2.15). */
export function credentialHandlers({ credentials }: { credentials: Credentials }): HandlersOf<CredentialIds> {
  const record = (credential: StoredCredential): CredentialRecord => ({
    ...listedRecord(credential),
    value_keys: [...credential.valueKeys],
  });
  const currentCode = (credential: StoredCredential) => {
    const { code, expiresAt } = credentials.totp(credential);
    return { code, expires_at: new Date(expiresAt).toISOString() };
  };
  /** Record after a request that may have set a TOTP secret. */
  const changed = (credential: StoredCredential, secret: string | undefined): CredentialRecord => {
    if (!secret) return record(credential);
    const { code, expires_at } = currentCode(credential);
    return { ...record(credential), totp_code: code, totp_code_expires_at: expires_at };
  };
  return {
    "credentials.create": ({ body, auth }) => changed(credentials.create(auth.project.id, body), body.totp_secret),
    "credentials.list": ({ query, auth }) => pageOf(credentials.list(auth.project.id, query), listedRecord),
    "credentials.get": ({ params, auth }) => record(credentials.require(auth.project.id, params.id_or_name)),
    "credentials.update": ({ params, body, auth }) =>
      changed(credentials.update(credentials.require(auth.project.id, params.id_or_name), body), body.totp_secret),
    "credentials.delete": ({ params, auth }) => {
      credentials.delete(credentials.require(auth.project.id, params.id_or_name));
      return undefined;
    },
    "credentials.totpCode": ({ params, auth }) => currentCode(credentials.require(auth.project.id, params.id_or_name)),
  };
}

export const credentialResource = resource({
  name: "credentials",
  tables: [credentialTable],
  start: (needs: CredentialsOptions) => new Credentials(needs),
  handlers: credentialHandlers,
});
