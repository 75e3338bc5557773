import type { InputOf } from "../../../../client/operation-types.ts";
import { commandLine } from "../../../../core/command-line.ts";
import { table } from "../../../../core/table.ts";
import { choiceName, fieldName } from "./input-names.ts";
import type { LoginState } from "./login-subject.ts";

/** Body of a submission (contract 2.13). */
export type Submission = NonNullable<InputOf<"authConnections.submit">["body"]>;

/** Field that a login asks for. */
export interface RequestedField {
  readonly id: string;
  /** Older name of the id. */
  readonly ref?: string | undefined;
  /** Type of the canonical form, such as `identifier`, `password` or `code`. */
  readonly type: string;
  /** Text for people, from the website. */
  readonly label: string;
  /** True for an input whose typed text is hidden. */
  readonly secret: boolean;
  readonly required: boolean;
  /** True where the website refused the last value. */
  readonly rejected: boolean;
  readonly hint?: string | undefined;
}

/** Choice that a login offers. */
export interface RequestedChoice {
  readonly id: string;
  readonly label: string;
  /** Type, such as `mfa_method` or `sso_provider`. */
  readonly type: string;
  /** Kind of a second factor, such as `sms`. */
  readonly factor?: string | undefined;
  readonly displayText?: string | undefined;
  /** Destination of a code, partly hidden. */
  readonly destination?: string | undefined;
  /** Body that selects it in the older form (contract 2.13). */
  readonly older?: Submission;
}

/** Input that a login waits for. */
export interface RequestedInput {
  /** Id of the pause; undefined for a service that has only the older form. */
  readonly interactionId: string | undefined;
  readonly fields: readonly RequestedField[];
  readonly choices: readonly RequestedChoice[];
}

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

/** Maximum number of choices for which each gets its own command. */
const MAX_CHOICES = 6;

const visibleTypes = new Set(["identifier", "text", "tel", "number", "url"]);

/** Types of the older form that are named differently in the canonical form. */
const olderTypes = table<string>({ email: "identifier", totp: "totp_code" });

/** Input of a state, from the canonical form, or from the older form if the service has no other (contract 2.14). */
export function requestedInput(state: LoginState): RequestedInput {
  const interactionId = state.interaction_id ?? undefined;
  if (interactionId === undefined) return { interactionId, fields: olderFields(state), choices: olderChoices(state) };
  const fields = (state.fields ?? []).map(({ id, ref, label, type, required, reason, hint }) => ({
    id,
    ref,
    type,
    label: label || id,
    secret: !visibleTypes.has(type),
    required: required !== false,
    rejected: reason === "rejected",
    hint,
  }));
  const choices = (state.choices ?? []).map(({ id, label, type, mfa_type, display_text, masked_destination }) => ({
    id,
    label: label || display_text || id,
    type,
    factor: mfa_type,
    displayText: display_text,
    destination: masked_destination,
  }));
  return { interactionId, fields, choices };
}

function olderFields({ discovered_fields }: LoginState): RequestedField[] {
  return (discovered_fields ?? []).map(({ name, label, type: olderType, required, hint }) => {
    const type = olderTypes.get(olderType) ?? olderType;
    return {
      id: name,
      type,
      label: label || name,
      secret: !visibleTypes.has(type),
      required: required !== false,
      rejected: false,
      hint,
    };
  });
}

function olderChoices({ mfa_options, sign_in_options, pending_sso_buttons }: LoginState): RequestedChoice[] {
  return [
    ...(mfa_options ?? []).map(({ type, label, target }) => ({
      id: type,
      label,
      type: "mfa_method",
      factor: type,
      destination: target ?? undefined,
      older: { mfa_option_id: type },
    })),
    ...(sign_in_options ?? []).map(({ id, label }) => ({
      id,
      label,
      type: "sign_in_method",
      older: { sign_in_option_id: id },
    })),
    ...(pending_sso_buttons ?? []).map(({ provider, label }) => ({
      id: provider,
      label,
      type: "sso_provider",
      older: { sso_provider: provider },
    })),
  ];
}

/** Commands that answer a login of a connection; none when it does not wait for input. */
export function answerCommands(connectionId: string, state: LoginState): string[] {
  const { fields, choices } = requestedInput(state);
  const needed = fields.filter(({ required }) => required);
  const asked = needed.length > 0 ? needed : fields;
  const firstSecret = asked.find(({ secret }) => secret);
  const values = asked.flatMap((field) => {
    // stdin can be read once.
    const source = field === firstSecret ? "-" : field.secret ? "@FILE" : "VALUE";
    return ["--field", `${fieldName(field, fields)}=${source}`];
  });
  // A page with many buttons is answered from the list that submit shows at a terminal.
  const names = choices.length > MAX_CHOICES ? ["NAME"] : choices.map((choice) => choiceName(choice, choices));
  return [
    ...(values.length > 0 ? [commandLine`auth connections submit ${connectionId} ${values}`] : []),
    ...names.map((name) => commandLine`auth connections submit ${connectionId} --choice ${name}`),
    ...(state.flow_step === "AWAITING_EXTERNAL_ACTION" ? [commandLine`auth connections submit ${connectionId}`] : []),
  ];
}
