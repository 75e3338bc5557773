import type { Run } from "../../../cli/declare/body.ts";
import type { localClockShow } from "./show.ts";

/** Clock of the service over this state directory. */
export const run: Run<typeof localClockShow> = async ({ call, value }) => value(await call("local.clockGet"));
