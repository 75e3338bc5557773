import { script } from "./forms.ts";
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
import { scriptPages } from "./pages/scripts.ts";
import { ssoPages } from "./pages/sso.ts";
import { totpPages } from "./pages/totp.ts";
import { tripPages } from "./pages/trips.ts";
import { msLeft, totpCode } from "./totp.ts";
import type { DemoAnswer, DemoPages, Visit } from "./visit.ts";

/** The "phone": shows text messages and approves logins. */
const phonePages: readonly DemoPages[] = [
  {
    path: "/phone",
    title: "Phone",
    about: "the codes that were sent, and logins to approve",
    routes: {
      "/phone": ({ method, state }) => {
        if (method === "POST") {
          for (const session of state.waiting) session.approved = true;
          state.waiting.clear();
          return { to: "/phone" };
        }
        const messages = state.messages.toReversed().map((message) => html`<li>${message}</li>`);
        const approve = html`<form method="post"><button>Approve ${state.waiting.size} sign-in requests</button></form>`;
        const content = html`${messages.length > 0 ? html`<ul>${messages}</ul>` : html`<p>No messages.</p>`}
${state.waiting.size > 0 ? approve : html`<p>No sign-in requests to approve.</p>`}`;
        return { page: htmlDocument("Phone", content) };
      },
    },
  },
];

/** Pages of one subject. */
interface PageGroup {
  readonly title: string;
  readonly pages: readonly DemoPages[];
}

const groups: readonly PageGroup[] = [
  { title: "User name and password", pages: [...passwordPages, ...identifierPages] },
  { title: "Second factors", pages: [...totpPages, ...factorPages] },
  { title: "Known accounts and other websites", pages: [...accountPages, ...ssoPages] },
  { title: "Ways to refuse a login", pages: errorPages },
  { title: "Places of the form", pages: [...dialogPages, ...framePages, ...scriptPages] },
  { title: "Languages and texts", pages: [...languagePages, ...hostilePages] },
  { title: "Around the login", pages: [...phonePages, ...homePages, ...tripPages] },
];

/** All pages, in the order of the index. */
export const sitePages: readonly DemoPages[] = groups.flatMap(({ pages }) => pages);

/** Index: every page, and the users with what they need to log in. */
export function indexPage({ state }: Visit): DemoAnswer {
  const now = state.now();
  const users = state.users.map(
    ({ name, email, password, totpSecret }) =>
      html`<li><dl><dt>User name</dt><dd><code>${name}</code></dd><dt>Email</dt><dd><code>${email}</code></dd>
<dt>Password</dt><dd><code>${password}</code></dd><dt>TOTP secret</dt><dd><code>${totpSecret}</code></dd>
<dt>Code now</dt><dd><code>${totpCode(totpSecret, now)}</code></dd></dl></li>`,
  );
  const sections = groups.map(({ title, pages }) => {
    const cards = pages.map(
      ({ path, title, about }) => html`<li><a href="${path}">${title}</a><p class="grey">${about}</p></li>`,
    );
    return html`<h2>${title}</h2><ul class="cards">${cards}</ul>`;
  });
  return {
    page: htmlDocument(
      "Demo site",
      html`<p>A page for each way to log in, to try managed auth with. It runs on this machine and protects nothing: every user
works on every page.</p>
<p>An auth connection to it has the domain <code>localhost</code>, and as its login URL the address of one of these pages.</p>
<h2>Users</h2><ul class="cards">${users}</ul>
${sections}${script(`setTimeout(() => location.reload(), ${msLeft(now)});`)}`,
      { wide: true },
    ),
  };
}
