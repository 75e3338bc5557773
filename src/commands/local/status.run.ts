import type { Run } from "../../cli/body.ts";
import type { localStatus } from "./status.ts";

/** State of the service over this state directory; exit 5 when none runs. */
export const run: Run<typeof localStatus> = async ({ call, service, value }) => {
  const { baseUrl } = service();
  return value({ base_url: baseUrl, ...(await call("local.status")) });
};
