import { loginForm, passwordField, script, usernameField, WRONG } from "../forms.ts";
import { html, htmlDocument } from "../html.ts";
import { type DemoAnswer, type DemoPages, loggedIn, type Visit } from "../visit.ts";

/** Address to which the provider sends the user back: with `popup`, a page that notifies its opener. */
function back(visit: Visit): string {
  return visit.url.searchParams.has("popup") ? "/sso/popup-done" : "/sso/done";
}

function provider(visit: Visit, path: string): string {
  return visit.onHost("provider", `${path}${visit.url.search}`);
}

function finish(visit: Visit): DemoAnswer {
  const code = visit.url.searchParams.get("code") ?? "";
  const user = visit.state.tokens.get(code);
  visit.state.tokens.delete(code);
  return user ? loggedIn(visit, user) : { to: "/sso" };
}

/** Login over another host, which asks for consent; in the same window or in a popup. */
export const ssoPages: readonly DemoPages[] = [
  {
    path: "/sso",
    title: "Single sign-on",
    about: "over another host name, with a consent page, in this window or in a popup",
    routes: {
      "/sso": (visit) => {
        const popup = script(`document.querySelector("#popup").onclick = () =>
          window.open(${JSON.stringify(visit.onHost("provider", "/idp/login?popup=1"))}, "sso", "width=500,height=600");`);
        const content = html`<p><a href="${visit.onHost("provider", "/idp/login")}" role="button">Continue with Google</a></p>
<p><button id="popup">Sign in with Keycloak</button></p>${popup}
${loginForm(html`${usernameField}${passwordField}`, { action: "/password" })}`;
        return { page: htmlDocument("Sign in", content) };
      },
      "/sso/done": finish,
      "/sso/popup-done": (visit) => {
        finish(visit);
        return { page: htmlDocument("Done", script(`opener.location = "/home"; close();`)) };
      },
      "/idp/login": (visit) => {
        const user = visit.state.login(visit.form);
        if (user && visit.method === "POST") visit.session.user = user;
        if (visit.session.user) return { to: provider(visit, "/idp/consent") };
        const error = visit.method === "POST" ? WRONG : undefined;
        return {
          page: htmlDocument("Identity provider", loginForm(html`${usernameField}${passwordField}`, { error })),
        };
      },
      "/idp/consent": (visit) => {
        const { user } = visit.session;
        if (!user) return { to: provider(visit, "/idp/login") };
        if (visit.method === "POST") {
          const code = visit.form.has("allow") ? visit.state.newToken(user) : "";
          return { to: visit.onHost("main", `${back(visit)}?code=${code}`) };
        }
        const content = html`<p>The demo site wants to know your name and email address.</p>
<form method="post"><button name="allow" value="1">Allow</button><button name="deny" value="1">Deny</button></form>`;
        return { page: htmlDocument("Authorize the demo site", content) };
      },
    },
  },
];
