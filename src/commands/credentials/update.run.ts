import type { Check, Run } from "../../cli/declare/body.ts";
import { readSecrets, requireValid, secretProblems } from "./lib/given-secrets.ts";
import type { credentialsUpdate } from "./update.ts";

export const check: Check<typeof credentialsUpdate> = ({ flags, request }) => {
  const { totpSecret, askTotpSecret, clearTotp } = flags;
  const problems = secretProblems(flags);
  if (clearTotp && (totpSecret !== undefined || askTotpSecret)) {
    const other = totpSecret === undefined ? "--ask-totp-secret" : "--totp-secret";
    problems.push({ path: "--clear-totp", message: `cannot be used together with ${other}` });
  }
  const given = Object.values(flags).some((value) => value !== undefined) || Object.keys(request.body).length > 0;
  if (given) return problems;
  const sentence =
    "nothing to change: add --name, --value, --ask, --remove-value, --totp-secret, --ask-totp-secret, --clear-totp, --sso-provider or --clear-sso-provider";
  return [{ path: "body", message: "is empty", sentence }];
};

/** Changes a credential, with values from files, variables, stdin or the terminal. */
export const run: Run<typeof credentialsUpdate> = async (body) => {
  const { call, flags, record, request } = body;
  const { values, ...secret } = await readSecrets(body);
  const whole = {
    ...request.body,
    ...(values && { values: { ...request.body.values, ...values } }),
    ...secret,
    ...(flags.clearTotp && { totp_secret: "" }),
  };
  await requireValid(body, whole, "credentials update");
  return record(await call("credentials.update", { params: request.params, body: whole }));
};
