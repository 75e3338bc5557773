import type { InputOf } from "../../../../client/operation-types.ts";
import type { RequestedChoice, RequestedInput } from "./requested-input.ts";

/** Body of a submission (contract 2.13). */
export type Submission = NonNullable<InputOf<"authConnections.submit">["body"]>;

/** Submission of values by the ids of their fields. */
export function valuesSubmission(
  { interactionId }: RequestedInput,
  values: Readonly<Record<string, string>>,
): Submission {
  return interactionId === undefined
    ? { fields: { ...values } }
    : { interaction_id: interactionId, field_values: { ...values } };
}

/** Submission of one of the choices. */
export function choiceSubmission({ interactionId }: RequestedInput, { id, older }: RequestedChoice): Submission {
  return interactionId === undefined ? (older ?? {}) : { interaction_id: interactionId, selected_choice_id: id };
}
