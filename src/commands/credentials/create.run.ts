import type { Check, Run } from "../../cli/declare/body.ts";
import type { credentialsCreate } from "./create.ts";
import { readSecrets, requireValid, secretProblems } from "./lib/given-secrets.ts";

export const check: Check<typeof credentialsCreate> = ({ flags, request }) => {
  const problems = secretProblems(flags);
  if ((flags.value ?? flags.ask ?? request.body.values) !== undefined) return problems;
  const way = "add --ask KEY, or --value KEY=@FILE, KEY=env:NAME or KEY=-";
  return [{ path: "--value", message: "is missing", sentence: `a credential needs a value: ${way}` }, ...problems];
};

/** Stores a credential with values from files, variables, stdin or the terminal. */
export const run: Run<typeof credentialsCreate> = async (body) => {
  const { call, record, request } = body;
  const { values, ...secret } = await readSecrets(body);
  const whole = { ...request.body, values: { ...request.body.values, ...values }, ...secret };
  await requireValid(body, whole, "credentials create");
  return record(await call("credentials.create", { body: whole }));
};
