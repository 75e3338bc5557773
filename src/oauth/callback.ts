import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { CliError } from "../core/errors.ts";
import { html } from "../core/html.ts";
import { CALLBACK_PATH } from "./register.ts";

/** Server on this machine to which a browser returns after a login. */
export interface Callback extends AsyncDisposable {
  readonly redirectUri: string;
  /** The address that the browser was led to, with the answer of the authorization server to this login. */
  readonly address: Promise<URL>;
}

/**
 * Listens on 127.0.0.1 for the answer with the state of a login, on a free port where none is given. Every page can send
 * requests to this machine: those with another state do not end the login.
 */
export async function openCallback(state: string, port = 0): Promise<Callback> {
  const { promise, resolve } = Promise.withResolvers<URL>();
  const server = createServer((request, response) => {
    const url = request.method === "GET" ? URL.parse(request.url ?? "/", "http://127.0.0.1") : null;
    const answer = url?.pathname === CALLBACK_PATH && url.searchParams.get("state") === state ? url : undefined;
    const text = !answer
      ? "This page belongs to a login of browserctl, and this request does not."
      : answer.searchParams.has("error")
        ? "The login did not work; the terminal says why. You may close this page."
        : "The terminal finishes the login. You may close this page.";
    response.writeHead(answer ? 200 : 404, {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'",
      "referrer-policy": "no-referrer",
      connection: "close",
    });
    response.end(pageOf(text));
    if (answer) resolve(answer);
  });
  await listen(server, port);
  const { port: own } = server.address() as AddressInfo;
  return {
    redirectUri: `http://127.0.0.1:${own}${CALLBACK_PATH}`,
    address: promise,
    [Symbol.asyncDispose]: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function pageOf(text: string): string {
  return html`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="color-scheme" content="light dark">
<title>browserctl</title>
<p style="font: 1.2rem system-ui; margin: 4rem auto; max-width: 30rem">${text}</p>
</html>
`.text;
}

async function listen(server: Server, port: number): Promise<void> {
  server.listen(port, "127.0.0.1");
  try {
    await once(server, "listening");
  } catch (cause) {
    const taken = (cause as NodeJS.ErrnoException).code === "EADDRINUSE";
    const reason = taken ? `port ${port} is in use` : (cause as Error).message;
    throw new CliError("failed", `cannot wait for the browser on 127.0.0.1: ${reason}`, {
      code: "oauth_failed",
      hint: taken ? "leave --callback-port out, or log in with --device" : "log in with --device",
      cause,
    });
  }
}
