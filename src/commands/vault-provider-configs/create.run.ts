import type { Check, Run } from "../../cli/declare/body.ts";
import { usageError } from "../../core/errors.ts";
import type { VaultProviderConfigsCreateBody } from "../../generated/types.ts";
import type { vaultProviderConfigsCreate } from "./create.ts";
import { readCredentials, secretProblems } from "./lib/given-credentials.ts";

export const check: Check<typeof vaultProviderConfigsCreate> = ({ flags: { clientSecret } }) =>
  secretProblems(clientSecret);

/** Creates a configuration, with the secret from a file, a variable or stdin. */
export const run: Run<typeof vaultProviderConfigsCreate> = async (body) => {
  const { call, flags, problems, record, request } = body;
  const client = flags.clientId === undefined ? {} : { client_id: flags.clientId };
  const given = { ...request.body.credentials, ...client, ...(await readCredentials(body)) };
  const whole = { ...request.body, credentials: given as VaultProviderConfigsCreateBody["credentials"] };
  const found = await problems("body", whole);
  if (found.length > 0) {
    const typed = found.map(({ path, message }) => ({
      path: path.replace(/^credentials\.?/, "--").replaceAll("_", "-"),
      message,
    }));
    throw usageError(typed, "browserctl vault-provider-configs create --help");
  }
  return record(await call("vaultProviderConfigs.create", { body: whole }));
};
