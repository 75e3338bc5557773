import type { OperationById } from "../../contract/index.ts";
import { olderFactors, olderFieldTypes } from "../../contract/managed-auth.ts";
import type { BodyOf } from "../../contract/operation.ts";
import type { InputProblem } from "../../contract/problems.ts";
import { typingProblem } from "../login/drive/type-value.ts";
import type { AskedField, LoginAnswers, LoginQuestion } from "../login/flow/flow-types.ts";
import type { LoginChoice } from "../login/page/page-facts.ts";
import { ResourceError } from "../store/resource-error.ts";
import type { ConnectionRecord } from "./connection-record.ts";

/** Pause of a login that waits for a person. */
export interface Interaction {
  /** Opaque id; a new one for each pause. */
  readonly id: string;
  readonly question: LoginQuestion;
}

export type SubmitBody = BodyOf<OperationById<"authConnections.submit">>;

/** Members of a record and of an event that describe the question of a login (spec 2.1, contract 2.14). */
export type InteractionFields = Required<
  Pick<
    ConnectionRecord,
    | "interaction_id"
    | "fields"
    | "choices"
    | "discovered_fields"
    | "mfa_options"
    | "pending_sso_buttons"
    | "sign_in_options"
    | "external_action_message"
    | "website_error"
  >
>;

type OlderFactor = (typeof olderFactors)[number];
type OlderFieldType = (typeof olderFieldTypes)[number];

/**
 * Canonical and older form of a pause; all null without a pause. A pause for input has every list, even empty ones; a
 * pause for an external action has only the lists with items (spec 2.1).
 */
export function interactionFields(interaction: Interaction | undefined): InteractionFields {
  const { kind, fields, choices, message, websiteError } = interaction?.question ?? noQuestion;
  const shown = <Item>(items: Item[]): Item[] | null =>
    interaction && (kind === "input" || items.length > 0) ? items : null;
  return {
    interaction_id: interaction?.id ?? null,
    fields: shown(fields.map((field) => canonicalField(field, fields))),
    choices: shown(choices.map(canonicalChoice)),
    discovered_fields: shown(fields.map((field) => discoveredField(field, fields))),
    mfa_options: shown(choices.filter(isOlderFactor).map(mfaOption)),
    pending_sso_buttons: shown(choices.filter(isProvider).map(ssoButton)),
    sign_in_options: shown(choices.filter(isSignInOption).map(signInOption)),
    external_action_message: (kind === "external" && message) || null,
    website_error: websiteError ?? null,
  };
}

const noQuestion: LoginQuestion = { kind: "input", fields: [], choices: [] };

/**
 * Answer of a submitted body in its canonical or one of its older forms (contract 2.13). Throws a {@link ResourceError}:
 * `conflict` when the canonical form does not name this pause, `invalid` with all problems of the rest.
 */
export function readAnswers(interaction: Interaction, body: SubmitBody): LoginAnswers {
  checkOneForm(body);
  const isCanonical = ["interaction_id", "field_values", "selected_choice_id"].some((name) => name in body);
  if (isCanonical && body.interaction_id !== interaction.id) throw notCurrent(body.interaction_id);
  const problems: InputProblem[] = [];
  const choice = readChoice(interaction.question, body, problems);
  const values = readValues(interaction.question, body, choice !== undefined, problems);
  if (problems.length > 0) throw ResourceError.invalid(problems);
  return { ...(Object.keys(values).length > 0 && { values }), ...(choice !== undefined && { choice }) };
}

/**
 * Fields and choices have the ids that the engine uses for them: unique, and made only of letters and digits of the
 * page.
 */
function canonicalField(field: AskedField, fields: readonly AskedField[]) {
  const { ref, type, reason, label, hint, selector } = field;
  return {
    id: ref,
    ref,
    type,
    reason,
    label,
    ...(hint !== undefined && { hint }),
    required: isRequired(field, fields),
    observed_selector: selector,
  };
}

function canonicalChoice(choice: LoginChoice) {
  const { ref, kind, label, description, maskedDestination, selector, mfaType } = choice;
  return {
    id: ref,
    label,
    type: kind === "continue" ? "other" : kind,
    ...(description !== undefined && { description }),
    ...(maskedDestination !== undefined && { masked_destination: maskedDestination }),
    observed_selector: selector,
    ...(mfaType !== undefined && { mfa_type: mfaType }),
  };
}

function discoveredField(field: AskedField, fields: readonly AskedField[]) {
  const { type, label, hint, selector } = field;
  return {
    name: olderName(field, fields),
    label,
    selector,
    type: olderType(field),
    required: isRequired(field, fields),
    ...(hint !== undefined && { hint }),
    ...(type === "totp_code" && { linked_mfa_type: "totp" as const }),
  };
}

/** assumed: a field of another type of HTML, such as a search, is text, which every client can show. */
function olderType({ type, inputType }: AskedField): OlderFieldType {
  if (type === "totp_code") return "totp";
  if (type === "code" || type === "password") return type;
  return olderFieldTypes.find((each) => each === inputType) ?? "text";
}

/** Name in the older form: that of the page, or the ref where several fields share the name. */
function olderName({ name, ref }: AskedField, fields: readonly AskedField[]): string {
  return fields.filter((other) => other.name === name).length > 1 ? ref : name;
}

/**
 * assumed: a password, the only identifier, and a field that is the only one are required even if the page does not say
 * so, because many login pages do not mark them.
 */
export function isRequired({ required, type }: AskedField, fields: readonly AskedField[]): boolean {
  const isOnly = fields.filter((other) => other.type === type).length === 1;
  return required || type === "password" || (type === "identifier" && isOnly) || fields.length === 1;
}

function isProvider({ kind }: LoginChoice): boolean {
  return kind === "sso_provider";
}

function isOlderFactor(choice: LoginChoice): choice is LoginChoice & { readonly mfaType: OlderFactor } {
  return choice.kind === "mfa_method" && olderFactors.some((each) => each === choice.mfaType);
}

/** assumed: a second factor without a type in the older form is a sign-in option, so that older clients can choose it. */
function isSignInOption(choice: LoginChoice): boolean {
  return !isProvider(choice) && !isOlderFactor(choice);
}

function mfaOption(choice: LoginChoice & { readonly mfaType: OlderFactor }) {
  const { mfaType: type, label, maskedDestination, description } = choice;
  return {
    type,
    label,
    ...(maskedDestination !== undefined && { target: maskedDestination }),
    ...(description !== undefined && { description }),
  };
}

function ssoButton({ provider = "sso", label, selector }: LoginChoice) {
  return { provider, label, selector };
}

function signInOption({ ref: id, label, description }: LoginChoice) {
  return { id, label, ...(description !== undefined && { description }) };
}

const CANONICAL = "interaction_id with field_values or selected_choice_id";

function formOf(member: string): string {
  return ["interaction_id", "field_values", "selected_choice_id"].includes(member) ? CANONICAL : member;
}

/** assumed: a body with members of both forms is refused, because they could contradict each other. */
function checkOneForm(body: SubmitBody): void {
  const members = Object.keys(body);
  const [first, ...others] = [...new Set(members.map(formOf))];
  if (first === undefined || others.length === 0) return;
  const problems = members
    .filter((member) => formOf(member) !== first)
    .map((path) => ({ path, message: `cannot be sent together with ${first}; send one form alone` }));
  throw ResourceError.invalid(problems);
}

function notCurrent(given: string | undefined): ResourceError {
  const [problem, message] =
    given === undefined
      ? ["is missing", "field_values and selected_choice_id need the interaction_id of the current pause"]
      : ["is not that of the current pause", `the login has gone on since the pause ${JSON.stringify(given)}`];
  return new ResourceError("conflict", `${message}; show what it asks for with: browserctl auth connections get`, {
    problems: [{ path: "interaction_id", message: problem }],
  });
}

type ChoiceMember = Extract<
  keyof SubmitBody,
  "selected_choice_id" | "mfa_option_id" | "sign_in_option_id" | "sso_button_selector" | "sso_provider"
>;

/** Members that choose: the choices that each can name, and the name of each choice. */
const chooses: Readonly<
  Record<ChoiceMember, { among: (choice: LoginChoice) => boolean; name: (choice: LoginChoice) => string }>
> = {
  selected_choice_id: { among: () => true, name: ({ ref }) => ref },
  mfa_option_id: { among: isOlderFactor, name: ({ mfaType = "other" }) => mfaType },
  sign_in_option_id: { among: isSignInOption, name: ({ ref }) => ref },
  sso_button_selector: { among: isProvider, name: ({ selector }) => selector },
  sso_provider: { among: isProvider, name: ({ provider = "sso" }) => provider },
};

/** Ref of the choice that a body names. */
function readChoice({ choices }: LoginQuestion, body: SubmitBody, problems: InputProblem[]): string | undefined {
  for (const member of Object.keys(chooses) as ChoiceMember[]) {
    const given = body[member];
    if (given === undefined) continue;
    const { among, name } = chooses[member];
    const offered = choices.filter(among);
    const named = offered.filter((choice) => name(choice) === given);
    if (named.length === 1) return named[0]?.ref;
    problems.push({ path: member, message: named.length === 0 ? unknownChoice(offered.map(name)) : severalOf(named) });
    // A choice is named, although incorrectly: no field is missing.
    return given;
  }
  return undefined;
}

function unknownChoice(offered: readonly string[]): string {
  if (offered.length === 0) return "names no choice: the login offers none of this kind now";
  return `names no choice; the login offers ${quoted(offered)}`;
}

function severalOf(choices: readonly LoginChoice[]): string {
  const ids = quoted(choices.map(({ ref }) => ref));
  return `names several choices; send interaction_id with selected_choice_id instead, one of ${ids}`;
}

/** Values by the ref of their field. An empty value counts as not given. */
function readValues(
  { kind, fields, choices }: LoginQuestion,
  body: SubmitBody,
  hasChoice: boolean,
  problems: InputProblem[],
): Record<string, string> {
  const member = body.fields ? "fields" : "field_values";
  const nameOf = (field: AskedField): string => (member === "fields" ? olderName(field, fields) : field.ref);
  const given = Object.entries(body[member] ?? {});
  const values: Record<string, string> = {};
  for (const [name, value] of given) {
    const [field, second] = fields.filter((each) => nameOf(each) === name);
    const problem = field && !second ? typingProblem(value) : noField(name, fields, nameOf);
    if (problem !== undefined) problems.push({ path: `${member}.${name}`, message: problem });
    else if (field && value !== "") values[field.ref] = value;
  }
  if (hasChoice || problems.length > 0) return values;
  if (Object.keys(values).length === 0 && kind === "external") return values;
  for (const field of fields) {
    if (values[field.ref] !== undefined || !isRequired(field, fields)) continue;
    problems.push({
      path: `${member}.${nameOf(field)}`,
      message: `is required: ${JSON.stringify(field.label)}`,
      kind: "missing",
    });
  }
  if (Object.keys(values).length === 0 && problems.length === 0) {
    problems.push({ path: "body", message: nothingGiven(fields, choices) });
  }
  return values;
}

function noField(name: string, fields: readonly AskedField[], nameOf: (field: AskedField) => string): string {
  if (fields.length === 0) return "is unknown: the login asks for no fields now; send selected_choice_id";
  const sharing = fields.filter((field) => field.name === name || nameOf(field) === name);
  if (sharing.length > 1) return `names several fields; use ${quoted(sharing.map(({ ref }) => ref))} instead`;
  return `is unknown; the login asks for ${quoted(fields.map(nameOf))}`;
}

function nothingGiven(fields: readonly AskedField[], choices: readonly LoginChoice[]): string {
  const ways = [
    ...(fields.length > 0 ? [`field_values with ${quoted(fields.map(({ ref }) => ref))}`] : []),
    ...(choices.length > 0 ? [`selected_choice_id, one of ${quoted(choices.map(({ ref }) => ref))}`] : []),
  ];
  return `must have ${ways.join(", or ")}`;
}

function quoted(names: readonly string[]): string {
  return names.map((name) => JSON.stringify(name)).join(", ");
}
