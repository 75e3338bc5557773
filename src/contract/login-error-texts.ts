import type { CodeText } from "./code-text.ts";

/**
 * Codes of failed logins, their `error_code`. An advice has `<id>` for the connection's id and `<name>` for its
 * credential's name. assumed: the API names none; these are the local service's.
 */
export const loginErrorTexts = {
  browser_session_terminated: {
    meaning: "The login page or its browser was closed, or it crashed.",
    advice: "Log in again: browserctl auth connections login <id>",
  },
  credential_provider_failed: {
    meaning: "The credential provider did not give the values of the login.",
    advice: "Test the provider: browserctl credential-providers list; browserctl credential-providers test NAME",
  },
  credentials_invalid: {
    meaning: "The website refused what it was given.",
    advice: "Correct the stored value: browserctl credentials update <name> --ask password",
  },
  domain_not_allowed: {
    meaning: "A value would have got to a host that is not allowed, or over a connection that is not encrypted.",
    advice:
      "If the host belongs to the website, allow it beside those that are allowed: browserctl auth connections update <id> --allowed-domain HOST",
  },
  input_required: {
    meaning: "The website asked for something that is not stored, and nobody could be asked.",
    advice: "Log in with a person: browserctl auth connections login <id>",
  },
  login_failed: {
    meaning: "The login ended, and the page did not show that it had worked.",
    advice: "Watch it in the live view: browserctl auth connections login <id>",
  },
  login_page_unreachable: {
    meaning: "The login page could not be loaded.",
    advice: "Check the address of the login page: browserctl auth connections update <id> --login-url URL",
  },
  no_login_form: {
    meaning: "No page with a login form was found.",
    advice: "Name the login page: browserctl auth connections update <id> --login-url URL",
  },
  service_stopped: {
    meaning: "The service stopped while the login was running.",
    advice: "Log in again: browserctl auth connections login <id>",
  },
  unsupported_auth_method: {
    meaning: "The login needs a step outside of the page, and nobody could be asked, or it uses HTTP authentication.",
    advice: "Log in with a person: browserctl auth connections login <id>",
  },
} as const satisfies Readonly<Record<string, CodeText>>;

/** Meaning and next step of a code; undefined for one that this version does not know. */
export function loginErrorText(code: string): CodeText | undefined {
  const known: Readonly<Record<string, CodeText>> = loginErrorTexts;
  return Object.hasOwn(known, code) ? known[code] : undefined;
}
