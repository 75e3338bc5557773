import type { BodyOf, Check, Result, Run } from "../../../cli/body.ts";
import {
  isSource,
  keyAndSource,
  notEmpty,
  repeatedKeys,
  secondStdinProblem,
  withoutLineBreak,
} from "../../../cli/named-values.ts";
import { didYouMean } from "../../../cli/suggest.ts";
import { CliError, type Problem, usageError } from "../../../core/errors.ts";
import { sanitizeLine } from "../../../core/sanitize.ts";
import type { LoginState } from "./login-subject.ts";
import { type RequestedField, type RequestedInput, requestedInput } from "./requested-input.ts";
import type { authConnectionsSubmit } from "./submit.ts";

type Submit = BodyOf<typeof authConnectionsSubmit>;
type Request = Submit["request"]["body"];

/** Interaction in a preview, which reads nothing. */
const UNREAD = "read from the connection";

/** Older forms of a submission (contract 2.13). */
const olderForms = ["fields", "mfa_option_id", "sign_in_option_id", "sso_button_selector", "sso_provider"] as const;

export const check: Check<typeof authConnectionsSubmit> = ({ flags, request }) => {
  const words = (flags.field ?? []).map(keyAndSource);
  const problems: Problem[] = [];
  if (words.some(({ key }) => key === "")) {
    problems.push({ path: "--field", message: "must be ID=VALUE, ID=@FILE, ID=env:NAME or ID=-" });
  }
  const keys = words.map(({ key }) => key).filter((key) => key !== "");
  for (const key of repeatedKeys(keys)) problems.push({ path: `--field ${key}`, message: "is given more than once" });
  problems.push(...secondStdinProblem(words.map(({ key, source }) => ({ owner: `--field ${key}`, source }))));
  const older = olderForms.find((form) => request.body[form] !== undefined);
  if (older !== undefined && (flags.field !== undefined || request.body.selected_choice_id !== undefined)) {
    const message = `is the older form; leave --${flags.field === undefined ? "choice" : "field"} out`;
    problems.push({ path: `--input: ${older}`, message });
  }
  return problems;
};

/** Submits values, a choice, or that an action outside of the page is done. */
export const run: Run<typeof authConnectionsSubmit> = async (body) => {
  const { previewing, request } = body;
  const given = request.body;
  if (olderForms.some((form) => given[form] !== undefined)) return submit(body, given);
  const values = { ...given.field_values, ...(await typedValues(body)) };
  const empty = Object.keys(values).length === 0 && given.selected_choice_id === undefined;
  if (given.interaction_id !== undefined && !empty) return submit(body, canonical(given.interaction_id, values, given));
  if (!previewing) return submit(body, await answer(body, values));
  body.note("note: the id of the pause is read from the connection; --interaction sets it");
  return submit(body, canonical(UNREAD, values, given));
};

/** Submission in the canonical form (contract 2.13). */
function canonical(
  interaction_id: string,
  values: Record<string, string>,
  { selected_choice_id }: Pick<Request, "selected_choice_id">,
): Request {
  return {
    interaction_id,
    ...(Object.keys(values).length > 0 && { field_values: values }),
    ...(selected_choice_id !== undefined && { selected_choice_id }),
  };
}

async function submit({ call, done, problems, request }: Submit, submission: Request): Promise<Result> {
  const found = await problems("body", submission);
  if (found.length > 0) {
    const typed = found.map(({ path, message }) => ({ path: path.replace(/^field_values\./, "--field "), message }));
    throw usageError(typed, "browserctl auth connections submit --help");
  }
  const { id } = request.params;
  const result = await call("authConnections.submit", { params: { id }, body: submission });
  const hint = `browserctl auth connections watch ${id}`;
  if (result.accepted) return done(`Submitted to the login of ${id}; follow it with: ${hint}`, result);
  throw new CliError("outcome-failed", `the login of ${id} did not accept the input`, { code: "not_accepted", hint });
}

/** Values of `--field`: a word as it stands, or without its last line break what a source has. */
async function typedValues({ flags, read }: Submit): Promise<Record<string, string>> {
  const values: [string, string][] = [];
  for (const { key, source } of (flags.field ?? []).map(keyAndSource)) {
    const path = `--field ${key}`;
    const text = await read(source, path);
    values.push([key, isSource(source) ? notEmpty(path, withoutLineBreak(text)) : text]);
  }
  return Object.fromEntries(values);
}

/** Submission that fits the present state of the login; asks for what is missing where a question may be asked. */
async function answer(body: Submit, typed: Record<string, string>): Promise<Request> {
  const { call, request } = body;
  const { selected_choice_id } = request.body;
  const state = await call("authConnections.get", { params: request.params });
  const input = requestedInput(state);
  requireWaiting(request.params.id, state, input);
  const empty = Object.keys(typed).length === 0 && selected_choice_id === undefined;
  if (empty && (state.flow_step === "AWAITING_EXTERNAL_ACTION" || isBare(input))) return {};
  noteVisible(body, input);
  const problems = [...fieldProblems(input, typed), ...choiceProblems(input, selected_choice_id)];
  if (problems.length > 0) throw usageError(problems);
  const values = selected_choice_id === undefined ? await completed(body, input, typed) : typed;
  if (input.interactionId === undefined) return olderForm(input, values, selected_choice_id);
  return canonical(input.interactionId, values, request.body);
}

function isBare({ fields, choices }: RequestedInput): boolean {
  return fields.length === 0 && choices.length === 0;
}

/** Exit 1 for a connection whose login waits for nothing. */
function requireWaiting(id: string, { flow_status, flow_step }: LoginState, input: RequestedInput): void {
  const waits = flow_step === "AWAITING_INPUT" || flow_step === "AWAITING_EXTERNAL_ACTION";
  if (flow_status === "IN_PROGRESS" && (waits || !isBare(input))) return;
  const runs = flow_status === "IN_PROGRESS";
  const why = runs
    ? `the login of ${id} waits for no input (${flow_step ?? "no step"})`
    : `no login of ${id} is running`;
  const hint = `browserctl auth connections ${runs ? "watch" : "login"} ${id}`;
  throw new CliError("failed", why, { code: "conflict", hint });
}

/** Notes a secret that was typed as a word of the command. */
function noteVisible({ flags, note }: Submit, { fields }: RequestedInput): void {
  const words = (flags.field ?? []).map(keyAndSource);
  const shown = words.find(
    ({ key, source }) => !isSource(source) && fields.some((each) => each.id === key && isPassword(each)),
  );
  if (shown === undefined) return;
  const way = `--field ${shown.key}=-, ${shown.key}=@FILE or ${shown.key}=env:NAME`;
  note(`note: other users of this machine and the history of the shell can see this value; use ${way}`);
}

function isPassword({ secret, oneTime }: RequestedField): boolean {
  return secret && !oneTime;
}

function fieldProblems({ fields }: RequestedInput, typed: Readonly<Record<string, string>>): Problem[] {
  const ids = fields.map(({ id }) => id);
  return Object.keys(typed)
    .filter((id) => !ids.includes(id))
    .map((id) => ({
      path: `--field ${id}`,
      message: `is not asked for${didYouMean(id, ids) || `; it asks for ${ids.join(", ") || "no field"}`}`,
    }));
}

function choiceProblems({ choices }: RequestedInput, choice: string | undefined): Problem[] {
  if (choice === undefined || choices.some(({ id }) => id === choice)) return [];
  const offered = choices.map(({ id, label }) => (label === id ? id : `${id} (${label})`)).join(", ");
  return [{ path: "--choice", message: `must be one of ${offered || "none"}, not "${choice}"` }];
}

/** The typed values and those that a person is asked for. Exit 2 with everything that is missing where nobody is. */
async function completed(
  { askSecret, askText, interactive }: Submit,
  { fields, choices }: RequestedInput,
  typed: Readonly<Record<string, string>>,
): Promise<Record<string, string>> {
  const any = Object.keys(typed).length > 0;
  const missing = fields.filter(({ id, required }) => !Object.hasOwn(typed, id) && (required || !any));
  const needed = missing.filter(({ required }) => required);
  if (!interactive || missing.length === 0) {
    if (any && needed.length === 0) return { ...typed };
    throw usageError([
      ...(needed.length > 0 ? needed : missing).map(({ id, label }) => ({
        path: `--field ${id}`,
        message: label === id ? "is missing" : `is missing (${label})`,
      })),
      ...choices.map(({ id, label }) => ({ path: `--choice ${id}`, message: label })),
    ]);
  }
  const values = { ...typed };
  for (const field of missing) {
    const question = sanitizeLine(`${field.label}${field.required ? "" : " (optional)"}`);
    const path = `--field ${field.id}`;
    const text = field.secret
      ? await askSecret(question, `${path} is missing`)
      : await askText(question, (given) => (given === "" && field.required ? "Enter a value" : undefined));
    if (field.required) notEmpty(path, text);
    if (text !== "") values[field.id] = text;
  }
  return values;
}

/** Submission for a service without interactions (contract 2.13). */
function olderForm({ choices }: RequestedInput, values: Record<string, string>, choice: string | undefined): Request {
  if (choice === undefined) return { fields: values };
  return choices.find(({ id }) => id === choice)?.older ?? {};
}
