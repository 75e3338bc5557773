import type { BodyOf, Check, Result, Run } from "../../../cli/declare/body.ts";
import {
  isSource,
  keyAndSource,
  notEmpty,
  repeatedKeys,
  secondStdinProblem,
  withoutLineBreak,
} from "../../../cli/input/named-values.ts";
import { didYouMean } from "../../../cli/route/suggest.ts";
import { commandLine } from "../../../core/command-line.ts";
import { CliError, type Problem, usageError } from "../../../core/errors.ts";
import { sanitizeLine } from "../../../core/sanitize.ts";
import { posixWord } from "../../../core/shell-quotes.ts";
import { lastingTypes } from "./lib/given-input.ts";
import { choiceName, choiceNamed, fieldName, fieldNamed } from "./lib/input-names.ts";
import type { LoginState } from "./lib/login-subject.ts";
import { type RequestedInput, requestedInput } from "./lib/requested-input.ts";
import type { authConnectionsSubmit } from "./submit.ts";

type Submit = BodyOf<typeof authConnectionsSubmit>;
type Request = Submit["request"]["body"];

/** Stand-in for the interaction in a preview, which reads nothing. */
const UNREAD = "read from the connection";

/** Older forms of a submission (contract 2.13). */
const olderForms = ["fields", "mfa_option_id", "sign_in_option_id", "sso_button_selector", "sso_provider"] as const;

export const check: Check<typeof authConnectionsSubmit> = ({ flags, request }) => {
  const words = (flags.field ?? []).map(keyAndSource);
  const problems: Problem[] = [];
  if (words.some(({ key }) => key === "")) {
    problems.push({ path: "--field", message: "must be NAME=VALUE, NAME=@FILE, NAME=env:NAME or NAME=-" });
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

/** Submits values, a choice, or the completion of an action outside of the page. */
export const run: Run<typeof authConnectionsSubmit> = async (body) => {
  const { note, previewing, request } = body;
  const given = request.body;
  if (olderForms.some((form) => given[form] !== undefined)) return submit(body, given);
  const values = { ...given.field_values, ...(await typedValues(body)) };
  if (!previewing) return submit(body, await answer(body, values));
  note("note: what the login asks for is read when the command runs; names of fields and choices become their ids");
  return submit(body, canonical(given.interaction_id ?? UNREAD, values, given.selected_choice_id));
};

/** Submission in the canonical form (contract 2.13). */
function canonical(interaction_id: string, values: Record<string, string>, choice: string | undefined): Request {
  return {
    interaction_id,
    ...(Object.keys(values).length > 0 && { field_values: values }),
    ...(choice !== undefined && { selected_choice_id: choice }),
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
  const hint = commandLine`auth connections watch ${id}`;
  if (result.accepted) return done(`Submitted to the login of ${id}; follow it with: ${hint}`, result);
  throw new CliError("outcome-failed", `the login of ${id} did not accept the input`, { code: "not_accepted", hint });
}

/** Values of `--field`: a word unchanged, or the text of a source without its last line break. */
async function typedValues({ flags, read }: Submit): Promise<Record<string, string>> {
  const values: [string, string][] = [];
  for (const { key, source } of (flags.field ?? []).map(keyAndSource)) {
    const path = `--field ${key}`;
    const text = await read(source, path);
    values.push([key, isSource(source) ? notEmpty(path, withoutLineBreak(text)) : text]);
  }
  return Object.fromEntries(values);
}

/** Submission for the current state of the login; asks for missing input where questions are possible. */
async function answer(body: Submit, typed: Record<string, string>): Promise<Request> {
  const { call, request } = body;
  const { interaction_id, selected_choice_id } = request.body;
  const state = await call("authConnections.get", { params: request.params });
  const input = requestedInput(state);
  const empty = Object.keys(typed).length === 0 && selected_choice_id === undefined;
  // Another pause asks for other input; the service refuses a late answer.
  const stale = interaction_id !== undefined && interaction_id !== input.interactionId;
  if (stale && !empty) return canonical(interaction_id, typed, selected_choice_id);
  requireWaiting(request.params.id, state, input);
  if (empty && (state.flow_step === "AWAITING_EXTERNAL_ACTION" || isBare(input))) return {};
  const onlyChoices = empty && input.fields.length === 0;
  const name = selected_choice_id ?? (onlyChoices ? await chosen(body, input) : undefined);
  const choice = name === undefined ? undefined : choiceNamed(name, input.choices);
  const unknownChoice = name !== undefined && !choice ? [choiceProblem(input, name)] : [];
  const problems = [...fieldProblems(body, input, typed), ...unknownChoice];
  if (problems.length > 0) throw usageError(problems);
  const known = Object.entries(typed).map(([name, text]) => [fieldNamed(name, input.fields)?.id ?? name, text]);
  const byId: Record<string, string> = Object.fromEntries(known);
  const values = choice ? byId : await completed(body, input, byId);
  if (input.interactionId !== undefined) return canonical(input.interactionId, values, choice?.id);
  return choice ? (choice.older ?? {}) : { fields: values };
}

function isBare({ fields, choices }: RequestedInput): boolean {
  return fields.length === 0 && choices.length === 0;
}

/** Exit 1 for a connection whose login is not waiting for input. */
function requireWaiting(id: string, { flow_status, flow_step }: LoginState, input: RequestedInput): void {
  const waits = flow_step === "AWAITING_INPUT" || flow_step === "AWAITING_EXTERNAL_ACTION";
  if (flow_status === "IN_PROGRESS" && (waits || !isBare(input))) return;
  const runs = flow_status === "IN_PROGRESS";
  const why = runs
    ? `the login of ${id} waits for no input (${flow_step ?? "no step"})`
    : `no login of ${id} is running`;
  const hint = commandLine`auth connections ${runs ? "watch" : "login"} ${id}`;
  throw new CliError("failed", why, { code: "conflict", hint });
}

/** Problems of typed values: fields that the login did not request, and passwords typed as words. */
function fieldProblems(
  { flags }: Submit,
  { fields }: RequestedInput,
  typed: Readonly<Record<string, string>>,
): Problem[] {
  const names = fields.map((field) => fieldName(field, fields));
  const literal = new Set(
    (flags.field ?? []).map(keyAndSource).flatMap(({ key, source }) => (isSource(source) ? [] : [key])),
  );
  return Object.keys(typed).flatMap((name): Problem[] => {
    const path = `--field ${name}`;
    const field = fieldNamed(name, fields);
    if (!field) {
      const asked = `; it asks for ${names.join(", ") || "no field"}`;
      return [{ path, message: `is not asked for${didYouMean(name, names) || asked}` }];
    }
    if (!literal.has(name) || !lastingTypes.has(field.type)) return [];
    const why = "which other users of this machine and the history of the shell would see";
    const way = `${name}=@FILE, ${name}=env:NAME or ${name}=- for stdin`;
    return [{ path, message: `needs a source, not the value itself, ${why}; use ${way}` }];
  });
}

function choiceProblem({ choices }: RequestedInput, choice: string): Problem {
  const offered = choices.map((each) => named(choiceName(each, choices), each.label)).join(", ");
  return { path: "--choice", message: `must be one of ${offered || "none"}, not "${choice}"` };
}

function named(name: string, label: string): string {
  return label === name ? name : `${name} (${label})`;
}

/** Name of the choice that the user selects; undefined when no question can be asked. */
async function chosen({ askByView, interactive }: Submit, { choices }: RequestedInput): Promise<string | undefined> {
  if (!interactive) return undefined;
  const { select } = await import("../../../tui/select.tsx");
  const items = choices.map((choice) => ({ value: choiceName(choice, choices), note: choice.label }));
  const name = await askByView((terminal) =>
    select({ title: "Select which choice?", items, initial: undefined, ...terminal }),
  );
  if (name === undefined) throw new CliError("declined", "nothing was submitted");
  return name;
}

/** The typed values and those that the user enters. Exit 2 with all missing fields when no question can be asked. */
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
      ...(needed.length > 0 ? needed : missing).map((field) => {
        const name = fieldName(field, fields);
        return {
          path: `--field ${posixWord(name)}`,
          message: field.label === name ? "is missing" : `is missing (${field.label})`,
        };
      }),
      ...choices.map((choice) => ({
        path: `--choice ${posixWord(choiceName(choice, choices))}`,
        message: choice.label,
      })),
    ]);
  }
  const values = { ...typed };
  for (const field of missing) {
    const question = sanitizeLine(`${field.label}${field.required ? "" : " (optional)"}`);
    const path = `--field ${posixWord(field.id)}`;
    const text = field.secret
      ? await askSecret(question, `${path} is missing`)
      : await askText(question, (given) => (given === "" && field.required ? "Enter a value" : undefined));
    if (field.required) notEmpty(path, text);
    if (text !== "") values[field.id] = text;
  }
  return values;
}
