import { loginForm, passwordField, WRONG } from "../forms.ts";
import { html, htmlDocument } from "../html.ts";
import { type DemoPages, loggedIn } from "../visit.ts";

/** Choice of one of several accounts. */
export const accountPages: readonly DemoPages[] = [
  {
    path: "/accounts",
    title: "Account picker",
    about: "the page knows the accounts; the password follows",
    routes: {
      "/accounts": ({ method, form, session, state }) => {
        session.pending = state.user(form.get("account"));
        if (method === "POST") return { to: session.pending ? "/accounts/password" : "/identifier" };
        const accounts = state.users.map(
          ({ name, email }) =>
            html`<li><button name="account" value="${name}"><div>${name}</div><div>${email}</div></button></li>`,
        );
        const content = html`<form method="post"><ul class="plain">${accounts}<li><button name="account" value="">Use another account</button></li></ul></form>`;
        return { page: htmlDocument("Choose an account", content) };
      },
      "/accounts/password": (visit) => {
        const { pending } = visit.session;
        if (!pending) return { to: "/accounts" };
        const isRight = visit.form.get("password") === pending.password;
        if (visit.method === "POST" && isRight) return loggedIn(visit, pending);
        const error = visit.method === "POST" ? WRONG : undefined;
        return { page: htmlDocument(`Hello ${pending.name}`, loginForm(passwordField, { error })) };
      },
    },
  },
];
