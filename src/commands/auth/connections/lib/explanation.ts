import { canReauthReasonTexts } from "../../../../contract/can-reauth-reasons.ts";
import { loginErrorText } from "../../../../contract/login-error-texts.ts";
import { commandLine, filledAdvice } from "../../../../core/command-line.ts";
import { epochMs } from "../../../../core/timestamp.ts";
import type { ManagedAuth } from "../../../../generated/types.ts";
import { humanSeconds } from "../../../../render/sentence.ts";
import { entrySentence } from "./entry-domains.ts";
import { attachCommand } from "./login-start.ts";
import { answerCommands, requestedInput } from "./requested-input.ts";
import { askedText, failureText } from "./state-words.ts";

/** Maximum number of choices that a sentence names. */
const MAX_LABELS = 10;

/** Sentences about a connection. */
export interface Explanation {
  /** Why it is in its state. */
  readonly state: readonly string[];
  /** Domains where values may be entered. */
  readonly entry: readonly string[];
  /** Renewal of an expired session without a person: possible or not, and the reason. */
  readonly renewal: readonly string[];
  /** Commands and other steps, or a sentence when there is nothing to do. */
  readonly next: readonly string[];
}

/** Explains a connection at a time in milliseconds. Values that this version does not know are shown as they are. */
export function explanation(connection: ManagedAuth, nowMs: number): Explanation {
  return {
    state: [
      stateSentence(connection, nowMs),
      ...flowSentences(connection, nowMs),
      ...choiceSentences(connection),
      ...checkSentences(connection, nowMs),
    ],
    entry: [entrySentence(connection) ?? []].flat(),
    renewal: renewalSentences(connection),
    next: [...flowSteps(connection), ...nextSteps(connection)],
  };
}

function stateSentence({ status, last_auth_check_at, flow_status }: ManagedAuth, nowMs: number): string {
  const check = last_auth_check_at === undefined ? "" : ` at the last check, ${ago(last_auth_check_at, nowMs)}`;
  switch (status) {
    case "AUTHENTICATED":
      return `The profile ${check === "" ? "is" : "was"} logged in${check}.`;
    case "NEEDS_AUTH":
      if (flow_status === null || flow_status === undefined)
        return "The profile is not logged in: no login has run yet.";
      return flow_status === "SUCCESS"
        ? `The profile is not logged in: the session of the last login had expired${check}.`
        : "The profile is not logged in.";
    default:
      return `The status is ${status}, which this version does not know.`;
  }
}

/** The running login, or the outcome of the last one if it did not succeed. */
function flowSentences(connection: ManagedAuth, nowMs: number): string[] {
  const { error_code, error_message, flow_expires_at, flow_status, flow_type, website_error } = connection;
  const login = flow_type === "REAUTH" ? "automatic login" : "login";
  const shown = website_error ? [`The website shows: "${website_error}".`] : [];
  switch (flow_status) {
    case null:
    case undefined:
    case "SUCCESS":
      return [];
    case "IN_PROGRESS": {
      const left = flow_expires_at ? `; it expires in ${until(flow_expires_at, nowMs)}` : "";
      return [`A ${login} is running and ${stepWords(connection)}${left}.`, ...shown];
    }
    case "FAILED": {
      const code = error_code ? ` (${error_code})` : "";
      const meaning = error_code ? loginErrorText(error_code)?.meaning : undefined;
      return [
        `The last ${login} failed: ${failureText(error_message)}${code}.`,
        ...(meaning === undefined ? [] : [meaning]),
        ...shown,
      ];
    }
    case "EXPIRED":
      return [`The last ${login} expired before it was complete.`, ...shown];
    case "CANCELED":
      return [`The last ${login} was canceled.`];
    default:
      return [`The last ${login} is ${flow_status}, which this version does not know.`, ...shown];
  }
}

/** Choices that the login offers. */
function choiceSentences(connection: ManagedAuth): string[] {
  if (connection.flow_status !== "IN_PROGRESS") return [];
  const { choices } = requestedInput(connection);
  const labels = choices
    .slice(0, MAX_LABELS)
    .map(({ label, destination }) =>
      destination && !label.includes(destination) ? `${label} (${destination})` : label,
    );
  const more = choices.length > labels.length ? `; and ${choices.length - labels.length} more` : "";
  return labels.length === 0 ? [] : [`The choices are: ${labels.join("; ")}${more}.`];
}

/** The last check, if the sentence about the status does not mention it. */
function checkSentences({ last_auth_check_at, status, flow_status }: ManagedAuth, nowMs: number): string[] {
  if (flow_status === null || flow_status === undefined) return [];
  if (last_auth_check_at === undefined) return status === "AUTHENTICATED" ? ["No health check has run yet."] : [];
  const isNamed = status === "AUTHENTICATED" || (status === "NEEDS_AUTH" && flow_status === "SUCCESS");
  return isNamed ? [] : [`The last health check ran ${ago(last_auth_check_at, nowMs)}.`];
}

/** Commands that answer the running login, or remove the cause of the last failure. */
function flowSteps(connection: ManagedAuth): string[] {
  const { browser_session_id, credential, error_code, flow_status, flow_step, id } = connection;
  if (flow_status === "IN_PROGRESS") {
    const isElsewhere = flow_step === "AWAITING_EXTERNAL_ACTION" && browser_session_id;
    const live = isElsewhere ? [`Finish it in the live view: ${commandLine`browsers view ${browser_session_id}`}`] : [];
    return [...live, ...answerCommands(id, connection).map((line) => `Answer it: ${line}`)];
  }
  const advice = flow_status === "FAILED" && error_code ? loginErrorText(error_code)?.advice : undefined;
  // A person has to enter a value that is not stored.
  if (advice === undefined || (advice.includes("<name>") && !credential?.name)) return [];
  const step = filledAdvice(advice, { id, name: credential?.name });
  return step.endsWith(commandLine`auth connections login ${id}`) ? [] : [step];
}

function stepWords(connection: ManagedAuth): string {
  const { external_action_message, flow_step } = connection;
  switch (flow_step) {
    case "DISCOVERING":
      return "looks for the login form";
    case "AWAITING_INPUT":
      return `waits for ${askedText(connection) || "input"}`;
    case "AWAITING_EXTERNAL_ACTION":
      return `waits for a step outside of the login page${external_action_message ? `: "${external_action_message}"` : ""}`;
    case "SUBMITTING":
      return "submits what was entered";
    default:
      return flow_step ? `is at the step ${flow_step}` : "has shown no step yet";
  }
}

function renewalSentences(connection: ManagedAuth): string[] {
  const { auto_reauth, can_reauth, can_reauth_reason: reason, health_check_interval, health_checks } = connection;
  const known = reasonText(reason);
  const possible = can_reauth ? "An expired session can be renewed" : "An expired session cannot be renewed";
  const because = reason === undefined ? "." : ` (${reason}).`;
  const meaning = reason === undefined || known ? (known?.meaning ?? "") : "This version does not know that reason.";
  const sentences = [`${possible} without a person${because}`, ...(meaning === "" ? [] : [meaning])];
  const checks = health_check_interval
    ? `a health check every ${humanSeconds(health_check_interval)}`
    : "a health check";
  if (health_checks === false) sentences.push("Health checks are off: nothing notices an expired session.");
  else if (auto_reauth === false) sentences.push(`Auto-reauth is off: ${checks} marks an expired session NEEDS_AUTH.`);
  else if (can_reauth && auto_reauth) sentences.push(`Auto-reauth is on: ${checks} renews an expired session.`);
  return sentences;
}

/** Commands to log the connection in and to have it renewed automatically. */
function nextSteps(connection: ManagedAuth): string[] {
  const { auto_reauth, can_reauth, can_reauth_reason, credential, flow_status, health_checks, hosted_url, id, status } =
    connection;
  const running = flow_status === "IN_PROGRESS";
  const login = commandLine`auth connections login ${id}`;
  const steps: string[] = [];
  if (running) steps.push(`Continue the login: ${attachCommand(id)}${hosted_url ? `, or open ${hosted_url}` : ""}`);
  else if (status === "NEEDS_AUTH") steps.push(`Log in: ${login}`);
  const advice = reasonText(can_reauth_reason)?.advice;
  const own = advice && filledAdvice(advice, { id, name: credential?.name || undefined });
  if (own !== undefined && !own.startsWith("Nothing to do") && !(own.endsWith(login) && steps.length > 0))
    steps.push(own);
  const off = [auto_reauth === false && "--auto-reauth", health_checks === false && "--health-checks"].filter(
    (flag) => flag !== false,
  );
  if (can_reauth && off.length > 0) {
    steps.push(`Renew expired sessions: ${commandLine`auth connections update ${id} ${off}`}`);
  }
  return steps.length > 0 ? steps : ["Nothing to do."];
}

function reasonText(reason: string | undefined): { readonly meaning: string; readonly advice: string } | undefined {
  const known: Readonly<Record<string, { readonly meaning: string; readonly advice: string }>> = canReauthReasonTexts;
  return reason !== undefined && Object.hasOwn(known, reason) ? known[reason] : undefined;
}

function ago(time: string, nowMs: number): string {
  return `${humanSeconds((nowMs - epochMs(time)) / 1_000)} ago`;
}

function until(time: string, nowMs: number): string {
  return humanSeconds((epochMs(time) - nowMs) / 1_000);
}
