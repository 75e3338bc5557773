import type { Check, Run } from "../../cli/declare/body.ts";
import { readCredentials, secretProblems } from "./lib/given-credentials.ts";
import type { vaultProviderConfigsUpdate } from "./update.ts";

export const check: Check<typeof vaultProviderConfigsUpdate> = ({
  flags: { clientSecret, publishableKey },
  request: { body },
}) => {
  if ((clientSecret ?? publishableKey) !== undefined || Object.keys(body).length > 0)
    return secretProblems(clientSecret);
  const sentence = "nothing to change: add --name, --client-secret or --publishable-key";
  return [{ path: "body", message: "is empty", sentence }];
};

/** Changes a configuration, with the secret from a file, a variable or stdin. */
export const run: Run<typeof vaultProviderConfigsUpdate> = async (body) => {
  const { call, record, request } = body;
  const credentials = { ...request.body.credentials, ...(await readCredentials(body)) };
  const whole = { ...request.body, ...(Object.keys(credentials).length > 0 && { credentials }) };
  return record(await call("vaultProviderConfigs.update", { params: request.params, body: whole }));
};
