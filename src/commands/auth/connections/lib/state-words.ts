import { table } from "../../../../core/table.ts";
import type { LoginState as State } from "./login-subject.ts";

const steps = table<string>({
  DISCOVERING: "Finding the login page",
  AWAITING_INPUT: "Waiting for input",
  AWAITING_EXTERNAL_ACTION: "Waiting for an action outside of the page",
  SUBMITTING: "Submitting",
  COMPLETED: "Completed",
});

/** Step of a login as a title; a step that this version does not know is shown as it is. */
export function stepTitle(step: string | null | undefined): string {
  return steps.get(step ?? "") ?? step ?? "Starting";
}

/** Words for the input that a login asks for: `Email, Password, or a choice`. Empty when it is unknown. */
export function askedText(state: State): string {
  const { choices, discovered_fields, fields, mfa_options, pending_sso_buttons, sign_in_options } = state;
  const labels = (fields ?? []).map(({ id, label }) => label ?? id);
  const older = (discovered_fields ?? []).map(({ label, name }) => label || name);
  const offered = [choices, mfa_options, pending_sso_buttons, sign_in_options].some((list) => list?.length);
  const asked = (labels.length > 0 ? labels : older).join(", ");
  if (!offered) return asked;
  return asked === "" ? "a choice" : `${asked}, or a choice`;
}

/**
 * State of a login as one line, without a full stop: `Waiting for Email, Password`, `Failed: the website refused the
 * password (credentials_invalid)`. It holds texts of the website: the caller makes them safe for a terminal.
 */
export function stateLine(state: State): string {
  const { error_code, error_message, external_action_message, flow_status, flow_step, post_login_url } = state;
  const shown = state.website_error ? `; the website shows: "${state.website_error}"` : "";
  switch (flow_status) {
    case "SUCCESS":
      return `Logged in${post_login_url ? ` at ${post_login_url}` : ""}`;
    case "FAILED":
      return `Failed: ${failureText(error_message)}${error_code ? ` (${error_code})` : ""}${shown}`;
    case "EXPIRED":
      return `Expired before it was complete${shown}`;
    case "CANCELED":
      return "Canceled";
  }
  if (flow_step === "AWAITING_INPUT") return `Waiting for ${askedText(state) || "input"}${shown}`;
  const action =
    flow_step === "AWAITING_EXTERNAL_ACTION" && external_action_message ? `: "${external_action_message}"` : "";
  // The error of the previous page does not belong to the next step.
  return flow_step === "AWAITING_EXTERNAL_ACTION" ? `${stepTitle(flow_step)}${action}${shown}` : stepTitle(flow_step);
}

/** Reason of a failure, as part of a sentence. */
export function failureText(message: string | null | undefined): string {
  return (message || "no reason was given").replace(/\.$/, "");
}
