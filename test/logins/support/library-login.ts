import { randomUUID } from "node:crypto";
import { readFile, stat, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage } from "node:http";
import { extname, join, normalize } from "node:path";
import type { Page } from "playwright-core";
import { rolldown } from "rolldown";
import { onTestFinished } from "vitest";
import type { Person } from "../../service/login/support/person.ts";
import { ensureNpmPackage } from "./npm-package.ts";
import { user, type WebApplication } from "./web-application.ts";

/** Login page of an application of one page, made of the components of a library. */
export interface LibraryLogin {
  readonly name: string;
  readonly kind: string;
  /** Packages with their versions, as npm takes them. */
  readonly specs: readonly string[];
  /** Module that is bundled into `/bundle.js`, for libraries that have no build for browsers. */
  readonly entry?: string;
  /**
   * Content of the page, in which `/m/` is the `node_modules`. It calls `logIn(username, password)`, which resolves to
   * true or false, and then `inside()`; it shows what `refusal` says.
   */
  readonly html: string;
  readonly refusal?: RegExp;
  /** True for a page whose login is behind a control. */
  readonly isHome?: boolean;
  /** User of the application; that of most applications by default. */
  readonly values?: typeof user;
  readonly wrong?: string;
  readonly shown?: (person: Person) => Promise<void>;
  readonly byHand: (page: Page) => Promise<void>;
}

const types: Readonly<Record<string, string>> = {
  ".css": "text/css",
  ".js": "text/javascript",
  ".mjs": "text/javascript",
  ".json": "application/json",
  ".svg": "image/svg+xml",
};

/** Functions of every page. */
const application = `<script>
  const send = (path, json = {}) => fetch(path, { method: "POST", body: JSON.stringify(json), headers: { "content-type": "application/json" } });
  const logIn = async (username, password) => (await send("/api/login", { username, password })).ok;
  const inside = async () => {
    const { name } = await (await fetch("/api/me")).json();
    document.body.innerHTML = "<header><h1>Invoices</h1><nav><a href=#invoices>Invoices</a> <a href=#customers>Customers</a></nav></header><main></main>";
    document.querySelector("main").textContent = "Welcome back, " + name + ". There are 3 open invoices.";
    const out = Object.assign(document.createElement("button"), { textContent: "Log out", id: "log-out" });
    out.onclick = async () => { await send("/api/logout"); location.reload(); };
    document.querySelector("header").append(out);
  };
  addEventListener("DOMContentLoaded", async () => { if ((await fetch("/api/me")).ok) inside(); });
</script>`;

/** Application with a login page that is made of a library. */
export function libraryLogin({ specs, entry, html, values = user, ...login }: LibraryLogin): WebApplication {
  const sessions = new Set<string>();
  return {
    ...login,
    path: "/",
    values,
    revoke: async () => sessions.clear(),
    start: async (place) => {
      const directory = await ensureNpmPackage(specs);
      const bundle = entry === undefined ? "" : await bundled(directory, entry);
      const server = createServer(async (request, response) => {
        const path = decodeURIComponent((request.url ?? "/").split("?")[0] ?? "/");
        const session = /session=([\w-]+)/.exec(request.headers.cookie ?? "")?.[1] ?? "";
        const json = (status: number, value: unknown): void =>
          void response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
        if (path === "/") {
          response.setHeader("content-type", "text/html; charset=utf-8");
          response.end(`<!doctype html><meta charset=utf-8><title>Invoices</title>${application}${html}`);
        } else if (path === "/bundle.js") {
          response.writeHead(200, { "content-type": "text/javascript" }).end(bundle);
        } else if (path === "/api/me") {
          json(sessions.has(session) ? 200 : 401, { name: values.username });
        } else if (path === "/api/logout") {
          sessions.delete(session);
          json(200, {});
        } else if (request.method === "POST") {
          const { username, password } = (await bodyOf(request)) as typeof user;
          if (username !== values.username || password !== values.password) {
            json(401, {});
            return;
          }
          const id = randomUUID();
          sessions.add(id);
          response.setHeader("set-cookie", `session=${id}; Path=/; HttpOnly; Max-Age=86400`);
          json(200, {});
        } else {
          const file = join(directory, "node_modules", normalize(path.slice(2)));
          const content = path.startsWith("/m/") ? await readFile(file).catch(() => undefined) : undefined;
          response
            .writeHead(content ? 200 : 404, { "content-type": types[extname(file)] ?? "text/plain" })
            .end(content);
        }
      });
      const listening = Promise.withResolvers<void>();
      server.listen(place.port, "127.0.0.1", listening.resolve);
      await listening.promise;
      onTestFinished(() => {
        server.closeAllConnections();
        server.close();
      });
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  let text = "";
  for await (const part of request) text += part;
  return JSON.parse(text || "{}");
}

/** Bundle of a module that imports packages of a directory; made once. */
async function bundled(directory: string, entry: string): Promise<string> {
  const file = join(directory, "entry.mjs");
  const output = join(directory, "bundle.js");
  const known = await readFile(file, "utf8").catch(() => "");
  if (known !== entry || !(await stat(output).catch(() => undefined))) {
    await writeFile(file, entry);
    const build = await rolldown({
      input: file,
      platform: "browser",
      transform: { define: { "process.env.NODE_ENV": '"production"' } },
    });
    const { output: chunks } = await build.generate({ format: "esm", codeSplitting: false });
    await writeFile(output, chunks[0].code);
  }
  return readFile(output, "utf8");
}
