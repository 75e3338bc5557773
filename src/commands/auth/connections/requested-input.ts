import type { InputOf } from "../../../client/operation-types.ts";
import { posixWord } from "../../../core/posix-quote.ts";
import type { LoginState } from "./login-subject.ts";

type Submission = NonNullable<InputOf<"authConnections.submit">["body"]>;

/** Field that a login asks for. */
export interface RequestedField {
  readonly id: string;
  /** Text for people, from the website. */
  readonly label: string;
  /** True where what is typed is hidden. */
  readonly secret: boolean;
  /** True for a code that is worth nothing once it was used. */
  readonly oneTime: boolean;
  readonly required: boolean;
  /** True where the website refused the last value. */
  readonly rejected: boolean;
  readonly hint?: string | undefined;
}

/** Choice that a login offers. */
export interface RequestedChoice {
  readonly id: string;
  readonly label: string;
  /** Place that a code is sent to, partly hidden. */
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

const oneTimeTypes = new Set(["code", "totp_code", "totp"]);
const visibleTypes = new Set(["identifier", "text", "email", "tel", "number", "url"]);

/** Input of a state in its canonical form, or in the older one where the service has no other (contract 2.14). */
export function requestedInput(state: LoginState): RequestedInput {
  const interactionId = state.interaction_id ?? undefined;
  if (interactionId === undefined) return { interactionId, fields: olderFields(state), choices: olderChoices(state) };
  const fields = (state.fields ?? []).map(({ id, label, type, required, reason, hint }) => ({
    id,
    label: label || id,
    secret: !visibleTypes.has(type),
    oneTime: oneTimeTypes.has(type),
    required: required !== false,
    rejected: reason === "rejected",
    hint,
  }));
  const choices = (state.choices ?? []).map(({ id, label, display_text, masked_destination }) => ({
    id,
    label: label || display_text || id,
    destination: masked_destination,
  }));
  return { interactionId, fields, choices };
}

function olderFields({ discovered_fields }: LoginState): RequestedField[] {
  return (discovered_fields ?? []).map(({ name, label, type, required, hint }) => ({
    id: name,
    label: label || name,
    secret: !visibleTypes.has(type),
    oneTime: oneTimeTypes.has(type),
    required: required !== false,
    rejected: false,
    hint,
  }));
}

function olderChoices({ mfa_options, sign_in_options, pending_sso_buttons }: LoginState): RequestedChoice[] {
  return [
    ...(mfa_options ?? []).map(({ type, label, target }) => ({
      id: type,
      label,
      destination: target ?? undefined,
      older: { mfa_option_id: type },
    })),
    ...(sign_in_options ?? []).map(({ id, label }) => ({ id, label, older: { sign_in_option_id: id } })),
    ...(pending_sso_buttons ?? []).map(({ provider, label }) => ({
      id: provider,
      label,
      older: { sso_provider: provider },
    })),
  ];
}

/** Commands that answer a login of a connection; none where it waits for nothing. */
export function answerCommands(connectionId: string, state: LoginState): string[] {
  const submit = `browserctl auth connections submit ${connectionId}`;
  const { fields, choices } = requestedInput(state);
  const asked = fields.filter(({ required }) => required);
  const values = (asked.length > 0 ? asked : fields).map(({ id, secret }, at) => {
    // stdin can be read once.
    const source = secret ? (at === fields.findIndex((each) => each.secret) ? "-" : "@FILE") : "VALUE";
    return `--field ${posixWord(`${id}=${source}`)}`;
  });
  return [
    ...(values.length > 0 ? [`${submit} ${values.join(" ")}`] : []),
    ...choices.map(({ id }) => `${submit} --choice ${posixWord(id)}`),
    ...(state.flow_step === "AWAITING_EXTERNAL_ACTION" ? [submit] : []),
  ];
}
