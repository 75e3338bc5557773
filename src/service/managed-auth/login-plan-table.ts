import type { TaughtPlan } from "../login/decide/taught-plan.ts";
import type { ReplayFailure } from "../login/flow/replay.ts";
import { json, text, time } from "../store/column.ts";
import { type RowOf, table } from "../store/table.ts";

/** Logins of auth connections that a person has shown, as plans without values. */
export const authPlans = table("auth_plans", {
  noun: "login plan",
  scope: "project",
  columns: {
    connectionId: text().fixed(),
    plan: json<TaughtPlan>().fixed(),
    /** Time of the last replay; null before the first one. */
    triedAt: time().nullable(),
    /** Step at which the last replay failed; null after one that logged in. */
    failure: json<ReplayFailure>().nullable(),
  },
  filters: ["connectionId"],
});

export type StoredLoginPlan = RowOf<typeof authPlans>;
