import { loginForm, passwordField, usernameField, WRONG } from "../forms.ts";
import { html, htmlDocument } from "../html.ts";
import { type DemoPages, loggedIn } from "../visit.ts";

/** User name first, password on the next page. */
export const identifierPages: readonly DemoPages[] = [
  {
    path: "/identifier",
    title: "User name first",
    about: "the password is asked on a second page, beside the user name, which is read-only there",
    routes: {
      "/identifier": ({ method, form, session, state }) => {
        session.pending = state.user(form.get("username"));
        if (method === "POST" && session.pending) return { to: "/identifier/password" };
        const error = method === "POST" ? html`<p class="grey">We could not find that account.</p>` : undefined;
        const content = html`${error}${loginForm(usernameField, { submit: "Next" })}
<a href="/register">Create account</a>`;
        return { page: htmlDocument("Sign in", content) };
      },
      "/identifier/password": (visit) => {
        const { pending } = visit.session;
        if (!pending) return { to: "/identifier" };
        const isRight = visit.form.get("password") === pending.password;
        if (visit.method === "POST" && isRight) return loggedIn(visit, pending);
        const fields = html`<label>Account <input name="username" value="${pending.email}" readonly></label>${passwordField}`;
        const error = visit.method === "POST" ? WRONG : undefined;
        return { page: htmlDocument("Welcome", loginForm(fields, { error })) };
      },
    },
  },
];
