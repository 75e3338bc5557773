/** Plans of an organization; the first is the default of the local service. */
export const plans = ["enterprise", "startup", "hobbyist", "free"] as const;

/** Plan of the organization. It bounds how often health checks run. */
export type Plan = (typeof plans)[number];

/** Minimum of `health_check_interval` of each plan, in seconds (spec 8). */
export const planMinimumSeconds = {
  enterprise: 300,
  startup: 1_200,
  hobbyist: 3_600,
  free: 21_600,
} as const satisfies Record<Plan, number>;
