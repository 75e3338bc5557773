import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { onTestFinished } from "vitest";
import { withServer } from "../../../support/browser/chromium.ts";

/** User of all kinds of pages. */
export const user = { username: "alice", password: "Wonder-land 7!" };
/** Code that the website accepts as the second factor. */
export const code = "482913";

/** Website of one kind, in words that no pattern knows. */
export interface ForeignSite {
  readonly url: string;
  /** Ends all sessions on the server; cookies and tokens stay in the browser. */
  revoke(): void;
  /** Number of times that the password was received. */
  readonly received: () => number;
}

interface Visit {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: URLSearchParams;
  readonly isKnown: boolean;
  /** True for a browser that has a session, even one that has ended. */
  readonly hasCookie: boolean;
  revoke(): void;
  html(content: string, status?: number): void;
  redirect(path: string, cookies?: readonly string[]): void;
  /** Ends the connection without an answer. */
  drop(): void;
  /** Sets a cookie with the answer. */
  cookie(text: string): void;
  /** Cookie of a new session; its name has no meaning. */
  session(): string;
}

/** Handler of a kind of website. */
export type Kind = (visit: Visit) => void;

/** Starts a website of one kind; it ends with the test. */
export async function foreignSite(kind: Kind, onFinished: typeof onTestFinished): Promise<ForeignSite> {
  const sessions = new Set<string>();
  let passwords = 0;
  const { url } = await withServer(async (request, response) => {
    const body = new URLSearchParams(await textOf(request));
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
    if (pathname === "/favicon.ico") return void response.writeHead(404).end();
    const own = /zz=([\w-]+)/.exec(request.headers.cookie ?? "")?.[1] ?? String(request.headers["x-zz"]);
    if (request.headers["x-pw"] !== undefined) body.set("pw", String(request.headers["x-pw"]));
    if (pathname === "/in" && body.has("pw")) passwords += 1;
    const hasCookie = /zz=/.test(request.headers.cookie ?? "");
    const session = { isKnown: sessions.has(own), hasCookie, revoke: () => sessions.clear() };
    kind({ path: pathname, query: searchParams, body, ...session, ...answers(response, sessions) });
  }, onFinished);
  const address = url.replace("127.0.0.1", "localhost");
  return { url: address, revoke: () => sessions.clear(), received: () => passwords };
}

function answers(
  response: ServerResponse,
  sessions: Set<string>,
): Pick<Visit, "html" | "redirect" | "session" | "cookie" | "drop"> {
  return {
    drop: () => void response.destroy(),
    cookie: (text) => void response.setHeader("set-cookie", text),
    html: (content, status = 200) =>
      void response.writeHead(status, { "content-type": "text/html; charset=utf-8" }).end(content),
    redirect: (location, cookies = []) => void response.writeHead(303, { location, "set-cookie": [...cookies] }).end(),
    session: () => {
      const id = randomUUID();
      sessions.add(id);
      return `zz=${id}; Max-Age=99999; Path=/`;
    },
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const part of request) text += part;
  return text;
}

export function isRight(body: URLSearchParams): boolean {
  return body.get("pw") === user.password;
}

/** Form in words that no pattern knows; only the types of its fields tell what they are. */
export function form(more = "", action = "/in"): string {
  return `<form method="post" action="${action}"><label>Zyxo <input name="u" autocomplete="username"></label>
<label>Qwlt <input type="password" name="pw"></label>${more}<button>Vrmp</button></form>`;
}

/** Page behind a login, with words and buttons that are not about the login. */
export function dashboard(more = ""): string {
  const items = Array.from({ length: 22 }, (_, at) => `<p>Grmbl ${"abcdefghijklmnopqrstuvwxyz"[at]}</p>`).join("");
  return `<h1>Trfk</h1><p>RSS Error</p><p>Failed: 0</p>${items}<button>Reboot</button><button>Save Draft</button>
<button>Close</button>${more}`;
}
