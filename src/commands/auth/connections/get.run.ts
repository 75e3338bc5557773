import type { Run } from "../../../cli/declare/body.ts";
import type { ManagedAuth } from "../../../generated/types.ts";
import type { authConnectionsGet } from "./get.ts";
import { entrySentence } from "./lib/entry-domains.ts";

/** Members that repeat others: deprecated ones, and older forms of a login's input (spec 2.1). */
const repeated = new Set([
  "browser_telemetry",
  "discovered_fields",
  "last_auth_at",
  "mfa_options",
  "pending_sso_buttons",
  "proxy_id",
  "sign_in_options",
]);

/** Shows a connection; for people without repeated members, and with a sentence about its domains. */
export const run: Run<typeof authConnectionsGet> = async ({ call, forPeople, note, record, request }) => {
  const connection = await call("authConnections.get", request);
  if (!forPeople) return record(connection);
  const sentence = entrySentence(connection);
  if (sentence !== undefined) note(sentence);
  return record(shownMembers(connection));
};

function shownMembers(connection: ManagedAuth): ManagedAuth {
  const { interaction_id } = connection;
  const shown = Object.entries(connection).filter(([name, value]) => {
    // A service without interactions only has the older forms.
    return !repeated.has(name) || (interaction_id === undefined && Array.isArray(value));
  });
  return Object.fromEntries(shown) as unknown as ManagedAuth;
}
