import type { Run } from "../../../cli/declare/body.ts";
import type { localChaosOff } from "./off.ts";

/** Turns off the fault injection of the service over this state directory; succeeds when it is off. */
export const run: Run<typeof localChaosOff> = async ({ call, done }) => {
  await call("local.chaosOff");
  return done("Fault injection is off.", { ok: true });
};
