import { script } from "../forms.ts";
import { html, htmlDocument } from "../html.ts";
import type { DemoPages } from "../visit.ts";

/** Time after which the closed shadow root comes, in milliseconds. */
const LATE_MS = 300;

/** Sends user name and password as JSON-like fields and reports the result. */
const api = `async function login(fields) {
  const response = await fetch("/api/login", { method: "POST", body: new URLSearchParams(fields) });
  return response.ok ? response.json() : undefined;
}`;

const shadow = (mode: string, delayMs: number): string => `${api}
setTimeout(() => customElements.define("login-card", class extends HTMLElement {
  connectedCallback() {
    const root = this.attachShadow({ mode: "${mode}" });
    root.innerHTML = "<style>" + document.querySelector("style").textContent + "</style>" + '<form method="post"><label>User name <input name="username"></label><label>Password <input name="password" type="password"></label><p></p><slot></slot><button>Sign in</button></form>';
    root.querySelector("form").onsubmit = async (event) => {
      event.preventDefault();
      const answer = await login(new FormData(event.target));
      if (answer) location = "/api/enter?token=" + answer.token;
      else root.querySelector("p").textContent = "Login failed";
    };
  }
}), ${delayMs});`;

const spa = `${api}
const main = document.querySelector("main");
async function show() {
  const token = localStorage.getItem("token");
  const who = token && await fetch("/api/me", { headers: { authorization: "Bearer " + token } });
  if (who && who.ok) {
    main.innerHTML = "<h1>Inbox</h1><p>Hello " + (await who.json()).name + "</p><button>Sign out</button>";
    main.querySelector("button").onclick = () => { localStorage.removeItem("token"); show(); };
    return;
  }
  localStorage.removeItem("token");
  main.innerHTML = '<h1>Welcome</h1><div><div><input id="user" placeholder="Username"></div><div><input id="pass" type="password" placeholder="Password"><button type="button">Show</button></div><p></p><button id="go" class="primary">Login</button></div>';
  main.querySelector("#go").onclick = async () => {
    const answer = await login({ username: user.value, password: pass.value });
    if (!answer) { main.querySelector("p").textContent = "Invalid username or password"; return; }
    localStorage.setItem("token", answer.token);
    show();
  };
}
setTimeout(show, 200);`;

/** Builds the form again at each input, like frameworks that lose track of their nodes. */
const remount = `${api}
const values = { username: "", password: "" };
function show(error) {
  document.querySelector("#form").innerHTML = '<form method="post"><label>User name <input name="username"></label><label>Password <input name="password" type="password"></label><p>' + (error || "") + '</p><button>Sign in</button></form>';
  const form = document.querySelector("form");
  for (const name of ["username", "password"]) {
    form[name].value = values[name];
    form[name].oninput = (event) => { values[name] = event.target.value; show(); };
  }
  form.onsubmit = async (event) => {
    event.preventDefault();
    const answer = await login(values);
    if (answer) location = "/api/enter?token=" + answer.token;
    else show("Login failed");
  };
}
show();`;

/** Pages that scripts draw. */
export const scriptPages: readonly DemoPages[] = [
  {
    path: "/shadow",
    title: "Shadow DOM",
    about: "the form is in an open shadow root",
    routes: {
      "/shadow": () => ({
        page: htmlDocument("Sign in", html`<login-card>Members only.</login-card>${script(shadow("open", 0))}`),
      }),
      "/api/login": ({ state, form }) => {
        const user = state.login(form);
        return user ? { json: { token: state.newToken(user) } } : { status: 401, json: { error: "wrong" } };
      },
      "/api/me": ({ state, headers }) => {
        const user = state.tokens.get(/^Bearer (\w+)$/.exec(String(headers["authorization"]))?.[1] ?? "");
        return user ? { json: { name: user.name } } : { status: 401, json: { error: "no token" } };
      },
      "/api/enter": ({ state, url, session }) => {
        session.user = state.tokens.get(url.searchParams.get("token") ?? "");
        return { to: "/home" };
      },
    },
  },
  {
    path: "/closed-shadow",
    title: "Closed shadow DOM",
    about: "the form is in a shadow root that scripts of the page cannot enter, and comes a little late",
    routes: {
      "/closed-shadow": () => ({
        page: htmlDocument(
          "Sign in",
          html`<login-card style="display: block; min-height: 3rem">Members only.</login-card>${script(shadow("closed", LATE_MS))}`,
        ),
      }),
    },
  },
  {
    path: "/spa",
    title: "Application of one page",
    about: "no form element, and a token in localStorage instead of a cookie",
    routes: { "/spa": () => ({ page: htmlDocument("Mail", html`${script(spa)}`) }) },
  },
  {
    path: "/remount",
    title: "Form that is rebuilt",
    about: "every key replaces the fields with new ones",
    routes: { "/remount": () => ({ page: htmlDocument("Sign in", html`<div id="form"></div>${script(remount)}`) }) },
  },
];
