import { HEALTH_CHECK_SECONDS } from "./limits.ts";

/** Plans of an organization; the first is the default of the local service. */
export const plans = ["enterprise", "startup", "hobbyist", "free"] as const;

/** Plan of the organization. It bounds how often health checks run. */
export type Plan = (typeof plans)[number];

/** Names of the plans in the entitlements of an organization (contract 2.18). */
export const planIds = ["FREE", "HOBBYIST", "START_UP", "ENTERPRISE"] as const;

type PlanId = (typeof planIds)[number];

/** Facts of a plan that answers and refusals share. */
export interface PlanFacts {
  readonly id: PlanId;
  /** Minimum of `health_check_interval`, in seconds (spec 8). */
  readonly minimumSeconds: number;
  /** `health_check_interval` of a connection that sets none, in seconds (spec 8). */
  readonly defaultSeconds: number;
}

const plan = (id: PlanId, minimumSeconds: number): PlanFacts => ({
  id,
  minimumSeconds,
  defaultSeconds: Math.max(HEALTH_CHECK_SECONDS.default, minimumSeconds),
});

/** Facts of each plan. */
export const planFacts: Readonly<Record<Plan, PlanFacts>> = {
  enterprise: plan("ENTERPRISE", HEALTH_CHECK_SECONDS.min),
  startup: plan("START_UP", 1_200),
  hobbyist: plan("HOBBYIST", 3_600),
  free: plan("FREE", 21_600),
};
