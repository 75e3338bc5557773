import { LoginFlowError } from "./flow-error.ts";
import type { LoginDialog, LoginQuestion } from "./flow-types.ts";
import { notAccepted } from "./run-errors.ts";

/** Dialog of a login without a person: every question ends the login with the reason why it cannot continue. */
export function unattendedDialog(step: LoginDialog["step"]): LoginDialog {
  return { step, ask: (question) => Promise.reject(unanswerable(question)) };
}

function unanswerable({ kind, fields, choices, message, websiteError }: LoginQuestion): LoginFlowError {
  const refused = fields.filter(({ reason }) => reason === "rejected");
  if (refused.length > 0) return notAccepted(names(refused), websiteError);
  if (kind === "external") {
    const text = `the login needs a step that only a person can do (${message ?? "outside of the page"}); log in by hand`;
    return new LoginFlowError("unsupported_auth_method", text, { websiteError });
  }
  const asked = fields.length > 0 ? names(fields) : `a choice among ${names(choices)}`;
  const text = `the website asks for ${asked}, which is not stored; log in by hand, or add it to the credential`;
  return new LoginFlowError("input_required", text, { websiteError });
}

function names(items: readonly { readonly label: string }[]): string {
  return items.map(({ label }) => JSON.stringify(label)).join(", ");
}
