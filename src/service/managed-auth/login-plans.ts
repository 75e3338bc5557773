import type { OperationById } from "../../contract/index.ts";
import type { ResultOf } from "../../contract/operation.ts";
import type { Clock } from "../clock.ts";
import type { StoredCredential } from "../credentials/credential-table.ts";
import type { PlanState } from "../login/decide/can-reauth.ts";
import {
  type CredentialFacts,
  hasValue,
  lackOf,
  requirementsOf,
  stepName,
  type TaughtPlan,
  type TaughtStep,
} from "../login/decide/taught-plan.ts";
import type { ReplayFailure } from "../login/flow/replay.ts";
import { json, text, time } from "../store/column.ts";
import { ResourceError } from "../store/resource-error.ts";
import type { Rows } from "../store/rows.ts";
import type { Store } from "../store/store.ts";
import { type RowOf, table } from "../store/table.ts";
import type { StoredConnection } from "./auth-connection-table.ts";

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

type ConnectionKey = Pick<StoredConnection, "id" | "projectId">;
export type LoginPlanRecord = ResultOf<OperationById<"local.loginPlans">>[number];
type StepRecord = LoginPlanRecord["steps"][number];

/** Number of plans of a connection that are kept: the newest. */
const KEPT = 5;

/** Plans of auth connections: logins that a person has shown. They contain no values. */
export class LoginPlans {
  readonly #clock: Clock;
  readonly #rows: Rows<typeof authPlans>;

  constructor({ clock, store }: { readonly clock: Clock; readonly store: Store }) {
    this.#clock = clock;
    this.#rows = store.rows(authPlans);
  }

  /** Adds the plan of a login, and removes the oldest ones beyond the maximum. */
  add({ id: connectionId, projectId }: ConnectionKey, plan: TaughtPlan): void {
    this.#rows.insert({ projectId, connectionId, plan });
    this.#rows.in(projectId).prune({ by: "createdAt", keep: KEPT, where: { connectionId } });
  }

  /** Plans of a connection, the newest first. */
  of({ id: connectionId, projectId }: ConnectionKey): readonly StoredLoginPlan[] {
    return this.#rows.in(projectId).list({ where: { connectionId }, limit: KEPT }).items;
  }

  /** Records the result of a replay. */
  tried({ projectId }: ConnectionKey, id: string, failure: ReplayFailure | undefined): void {
    const row = this.#rows.in(projectId).byId(id);
    if (row) this.#rows.update(row, { triedAt: this.#clock.now(), failure: failure ?? null });
  }

  /** Deletes a plan of a connection, or all of them. Throws a `ResourceError` `not-found` for an id that is none. */
  delete(connection: ConnectionKey, id?: string): void {
    const plans = this.of(connection);
    if (id !== undefined && !plans.some((plan) => plan.id === id)) {
      throw new ResourceError("not-found", `the auth connection has no login plan ${JSON.stringify(id)}`);
    }
    for (const plan of plans) if (id === undefined || plan.id === id) this.#rows.delete(plan);
  }
}

/** Credential of a plan's connection; `external` for an item of a credential provider. */
type PlanCredential = StoredCredential | "external";

/**
 * State of a plan for a renewal. assumed: a plan that has everything it needs can be replayed, until a replay fails: it
 * was recorded from a whole login. A plan that has failed may work again after a change of its credential.
 */
export function planState(plan: StoredLoginPlan, credential: PlanCredential | undefined): PlanState {
  const { failure, triedAt } = plan;
  if (failure && !(credential && credential !== "external" && triedAt !== null && credential.updatedAt > triedAt))
    return "failed";
  const lack = lackOf(plan.plan, credential && factsOf(credential, plan.plan));
  return lack === "nothing" ? "replayable" : lack === "value" ? "unchecked" : "needs-external-action";
}

/** assumed: a credential provider has the values of a plan, because only a login can ask it. */
function factsOf(credential: PlanCredential, plan: TaughtPlan) {
  if (credential === "external") return { valueKeys: requirementsOf(plan).map(({ key }) => key), hasTotpSecret: true };
  return { valueKeys: credential.valueKeys, hasTotpSecret: credential.totpSecret !== null };
}

/** Record of a plan for programs and people, without values. */
export function planRecord(plan: StoredLoginPlan, credential: PlanCredential | undefined): LoginPlanRecord {
  const { id, createdAt, triedAt, failure, plan: shown } = plan;
  return {
    id,
    state: stateNames[planState(plan, credential)],
    created_at: new Date(createdAt).toISOString(),
    ...(triedAt !== null && { tried_at: new Date(triedAt).toISOString() }),
    ...(failure && { failed: { step: failure.step, name: failure.name, why: failure.why } }),
    entrance: shown.entrance,
    steps: shown.steps.map((step, at) => stepRecord(step, at + 1, credential && factsOf(credential, shown))),
  };
}

const stateNames = {
  replayable: "replayable",
  unchecked: "value_missing",
  "needs-external-action": "needs_person",
  failed: "failed",
} as const satisfies Readonly<Record<PlanState, string>>;

function stepRecord(step: TaughtStep, number: number, credential: CredentialFacts | undefined): StepRecord {
  const { page, frame } = step;
  return {
    step: number,
    name: stepName(step),
    page,
    ...(frame !== undefined && { frame }),
    ...(hasValue(step) && valueFields(step.value, credential)),
  };
}

function valueFields(
  value: Extract<TaughtStep, { value: unknown }>["value"],
  credential: CredentialFacts | undefined,
): Pick<StepRecord, "value" | "source"> {
  if (value.from === "totp") return { value: "totp", source: credential?.hasTotpSecret ? "stored" : "ask" };
  const { key } = value;
  if (key === undefined) return { value: "one-time", source: "ask" };
  return { value: key, source: credential?.valueKeys.includes(key) ? "stored" : "ask" };
}
