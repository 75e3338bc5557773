/** Statuses of an auth connection (spec 3). */
export const connectionStatuses = ["AUTHENTICATED", "NEEDS_AUTH"] as const;

/** States of a login flow; all but the first are terminal (spec 3). */
export const flowStatuses = ["IN_PROGRESS", "SUCCESS", "FAILED", "EXPIRED", "CANCELED"] as const;

/** Steps of a login flow (spec 3). */
export const flowSteps = [
  "DISCOVERING",
  "AWAITING_INPUT",
  "AWAITING_EXTERNAL_ACTION",
  "SUBMITTING",
  "COMPLETED",
] as const;

/** Sentence for a step of a login, without a full stop; undefined where it waits for a person or has ended. */
export function stepSentence(step: string | null | undefined, site: string): string | undefined {
  if (step === "DISCOVERING") return `Looking for the login form on ${site}`;
  return step === "SUBMITTING" ? `Sending the answer to ${site}` : undefined;
}

/** Kinds of login flows (spec 2.1). */
export const flowTypes = ["LOGIN", "REAUTH"] as const;

/** Kinds of entries of a timeline (contract 2.13). */
export const timelineTypes = ["login", "reauth", "health_check"] as const;

/** Steps of an entry of a timeline: those of a flow, and three of its own (contract 2.13). */
export const timelineSteps = ["INITIALIZED", ...flowSteps, "AWAITING_HUMAN_INTERVENTION", "EXPIRED"] as const;
