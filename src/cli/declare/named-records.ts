import type { OperationId } from "../../contract/index.ts";
import type { PlainOperation } from "../../contract/plain.ts";

/** Records whose paths take only an id, and the field by which a person names them. */
export interface NamedRecords {
  /** Path of the list; a record is at `PATH/{id}`. */
  readonly path: string;
  readonly list: OperationId;
  /** Field of the record that names it. */
  readonly field: "name" | "domain";
  /** Filter of the list that finds it; the field itself when omitted. */
  readonly filter?: "domain" | "name" | "query";
  /** Noun in the plural, for errors. */
  readonly what: string;
  /** Another field that distinguishes records of the same name. */
  readonly beside?: string;
}

export const namedRecords: readonly NamedRecords[] = [
  { path: "/proxies", list: "proxies.list", field: "name", what: "proxies" },
  { path: "/org/api_keys", list: "apiKeys.list", field: "name", what: "API keys", beside: "project_name" },
  {
    path: "/org/credential_providers",
    list: "credentialProviders.list",
    field: "name",
    filter: "query",
    what: "credential providers",
  },
  {
    path: "/auth/connections",
    list: "authConnections.list",
    field: "domain",
    what: "auth connections",
    beside: "profile_name",
  },
];

/** The records that the path parameter `{id}` of an operation names; undefined where the service takes names itself. */
export function namedRecordsOf({ path }: Pick<PlainOperation, "path">): NamedRecords | undefined {
  const own = path.replace(/^\/_local(?=\/)/, "");
  return namedRecords.find((each) => own === `${each.path}/{id}` || own.startsWith(`${each.path}/{id}/`));
}
