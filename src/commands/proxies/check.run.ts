import type { Run } from "../../cli/body.ts";
import { CliError } from "../../core/errors.ts";
import type { proxiesCheck } from "./check.ts";

/** Tests a proxy; exit 8 when it does not work. */
export const run: Run<typeof proxiesCheck> = async ({ call, record, request }) => {
  const proxy = await call("proxies.check", request);
  const failure = new CliError("outcome-failed", `proxy ${request.params.id} is unavailable`, {
    code: "proxy_unavailable",
  });
  return record(proxy, proxy.status === "unavailable" ? { failure } : {});
};
