import type { Check, Run } from "../../../cli/declare/body.ts";
import type { authConnectionsCreate } from "./create.ts";
import { defaultDomains, entrySentence } from "./lib/entry-domains.ts";
import { confirmCredential, settingsProblems } from "./lib/given-settings.ts";

export const check: Check<typeof authConnectionsCreate> = settingsProblems;

/** Creates a connection that enters values only at its own domain, unless flags name the domains. */
export const run: Run<typeof authConnectionsCreate> = async (body) => {
  const { call, note, record, wantsValue } = body;
  const given = body.request.body;
  if (given.credential?.name !== undefined) await confirmCredential(body, given.credential.name, given.domain);
  const { allowed_domains = defaultDomains(given) } = given;
  const connection = await call("authConnections.create", { body: { ...given, allowed_domains } });
  const sentence = entrySentence(connection);
  if (!wantsValue && sentence !== undefined) note(sentence);
  return record(connection);
};
