import { type Plan, plans } from "../../contract/plans.ts";
import type { Store } from "../store/store.ts";

const SETTING = "plan";

/** Plan of the service: the given one, which is stored for later runs, then that of the previous run, then the default. */
export function startPlan(given: Plan | undefined, store: Store): Plan {
  if (given !== undefined) store.setMeta(SETTING, given);
  const stored = store.meta(SETTING);
  return given ?? plans.find((plan) => plan === stored) ?? plans[0];
}
