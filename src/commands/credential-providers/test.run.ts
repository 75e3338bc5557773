import type { Run } from "../../cli/declare/body.ts";
import { CliError } from "../../core/errors.ts";
import type { credentialProvidersTest } from "./test.ts";

/** Tests a provider. Exit 8 when it does not work, with the reason. */
export const run: Run<typeof credentialProvidersTest> = async ({ call, record, request }) => {
  const result = await call("credentialProviders.test", request);
  if (result.success) return record(result);
  const why = result.error ?? "the credential provider does not work";
  const failure = new CliError("outcome-failed", why, { code: "not_ok" });
  return record(result, { failure });
};
