import { html, htmlDocument } from "../html.ts";
import type { DemoPages } from "../visit.ts";

/** Page of a logged-in user, and the log-out. */
export const homePages: readonly DemoPages[] = [
  {
    path: "/home",
    title: "Your account",
    about: "needs a login; has a log-out button",
    routes: {
      "/home": ({ session, method }) => {
        if (method === "POST") session.user = undefined;
        if (!session.user) return { to: "/password" };
        const content = html`<p>Signed in as ${session.user.name}.</p>
<form method="post"><button>Log out</button></form>
<h2>Change your password</h2>
<form method="post" action="/settings"><label>Password <input name="password" type="password"></label><button>Save</button></form>`;
        return { page: htmlDocument("Your account", content) };
      },
      "/settings": () => ({ to: "/home" }),
    },
  },
  {
    path: "/expire",
    title: "Expire sessions",
    about: "ends every session and token, as a site does after a while",
    routes: {
      "/expire": ({ state, method }) => {
        if (method === "POST") {
          state.expireAll();
          return { to: "/password" };
        }
        return {
          page: htmlDocument("Expire sessions", html`<form method="post"><button>Expire all sessions</button></form>`),
        };
      },
    },
  },
];
