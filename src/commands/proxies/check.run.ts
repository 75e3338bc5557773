import type { Run } from "../../cli/declare/body.ts";
import { CliError } from "../../core/errors.ts";
import type { proxiesCheck } from "./check.ts";

/** Tests a proxy. Exit 8 when it does not work, with the reason from a notice of the service. */
export const run: Run<typeof proxiesCheck> = async ({ call, note, record, request }) => {
  let notice: string | undefined;
  const proxy = await call("proxies.check", request, { note: (text) => (notice = text) });
  if (proxy.status !== "unavailable") {
    if (notice !== undefined) note(`note: ${notice}`);
    return record(proxy);
  }
  const why = notice === undefined ? "" : `: ${notice}`;
  const failure = new CliError("outcome-failed", `proxy ${request.params.id} is unavailable${why}`, {
    code: "proxy_unavailable",
    ...(notice !== undefined && { extra: { reason: notice } }),
  });
  return record(proxy, { failure });
};
