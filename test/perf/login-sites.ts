import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { Bench } from "./bench.ts";

export const user = { username: "alice", password: "Wonder-land 7!" } as const;

/** Website to log in to, in the way of a common kind. */
export interface LoginSite {
  readonly name: string;
  readonly url: string;
}

const form = `<form method="post" action="/login"><input type="hidden" name="csrf" value="a1b2c3"><label>Username <input
name="username" autocomplete="username"></label> <label>Password <input type="password" name="password"></label>
<button>Log in</button></form>`;
const items = Array.from({ length: 30 }, (_, at) => `<li><a href="/items/${at}">Item ${at}</a></li>`).join("");
const home = (way: string): string => `<h1 id="home">Overview</h1>${way}<ul>${items}</ul>`;
const wayOut = `<a href="/logout">Log out</a>`;

/** Application of one page with a token, as a bundle of scripts draws it. */
const application = `<div id="app"></div><script>
const app = document.querySelector("#app");
const draw = async () => {
  const headers = { authorization: "Bearer " + localStorage.token };
  const known = localStorage.token && (await fetch("/api/me", { headers })).ok;
  app.innerHTML = known ? ${JSON.stringify(home(wayOut))} : ${JSON.stringify(form)};
  app.querySelector("form")?.addEventListener("submit", async (event) => {
    event.preventDefault();
    const answer = await fetch("/login", { method: "POST", body: new URLSearchParams(new FormData(event.target)) });
    if (answer.ok) { localStorage.token = await answer.text(); history.pushState(null, "", "/app"); draw(); }
  });
};
draw();
</script>`;

type Kind = (request: IncomingMessage, response: ServerResponse, sessions: Set<string>) => Promise<void>;

/** Form on a page, a redirect and a session cookie; `way` is the way out of the page behind the login. */
function rendered(way: string): Kind {
  return async (request, response, sessions) => {
    const isKnown = sessions.has(/sessionid=([\w-]+)/.exec(request.headers.cookie ?? "")?.[1] ?? "");
    response.setHeader("content-type", "text/html; charset=utf-8");
    if (request.method === "POST") {
      const isRight = new URLSearchParams(await text(request)).get("password") === user.password;
      const cookie = `sessionid=${added(sessions)}; Max-Age=99999; Path=/; HttpOnly`;
      response.writeHead(302, isRight ? { location: "/home", "set-cookie": cookie } : { location: "/login" }).end();
    } else if (request.url === "/login") response.end(form);
    else if (isKnown) response.end(home(way));
    else response.writeHead(302, { location: "/login" }).end();
  };
}

const singlePage: Kind = async (request, response, sessions) => {
  if (request.method === "POST") {
    const isRight = new URLSearchParams(await text(request)).get("password") === user.password;
    response.writeHead(isRight ? 200 : 401).end(isRight ? added(sessions) : "");
  } else if (request.url === "/api/me") {
    response.writeHead(sessions.has(request.headers.authorization?.slice(7) ?? "") ? 200 : 401).end();
  } else response.setHeader("content-type", "text/html; charset=utf-8").end(application);
};

function added(sessions: Set<string>): string {
  const id = randomUUID();
  sessions.add(id);
  return id;
}

/** Starts a website of each kind; they end with the benchmarks. */
export function loginSites(bench: Bench): Promise<LoginSite[]> {
  const kinds: Readonly<Record<string, Kind>> = {
    "form, redirect": rendered(wayOut),
    "form, no way out": rendered(""),
    "single page": singlePage,
  };
  return Promise.all(Object.entries(kinds).map(([name, kind]) => startSite(bench, name, kind)));
}

async function startSite(bench: Bench, name: string, kind: Kind): Promise<LoginSite> {
  const sessions = new Set<string>();
  const server = createServer((request, response) => {
    if (request.url === "/favicon.ico") response.writeHead(404).end();
    else kind(request, response, sessions).catch((error: unknown) => response.destroy(error as Error));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  bench.defer(() => {
    server.close();
    server.closeAllConnections();
  });
  return { name, url: `http://localhost:${(server.address() as AddressInfo).port}/login` };
}
