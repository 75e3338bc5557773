import { loginForm, passwordField, script, usernameField, WRONG } from "../forms.ts";
import { html, htmlDocument } from "../html.ts";
import { type DemoPages, loggedIn } from "../visit.ts";

/** Login that a control opens: in a dialog or in a new tab. */
export const dialogPages: readonly DemoPages[] = [
  {
    path: "/dialog",
    title: "Login behind a button",
    about: "a public page; its Log in button opens a dialog",
    routes: {
      "/dialog": (visit) => {
        const user = visit.state.login(visit.form);
        if (visit.method === "POST" && user) return loggedIn(visit, user);
        const error = visit.method === "POST" ? WRONG : undefined;
        const content = html`<p>Packages for everyone.</p><button id="open">Log in</button>
<dialog id="login"><h2>Log in</h2>${loginForm(html`${usernameField}${passwordField}`, { submit: "Log in", error })}</dialog>
${script(`const login = document.querySelector("#login");
  document.querySelector("#open").onclick = () => login.showModal();
  if (${error !== undefined}) login.showModal();`)}`;
        return { page: htmlDocument("Registry", content) };
      },
    },
  },
  {
    path: "/new-tab",
    title: "Login in a new tab",
    about: "a public page; its Log in link opens another tab, which knows nothing of this one",
    routes: {
      "/new-tab": () => ({
        page: htmlDocument(
          "Forum",
          html`<p>Questions and answers.</p><a href="/password" target="_blank" role="button">Log in</a>`,
        ),
      }),
    },
  },
  {
    path: "/toolbar",
    title: "Log-out button behind the login",
    about: "the whole application is drawn behind the login dialog, Log out included",
    routes: {
      "/toolbar": (visit) => {
        const user = visit.state.login(visit.form);
        if (visit.method === "POST" && user) return loggedIn(visit, user);
        const before = html`<nav><button>Deploy</button><button>Log out</button></nav>
<div style="position: fixed; inset: 0; background: #0008"></div>
<div role="dialog" aria-label="Editor" style="position: fixed; inset: 10% 20% auto; background: #fff; padding: 1rem">
${loginForm(html`<label>Username: <input name="username"></label><label>Password: <input type="password" name="password"></label>`, { submit: "Login" })}</div>`;
        return { page: htmlDocument("Editor", html`<p>Workspace</p>`, { before }) };
      },
    },
  },
];
