import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Bench } from "./bench.ts";

const session = {
  session_id: "session",
  name: "shop",
  created_at: "2026-01-01T00:00:00Z",
  cdp_ws_url: "ws://127.0.0.1/cdp",
  headless: true,
  stealth: false,
  timeout_seconds: 600,
};

/** Starts a server that answers every request with one session. Returns its base URL. */
export async function sessionServer(bench: Bench): Promise<string> {
  const server = createServer((_request, response) => {
    response.setHeader("content-type", "application/json").end(JSON.stringify(session));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  bench.defer(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
