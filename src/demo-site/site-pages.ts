import { html, htmlDocument } from "./html.ts";
import { accountPages } from "./pages/accounts.ts";
import { dialogPages } from "./pages/dialog.ts";
import { errorPages } from "./pages/errors.ts";
import { factorPages } from "./pages/factors.ts";
import { framePages } from "./pages/frames.ts";
import { homePages } from "./pages/home.ts";
import { hostilePages } from "./pages/hostile.ts";
import { identifierPages } from "./pages/identifier.ts";
import { languagePages } from "./pages/languages.ts";
import { passwordPages } from "./pages/password.ts";
import { phonePages } from "./pages/phone.ts";
import { scriptPages } from "./pages/scripts.ts";
import { ssoPages } from "./pages/sso.ts";
import { totpPages } from "./pages/totp.ts";
import { totpCode } from "./totp.ts";
import type { DemoAnswer, DemoPages, Visit } from "./visit.ts";

/** All pages, in the order of the index. */
export const sitePages: readonly DemoPages[] = [
  ...passwordPages,
  ...identifierPages,
  ...totpPages,
  ...factorPages,
  ...accountPages,
  ...ssoPages,
  ...errorPages,
  ...dialogPages,
  ...framePages,
  ...scriptPages,
  ...languagePages,
  ...hostilePages,
  ...phonePages,
  ...homePages,
];

/** Index: every page, and the users with what they need to log in. */
export function indexPage({ state }: Visit): DemoAnswer {
  const pages = sitePages.map(
    ({ path, title, about }) => html`<tr><td><a href="${path}">${title}</a></td><td>${about}</td></tr>`,
  );
  const users = state.users.map(
    ({ name, email, password, totpSecret }) =>
      html`<tr><td>${name}</td><td>${email}</td><td><code>${password}</code></td><td><code>${totpSecret}</code></td><td>${totpCode(totpSecret, state.now())}</td></tr>`,
  );
  return {
    page: htmlDocument(
      "Demo site",
      html`<p>Ways to log in, to try managed auth with. It runs on this machine and protects nothing.</p>
<h2>Users</h2>
<table><tr><th>Name</th><th>Email</th><th>Password</th><th>TOTP secret</th><th>Code now</th></tr>${users}</table>
<h2>Pages</h2>
<table>${pages}</table>`,
    ),
  };
}
