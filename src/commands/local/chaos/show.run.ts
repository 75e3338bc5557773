import type { Run } from "../../../cli/declare/body.ts";
import type { localChaosShow } from "./show.ts";

/** Fault injection of the service over this state directory. */
export const run: Run<typeof localChaosShow> = async ({ call, value }) => value(await call("local.chaosGet"));
