import { html, htmlDocument } from "../html.ts";
import { type DemoPages, loggedIn } from "../visit.ts";

/** Escape sequences of terminals, the end of a script, a text that runs backwards, and one that is very long. */
const injection = `\u001b[31mred\u001b[0m\u001b]0;title\u0007 </script><script>alert(1)</script> \u202eevil\u202c`;
const long = "very long ".repeat(1_000);

/** Page that tries to reach beyond itself through its texts. */
export const hostilePages: readonly DemoPages[] = [
  {
    path: "/hostile",
    title: "Hostile texts",
    about: "escape sequences, the end of a script and endless texts in labels, choices and errors",
    routes: {
      "/hostile": (visit) => {
        const user = visit.state.login(visit.form);
        if (visit.method === "POST" && user) return loggedIn(visit, user);
        const error = visit.method === "POST" ? html`<p role="alert">Wrong ${injection} ${long}</p>` : undefined;
        const many = Array.from(
          { length: 200 },
          (_none, at) => html`<button>Sign in with Provider ${at} ${injection}</button>`,
        );
        const content = html`${error}<form method="post"><label>User ${injection} <input name="username"></label>
<label>Password ${long} <input name="password" type="password"></label><button>Sign in</button></form>${many}`;
        return { page: htmlDocument(`Sign in ${injection}`, content) };
      },
    },
  },
];
