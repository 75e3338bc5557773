import type { Run } from "../../cli/body.ts";
import type { localClockShow } from "./clock-show.ts";

/** Clock of the service over this state directory. */
export const run: Run<typeof localClockShow> = async ({ call, value }) => value(await call("local.clockGet"));
