import type { CodeText } from "./code-text.ts";

/** Value of `can_reauth_reason`; its advice has `<id>` for a connection's id. */
interface ReasonText extends CodeText {
  readonly canReauth: boolean;
}

/** Every value of `can_reauth_reason` with its meaning and a next step (spec 2.1). */
export const canReauthReasonTexts = {
  external_credential: {
    canReauth: true,
    meaning: "An external credential provider supplies the credential.",
    advice: "Nothing to do: an expired session is renewed when auto-reauth and health checks are on.",
  },
  cua_has_credential: {
    canReauth: true,
    meaning: "A computer-use login flow has a stored credential.",
    advice: "Nothing to do: an expired session is renewed when auto-reauth and health checks are on.",
  },
  has_credential: {
    canReauth: true,
    meaning: "A credential is stored; whether it is sufficient is not known yet.",
    advice: "Log in once more to record what the website asks for: browserctl auth connections login <id>",
  },
  viable_plans_found: {
    canReauth: true,
    meaning: "A stored login plan can be replayed without a person.",
    advice: "Nothing to do: an expired session is renewed when auto-reauth and health checks are on.",
  },
  no_requirements_recorded: {
    canReauth: true,
    meaning: "The last login asked for nothing that could be missing.",
    advice: "Nothing to do: an expired session is renewed when auto-reauth and health checks are on.",
  },
  requirements_satisfiable: {
    canReauth: true,
    meaning: "The stored credential has everything that the last login asked for.",
    advice: "Nothing to do: an expired session is renewed when auto-reauth and health checks are on.",
  },
  no_prior_successful_login: {
    canReauth: false,
    meaning: "The connection has never completed a login.",
    advice: "Log in once: browserctl auth connections login <id>",
  },
  no_credential: {
    canReauth: false,
    meaning: "No credential is attached, so there is nothing to log in with.",
    advice: "Attach a stored credential: browserctl auth connections update <id> --credential <name>",
  },
  no_viable_plans: {
    canReauth: false,
    meaning: "A credential is attached, but no stored login plan could be replayed.",
    advice: "Log in again to record a new plan: browserctl auth connections login <id>",
  },
  viable_plans_require_external_action: {
    canReauth: false,
    meaning: "Every stored login plan needs a step outside the browser, such as an e-mail link or a push message.",
    advice: "Log in by hand when the session expires: browserctl auth connections login <id>",
  },
  requires_external_action: {
    canReauth: false,
    meaning: "The last login needed a step outside the browser, such as an e-mail link or a push message.",
    advice: "Log in by hand when the session expires: browserctl auth connections login <id>",
  },
  requires_totp_without_secret: {
    canReauth: false,
    meaning: "The website asks for a code of an authenticator app, and no TOTP secret is stored.",
    advice: "Store the secret: browserctl credentials update <name> --totp-secret -",
  },
  requires_sms_code: {
    canReauth: false,
    meaning: "The website sends a code by SMS, which the service cannot receive.",
    advice:
      "Log in by hand when the session expires, or switch the account to an authenticator app and store its secret.",
  },
  requires_email_code: {
    canReauth: false,
    meaning: "The website sends a code by e-mail, which the service cannot receive.",
    advice:
      "Log in by hand when the session expires, or switch the account to an authenticator app and store its secret.",
  },
  requires_customer_input: {
    canReauth: false,
    meaning: "The website asks for a field or a choice that the stored credential does not have.",
    advice: "Add the missing value to the credential: browserctl credentials update <name> --value <field>=-",
  },
} as const satisfies Readonly<Record<string, ReasonText>>;

/** Value of `can_reauth_reason` (spec 2.1). */
export type CanReauthReason = keyof typeof canReauthReasonTexts;

/** All values of `can_reauth_reason`: those with which a session can be renewed first. */
export const canReauthReasons = Object.keys(canReauthReasonTexts) as readonly CanReauthReason[];
