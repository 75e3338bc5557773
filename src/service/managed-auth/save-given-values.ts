import type { Credentials } from "../credentials/credentials.ts";
import type { StoredConnection } from "./auth-connection-table.ts";

interface GivenValues {
  readonly credentials: Credentials;
  readonly connection: StoredConnection;
  /** Values that a person gave, by key; never one-time codes. */
  readonly values: Readonly<Record<string, string>>;
  readonly warn: (line: string) => void;
}

/**
 * Saves values that a person gave to the credential of a connection, or to a new one. Returns the id of a new one.
 * assumed: a value that cannot be stored, because it is too long for instance, does not fail the login; and none is
 * stored beside an item of a credential provider, which is where its values are kept.
 */
export function saveGivenValues({ credentials, connection, values, warn }: GivenValues): string | undefined {
  if (Object.keys(values).length === 0) return undefined;
  const { id, projectId, credentialId, credentialProvider, domain } = connection;
  if (credentialProvider !== null) return undefined;
  try {
    const current = credentialId === null ? undefined : credentials.find(projectId, credentialId);
    if (current) {
      credentials.update(current, { values });
      return undefined;
    }
    const isTaken = credentials.find(projectId, domain) !== undefined;
    const name = isTaken ? `${domain} ${id}` : domain;
    return credentials.create(projectId, { name, domain, values }).id;
  } catch (error) {
    warn(`the credentials of connection ${id} were not saved: ${(error as Error).message}`);
    return undefined;
  }
}
