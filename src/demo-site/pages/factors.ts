import { codeField, loginForm, passwordField, script, usernameField, WRONG, WRONG_CODE } from "../forms.ts";
import { html, htmlDocument } from "../html.ts";
import { isTotpCode } from "../totp.ts";
import { type DemoPages, loggedIn } from "../visit.ts";

const methods = html`<p>Choose how to confirm that it is you.</p>
<form method="post" class="plain">
<button name="method" value="sms">Text message to ••• ••• 42</button>
<button name="method" value="totp">Authenticator app</button>
<input type="submit" name="method" value="Email a code to a***@example.com">
<button name="method" value="push">Push notification</button>
</form>`;

/** Choice of a second factor: by buttons, one of which does not work, and by radio buttons. */
export const factorPages: readonly DemoPages[] = [
  {
    path: "/factors",
    title: "Choice of a second factor",
    about:
      "text message (see the phone page), authenticator app, push (approve it on the phone page), or an email that never comes",
    routes: {
      "/factors": ({ method, form, session, state }) => {
        session.pending = state.login(form);
        if (method === "POST" && session.pending) return { to: "/factors/choose" };
        const error = method === "POST" ? WRONG : undefined;
        return { page: htmlDocument("Sign in", loginForm(html`${usernameField}${passwordField}`, { error })) };
      },
      "/factors/choose": ({ method, form, session, state }) => {
        if (!session.pending) return { to: "/factors" };
        if (method !== "POST") return { page: htmlDocument("Verify your identity", methods) };
        const chosen = form.get("method");
        if (chosen === "push") {
          state.waiting.add(session);
          return { to: "/factors/push" };
        }
        session.code = undefined;
        if (chosen === "sms") state.sendCode(session);
        return { to: "/factors/code" };
      },
      "/factors/code": (visit) => {
        const { pending, code } = visit.session;
        if (!pending) return { to: "/factors" };
        const given = visit.form.get("code") ?? "";
        const isRight = code === undefined ? isTotpCode(pending.totpSecret, given, visit.state.now()) : given === code;
        if (visit.method === "POST" && isRight) return loggedIn(visit, pending);
        const error = visit.method === "POST" ? WRONG_CODE : undefined;
        const content = html`${loginForm(codeField, { submit: "Verify", error })}<a href="/factors/choose">Try another way</a>`;
        return { page: htmlDocument("Enter your code", content) };
      },
      "/factors/push": (visit) => {
        const { pending, approved } = visit.session;
        if (pending && approved) return loggedIn(visit, pending);
        const content = html`<p>Approve the sign-in request on your phone.</p>${script("setTimeout(() => location.reload(), 2000)")}`;
        return { page: htmlDocument("Check your phone", content) };
      },
    },
  },
  {
    path: "/radio-factors",
    title: "Second factor by radio buttons",
    about: "the choice is sent with a button below it",
    routes: {
      "/radio-factors": ({ method, form, session, state }) => {
        const [user] = state.users;
        session.pending = user;
        if (method === "POST") {
          session.code = undefined;
          if (form.get("method") === "sms") state.sendCode(session);
          return { to: "/factors/code" };
        }
        const content = html`<form method="post"><label><input type="radio" name="method" value="sms" required> Text message (SMS)</label>
<label><input type="radio" name="method" value="totp"> Code of an authenticator app</label><button>Continue</button></form>`;
        return { page: htmlDocument("Two-step verification", content) };
      },
    },
  },
];
