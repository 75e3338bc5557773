import type { RedactedText } from "../values/known-values.ts";
import { LoginFlowError } from "./flow-error.ts";

/** `subject` names the stored values that the website has refused. */
export function notAccepted(subject: string, websiteError: RedactedText | undefined): LoginFlowError {
  const text = `the website did not accept the stored ${subject}${said(websiteError)}; what was refused is not sent again, so that the account is not locked: update the credential, or log in by hand`;
  return new LoginFlowError("credentials_invalid", text, { websiteError });
}

export function refusedTooOften(attempts: number, websiteError: RedactedText | undefined): LoginFlowError {
  const text = `the website refused ${attempts} attempts${said(websiteError)}; check the credential, then log in again`;
  return new LoginFlowError("credentials_invalid", text, { websiteError });
}

export function tooManySteps(steps: number): LoginFlowError {
  const text = `the login did not end after ${steps} steps; log in by the live view, or set login_url to another page`;
  return new LoginFlowError("login_failed", text);
}

function said(websiteError: RedactedText | undefined): string {
  return websiteError === undefined ? "" : `: ${JSON.stringify(websiteError)}`;
}
