import type { BodyOf, Result } from "../../../../cli/declare/body.ts";
import { CliError } from "../../../../core/errors.ts";
import { posixWord } from "../../../../core/shell-quotes.ts";
import { styled } from "../../../../core/styled.ts";
import { timeOfDay } from "../../../../core/timestamp.ts";
import type { AuthConnectionsEventsEvent } from "../../../../generated/types.ts";
import { safeJson } from "../../../../render/json.ts";
import { ConnectionNotices } from "../../../lib/follow/connection-notices.ts";
import type { authConnectionsLogin } from "../login.ts";
import { fieldWords, type GivenAnswers, isRefused, type Unanswered } from "./given-answers.ts";
import { foreignSentence, requireSuccess, withForeignOrigins } from "./login-facts.ts";
import { attachCommand } from "./login-start.ts";
import { type FollowedLogin, followLogin, type LoginState } from "./login-subject.ts";
import type { Submission } from "./requested-input.ts";
import { askedText, stateLine } from "./state-words.ts";

type Login = BodyOf<typeof authConnectionsLogin>;

/** State of a login in an event. */
type StateEvent = Extract<AuthConnectionsEventsEvent, { event: "managed_auth_state" }>;

/** A state, and its event as it was sent. */
interface StateItem {
  readonly raw: string;
  readonly state: StateEvent;
}

/**
 * Follows a login without a view and answers it from the flags. Each state is a line: JSON as it was sent, at a terminal a
 * sentence. Other forms of output are one value, the last state.
 *
 * Throws exit 8 for a login that did not succeed, 9 for one that needs a person.
 */
export async function followInLines(body: Login, answers: GivenAnswers, ended: () => void): Promise<Result> {
  const { anyValue, items, output, selects, tty } = body;
  const states = statesOf(body, answers, ended);
  if (output !== "text" && output !== "jsonl") {
    let last: StateEvent | undefined;
    for await (const { state } of states) last = state;
    return anyValue(last);
  }
  const isForPeople = output === "text" && !selects && tty.stdout;
  return items(states, ({ raw, state }) => {
    if (selects) return { values: [state] };
    if (isForPeople) return { to: "stdout", data: styled`${timeOfDay(state.timestamp)}  ${stateLine(state)}\n` };
    return { to: "stdout", data: `${safeJson(raw)}\n` };
  });
}

async function* statesOf(body: Login, answers: GivenAnswers, ended: () => void): AsyncGenerator<StateItem, number> {
  const { flags, note, request, warn } = body;
  const { id } = request.params;
  const notices = new ConnectionNotices(note);
  const answered = new Set<string>();
  const stream = followLogin(body, id);
  let last: FollowedLogin;
  try {
    for (;;) {
      const { done, value } = await stream.next();
      if (done) {
        last = value;
        break;
      }
      for (const item of value) {
        if (item.kind !== "event") {
          notices.take(item);
          continue;
        }
        const event = item.value as AuthConnectionsEventsEvent;
        if (event.event === "error") warn(`the service reports: ${event.error.message || event.error.code}`);
        if (event.event !== "managed_auth_state") continue;
        const state = await withForeignOrigins(body, id, event);
        yield { raw: state === event ? item.raw : JSON.stringify(state), state };
        const left = foreignSentence(state.left_domain ?? []);
        if (left !== undefined && !body.wantsValue) note(left);
        const pause = pauseOf(event);
        if (pause === undefined || answered.has(pause)) continue;
        answered.add(pause);
        const { submission, unanswered } = answers.answer(event);
        if (submission) await submit(body, submission);
        else if (flags.waitForPerson !== true) throw needsPerson(body, event, unanswered);
        else note(personNote(event));
      }
    }
  } finally {
    await stream.return(undefined as never);
  }
  ended();
  await requireSuccess(body, last);
  return 0;
}

/** Identity of the pause that a state stands for; undefined for states that do not wait for input. */
export function pauseOf(state: LoginState): string | undefined {
  const { fields: _, flow_status, flow_step, interaction_id } = state;
  const waits = flow_step === "AWAITING_INPUT" || flow_step === "AWAITING_EXTERNAL_ACTION";
  if (flow_status !== "IN_PROGRESS" || !waits) return undefined;
  const { discovered_fields, mfa_options, pending_sso_buttons, sign_in_options, website_error } = state;
  // Without interaction ids, the requested input identifies the pause.
  return (
    interaction_id ??
    JSON.stringify([discovered_fields, mfa_options, pending_sso_buttons, sign_in_options, website_error])
  );
}

/**
 * Submits an answer. Ignores an error about a pause that is over: somebody else answered, or the page moved on by
 * itself.
 */
async function submit({ call, note, request }: Login, submission: Submission): Promise<void> {
  const { params } = request;
  try {
    const { accepted } = await call("authConnections.submit", { params, body: submission });
    if (accepted) return;
  } catch (error) {
    if (error instanceof CliError && error.options.httpStatus !== 409) error.options.hint ??= attachCommand(params.id);
    if (!(error instanceof CliError) || error.options.httpStatus !== 409) throw error;
    note(`note: the answer came too late: ${error.message}`);
    return;
  }
  const hint = attachCommand(params.id);
  throw new CliError("outcome-failed", `the login of ${params.id} did not accept the input`, {
    code: "not_accepted",
    hint,
    extra: { login: params.id },
  });
}

/**
 * Error for a login that waits for input that no flag answers: exit 8 when the website has refused the value of a flag,
 * which is not sent again, 9 otherwise. The login keeps running for a person.
 */
function needsPerson({ request }: Login, state: StateEvent, unanswered: Unanswered): CliError {
  const { id } = request.params;
  const { action, input } = unanswered;
  const { hosted_url, live_view_url, website_error } = state;
  const fields = fieldWords(unanswered);
  const what = action === undefined ? askedText(state) || "input" : action || "an action outside of the page";
  const [field] = fields;
  const [choice] = input.choices;
  const answer = field ? ["--field", `${field.field.id}=-`] : choice ? ["--choice", choice.id] : ["--wait-for-person"];
  const refused = isRefused(unanswered);
  const message = refused
    ? `the website refused the given values for the login of ${id}; it waits for a person: ${what}`
    : `the login of ${id} waits for a person: ${what}`;
  return new CliError(refused ? "outcome-failed" : "outcome-unknown", message, {
    code: refused ? "login_refused" : "login_needs_person",
    details: [
      ...(website_error ? [{ code: "website_error", message: `the website shows: "${website_error}"` }] : []),
      ...fields.map(({ field: { id: name }, text }) => ({
        code: "field",
        message: `--field ${posixWord(name)}=… ${text}`,
      })),
      ...input.choices.map(({ destination, id: name, label }) => ({
        code: "choice",
        message: `--choice ${posixWord(name)}${label === name ? "" : ` ${label}`}${destination ? ` (${destination})` : ""}`,
      })),
      ...(hosted_url ? [{ code: "hosted_url", message: `a person goes on at ${hosted_url}` }] : []),
      ...(action !== undefined && live_view_url
        ? [{ code: "live_view_url", message: `the live view of the page is ${live_view_url}` }]
        : []),
    ],
    hint: attachCommand(id, answer),
    extra: {
      login: id,
      flow_step: state.flow_step,
      ...(state.interaction_id && { interaction_id: state.interaction_id }),
      ...(state.fields?.length && { fields: state.fields }),
      ...(state.choices?.length && { choices: state.choices }),
      ...(action && { external_action_message: action }),
      ...(hosted_url && { hosted_url }),
      ...(live_view_url && { live_view_url }),
    },
  });
}

function personNote(state: StateEvent): string {
  const isElsewhere = state.flow_step === "AWAITING_EXTERNAL_ACTION" && state.live_view_url;
  const live = isElsewhere ? `; the live view is ${state.live_view_url}` : "";
  const where = state.hosted_url ? `; answer at ${state.hosted_url}` : "";
  return `${stateLine(state)}${live}${where}`;
}
