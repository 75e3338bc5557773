const authWord =
  /(?:^|[/_.-])(?:log-?in|log-?on|sign-?in|auth\w*|sso|saml\w*|oauth2?|authorize|consent|mfa|2fa|otp|totp|challenge|verify|anmeld\w*|interaction|session)(?:$|[/_.?-])/i;

/** True for an address that belongs to a login rather than to the pages after it. */
export function isAuthAddress(url: string): boolean {
  const parsed = URL.parse(url);
  return parsed !== null && authWord.test(parsed.pathname);
}

/** "login" and the like as a word of an address: after a character that is no letter, or with a capital letter. */
const loginWord =
  /(?:^|[^a-z])(?:log[-_]?in|log[-_]?on|sign[-_]?in|auth|sso|saml|anmelden|connexion|acceder)(?![a-z])|[a-z](?:Log|Sign)[-_]?[IiOo]n(?![a-z])/;
const otherWord =
  /log[-_]?(?:out|off)|sign[-_]?(?:out|off|up)|regist|subscri|reset|forgot|lost|recover|password|create[-_]?account/i;

/** True for the address of a link that leads to a login form. */
export function leadsToLogin(url: string): boolean {
  const { pathname = "", search = "", hash = "" } = URL.parse(url) ?? {};
  const text = `${pathname}${search}${hash}`;
  return (loginWord.test(text) || loginWord.test(text.toLowerCase())) && !otherWord.test(text);
}
