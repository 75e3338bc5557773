import type { Check, Run } from "../../cli/declare/body.ts";
import type { credentialProvidersCreate } from "./create.ts";
import { readGiven, tokenProblems } from "./lib/given-token.ts";

export const check: Check<typeof credentialProvidersCreate> = ({ flags: { providerToken } }) =>
  tokenProblems(providerToken);

/** Adds a provider, with the token from a file, a variable or stdin. */
export const run: Run<typeof credentialProvidersCreate> = async (body) => {
  const { call, record, request } = body;
  return record(await call("credentialProviders.create", { body: { ...request.body, ...(await readGiven(body)) } }));
};
