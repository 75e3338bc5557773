import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { serve } from "../../../src/service/lifecycle/serve.ts";
import { callService } from "../service/call-service.ts";

/** Output of `network-as-user.ts`. */
export interface NetworkAsUser {
  /** Statuses or network errors of curls to an allowed host and to another one. */
  allowed: number | string;
  refused: number | string;
  /** Error of a page's request around the relay, through a context with a proxy of its own. */
  around: string;
  /** Requests that have arrived at the site by another name than the allowed one. */
  strays: string[];
  /** Value of `navigator.onLine`. */
  online: boolean;
  /** Network error of a page that a policy blocks. */
  policy: string;
}

// Runs a service as whoever runs this, with a session whose hosts are chosen: `node network-as-user.ts <state folder>`.
const strays: string[] = [];
const site = createServer(({ headers }, response) => {
  if (!headers.host?.startsWith("good.localhost")) strays.push(headers.host ?? "");
  response.end("ok");
});
await new Promise<void>((resolve) => void site.listen(0, "127.0.0.1", resolve));
const { port } = site.address() as AddressInfo;
const options = { version: "0.1.0", env: process.env, port: 0, screen: "headless", handleSignals: false } as const;
const running = await serve({ ...options, stateDir: process.argv[2] ?? "" });
const seen = await look().finally(() => running.stop("the test is over"));
site.close();
process.stdout.write(JSON.stringify(seen));

async function look(): Promise<NetworkAsUser> {
  const api = (method: string, path: string, json?: unknown) => callService(running.state, method, path, json);
  const made = await api("POST", "/browsers", {
    timeout_seconds: 3600,
    network: { allowed_hosts: ["good.localhost"] },
    chrome_policy: { URLBlocklist: ["good.localhost/blocked"] },
  });
  if (made.session_id === undefined) throw new Error(JSON.stringify(made));
  const curl = async (host: string) => {
    const url = `http://${host}:${port}/`;
    return await api("POST", `/browsers/${made.session_id}/curl`, { url }).then(
      ({ status }) => status,
      (error: Error) => /ERR_[A-Z_]+/.exec(error.message)?.[0] ?? error.message,
    );
  };
  const code = `
    const errorOf = (one, url) => one.goto(url).then(() => "reached", (error) => /net::[A-Z_]+/.exec(error.message)?.[0] ?? error.message);
    const around = await browser.newContext({ proxy: { server: "http://127.0.0.1:${port}" } });
    return {
      online: await page.evaluate("navigator.onLine"),
      around: await errorOf(await around.newPage(), "http://127.0.0.1:${port}/"),
      policy: await errorOf(page, "http://good.localhost:${port}/blocked"),
    };`;
  const path = `/browsers/${made.session_id}/playwright/execute`;
  const { result, error } = await api("POST", path, { code, timeout_sec: 60 });
  if (error !== undefined) throw new Error(error);
  return { allowed: await curl("good.localhost"), refused: await curl("evil.localhost"), ...result, strays };
}
