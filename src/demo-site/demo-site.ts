import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { html, htmlDocument } from "./html.ts";
import { indexPage, sitePages } from "./site-pages.ts";
import { type DemoUser, demoUsers } from "./users.ts";
import { type DemoAnswer, type DemoHost, DemoState, type Visit } from "./visit.ts";

/** Bytes of a request's body. */
const MAX_BODY = 64 * 1_024;
const COOKIE = "demo_session";

const hostNames: Readonly<Record<DemoHost, string>> = {
  main: "localhost",
  provider: "idp.localhost",
  foreign: "127.0.0.1",
};

export interface DemoSiteOptions {
  /** Clock of the one-time codes, in milliseconds since 1970. */
  readonly now: () => number;
  /** TCP port; any free one for 0. */
  readonly port?: number;
  readonly users?: readonly DemoUser[];
}

export interface DemoSite {
  /** Address of the index page, with a slash at the end. */
  readonly url: string;
  readonly port: number;
  /** Address of a path on one of the host names, which are sites of their own for a browser. */
  on(host: DemoHost, path: string): string;
  /** Ends every session, as a site does after a while. */
  expireSessions(): void;
  close(): Promise<void>;
}

/**
 * Starts the demo site on loopback: a page for each way to log in, and one of work behind the login. Users, passwords and codes are shown on its pages;
 * it protects nothing. Rejects with the system's error when the port is taken.
 */
export async function demoSite({ now, port = 0, users = demoUsers }: DemoSiteOptions): Promise<DemoSite> {
  const state = new DemoState(users, now);
  const server = createServer((request, response) => void answer(request, response, state));
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const own = (server.address() as AddressInfo).port;
  const on = (host: DemoHost, path: string): string => `http://${hostNames[host]}:${own}${path}`;
  return {
    url: on("main", "/"),
    port: own,
    on,
    expireSessions: () => state.expireAll(),
    close: async () => {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

const routes = new Map([...sitePages.flatMap((pages) => Object.entries(pages.routes)), ["/", indexPage] as const]);

async function answer(request: IncomingMessage, response: ServerResponse, state: DemoState): Promise<void> {
  try {
    const host = request.headers.host ?? "localhost";
    const url = new URL(request.url ?? "/", `http://${host}`);
    const route = routes.get(url.pathname);
    if (!route)
      return send(response, { status: 404, page: htmlDocument("Not found", html`<p><a href="/">All pages</a></p>`) });
    const visit: Visit = {
      method: request.method ?? "GET",
      url,
      form: new URLSearchParams(await bodyOf(request)),
      headers: request.headers,
      session: sessionOf(request, response, state),
      state,
      onHost: (name, path) => `http://${hostNames[name]}:${url.port}${path}`,
    };
    send(response, await route(visit));
  } catch (error) {
    if (!response.headersSent) response.writeHead(error instanceof URIError ? 400 : 413);
    response.end();
  }
}

function sessionOf({ headers }: IncomingMessage, response: ServerResponse, state: DemoState): Visit["session"] {
  const id = new RegExp(`(?:^|; )${COOKIE}=([0-9a-f]+)`).exec(headers.cookie ?? "")?.[1];
  const known = id === undefined ? undefined : state.sessions.get(id);
  if (known) return known;
  const created = randomBytes(16).toString("hex");
  const session = state.newSession(created);
  // A frame of another host keeps its login too. Browsers treat loopback as secure.
  response.setHeader("set-cookie", `${COOKIE}=${created}; Path=/; HttpOnly; SameSite=None; Secure; Partitioned`);
  return session;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_BODY) throw new RangeError(`a body of more than ${MAX_BODY} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function send(response: ServerResponse, answer: DemoAnswer): void {
  response.setHeader("cache-control", "no-store");
  if ("to" in answer) response.writeHead(303, { location: answer.to }).end();
  else if ("file" in answer) {
    const disposition = `attachment; filename="${answer.name}"`;
    response.writeHead(200, { "content-type": answer.type, "content-disposition": disposition }).end(answer.file);
  } else if ("json" in answer) {
    response.writeHead(answer.status ?? 200, { "content-type": "application/json" }).end(JSON.stringify(answer.json));
  } else {
    response.writeHead(answer.status ?? 200, { "content-type": "text/html; charset=utf-8" }).end(answer.page.text);
  }
}
