import type { Check, Run } from "../../cli/declare/body.ts";
import { readGiven, tokenProblems } from "./lib/given-token.ts";
import type { credentialProvidersUpdate } from "./update.ts";

export const check: Check<typeof credentialProvidersUpdate> = ({
  flags: { providerToken },
  request: { body },
  rest,
}) => {
  if (providerToken !== undefined || rest.length > 0 || Object.keys(body).length > 0)
    return tokenProblems(providerToken);
  const sentence =
    "nothing to change: add --name, --provider-token, --enabled, --priority, --cache-ttl-seconds, or a program after --";
  return [{ path: "body", message: "is empty", sentence }];
};

/** Changes a provider, with the token from a file, a variable or stdin. */
export const run: Run<typeof credentialProvidersUpdate> = async (body) => {
  const { call, record, request } = body;
  const whole = { ...request.body, ...(await readGiven(body)) };
  return record(await call("credentialProviders.update", { params: request.params, body: whole }));
};
