import type { Run } from "../../cli/declare/body.ts";
import { clockNote } from "./lib/state-words.ts";
import type { localStatus } from "./status.ts";

/** State of the service over this state directory; exit 5 when none runs. */
export const run: Run<typeof localStatus> = async ({ call, note, service, value }) => {
  const { baseUrl } = service();
  const status = await call("local.status");
  const { clock_offset_ms, now } = status;
  if (clock_offset_ms !== undefined) note(clockNote(now, clock_offset_ms));
  return value({ base_url: baseUrl, ...status });
};
