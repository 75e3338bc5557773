import { loginForm, passwordField, script, usernameField, WRONG } from "../forms.ts";
import { type Html, html, htmlDocument } from "../html.ts";
import { type DemoPages, loggedIn } from "../visit.ts";

function refusing(path: string, title: string, about: string, error: Html): DemoPages {
  return {
    path,
    title,
    about,
    routes: {
      [path]: (visit) => {
        const user = visit.state.login(visit.form);
        if (visit.method === "POST" && user) return loggedIn(visit, user);
        const content = html`${visit.method === "POST" ? error : undefined}${loginForm(html`${usernameField}${passwordField}`)}`;
        return { page: htmlDocument("Sign in", content) };
      },
    },
  };
}

/** Ways to report that a login was refused. */
export const errorPages: readonly DemoPages[] = [
  refusing("/errors/grey", "Grey error", "text like any other", html`<p class="grey">${WRONG}</p>`),
  refusing("/errors/silent", "Silent refusal", "the same form again, without a word", html``),
  refusing(
    "/errors/dialog",
    "Error in a dialog",
    "a dialog over the form, to be closed first",
    html`<dialog><p>${WRONG}</p><button onclick="this.closest('dialog').close()">OK</button></dialog>${script(
      `document.querySelector("dialog").showModal();`,
    )}`,
  ),
  refusing(
    "/errors/alert",
    "Error in a JavaScript dialog",
    "alert(), which stops the page",
    script(`addEventListener("load", () => setTimeout(() => alert(${JSON.stringify(WRONG)})));`),
  ),
];
