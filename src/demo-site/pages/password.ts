import { setTimeout as delay } from "node:timers/promises";
import { loginForm, passwordField, usernameField, WRONG } from "../forms.ts";
import { html, htmlDocument } from "../html.ts";
import { type DemoAnswer, type DemoPages, loggedIn, type Visit } from "../visit.ts";

/** Time that the slow page takes for each answer, in milliseconds. */
const SLOW_MS = 1_500;

const fields = html`${usernameField}${passwordField}`;

function password(visit: Visit): DemoAnswer {
  const user = visit.state.login(visit.form);
  if (visit.method === "POST" && user) return loggedIn(visit, user);
  const error = visit.method === "POST" ? WRONG : undefined;
  return { page: htmlDocument("Sign in", loginForm(fields, { error })) };
}

const lists = html`<label>Language <select name="language"><option value="en">English</option><option value="de">Deutsch</option></select></label>
<label>Directory <select name="directory" required><option value="">Choose…</option><option value="d1">Example Corp</option>
<option value="d2">Example Labs</option></select></label>`;

/** The usual form, alone, with lists, slowly, and among other forms. */
export const passwordPages: readonly DemoPages[] = [
  {
    path: "/password",
    title: "Password",
    about: "user name and password on one page",
    routes: { "/password": password },
  },
  {
    path: "/directory",
    title: "Password and a list",
    about: "user name, password and a directory to choose: every user is in Example Labs",
    routes: {
      "/directory": (visit) => {
        const user = visit.state.login(visit.form);
        const isRight = user !== undefined && visit.form.get("directory") === "d2";
        if (visit.method === "POST" && isRight) return loggedIn(visit, user);
        const error = visit.method === "POST" ? "Wrong user name, password or directory." : undefined;
        return { page: htmlDocument("Sign in", loginForm(html`${lists}${fields}`, { error })) };
      },
    },
  },
  {
    path: "/slow",
    title: "Slow",
    about: `every answer takes ${SLOW_MS / 1_000} s`,
    routes: {
      "/slow": async (visit) => {
        await delay(SLOW_MS);
        return password(visit);
      },
    },
  },
  {
    path: "/crowded",
    title: "Among other forms",
    about: "newsletter, search and registration beside the login; fields with a placeholder and no label",
    routes: {
      "/crowded": (visit) => {
        const user = visit.state.login(visit.form);
        if (visit.method === "POST" && user) return loggedIn(visit, user);
        const error = visit.method === "POST" ? html`<p>${WRONG}</p>` : undefined;
        const before = html`<header><form role="search" action="/"><input type="search" name="q" placeholder="Search products"><button>Search</button></form></header>
<aside><h2>Newsletter</h2><form action="/newsletter"><input type="email" name="email" placeholder="Your email address"><button>Subscribe</button></form></aside>`;
        const content = html`${error}<form method="post" id="members"><input name="username" placeholder="User name"><input type="password" name="password" placeholder="Password">
<label><input type="checkbox" name="remember"> Remember me</label><a href="/forgot">Forgot password?</a> <input type="submit" value="Log in"></form>
<h2>New here?</h2><form action="/register"><label>Email <input type="email" name="email"></label><label>Choose a password <input type="password" name="password" autocomplete="new-password"></label><button>Create account</button></form>
<p><a href="https://github.com/example">GitHub</a> <a href="https://www.facebook.com/example">Facebook</a></p>`;
        return { page: htmlDocument("Shop", content, { before }) };
      },
    },
  },
];
