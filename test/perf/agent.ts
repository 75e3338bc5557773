import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { type CDPSession, chromium } from "playwright-core";
import {
  type Bench,
  environment,
  interleaved,
  median,
  program,
  type Row,
  type Service,
  startService,
  timeProgram,
  timesFloor,
} from "./bench.ts";

/** An act on a calm page, as the whole command, above the simplest call of the same program, in milliseconds. */
const ACT_LIMIT = 350;
/** The snapshot of a page with 5,000 rows against its bare accessibility tree. */
const ROWS_LIMIT = 0.5;
const TABLE_ROWS = 5_000;

const form = `<!doctype html><title>Order</title><h1>Order</h1><form onsubmit="return false">
<label>Name <input name="name"></label><label>City <select><option>Oslo<option>Rome</select></label>
<button onclick="document.title = 'Ordered'">Order</button></form><p>Delivered on Tuesday.</p>`;

const table = `<!doctype html><title>Customers</title><table>${Array.from(
  { length: TABLE_ROWS },
  (_, at) => `<tr><td><input type="checkbox"></td><td><a href="/${at}">Customer ${at}</a></td><td>${at * 7}</td>
<td><button>Edit</button></td><td><button>Delete</button></td></tr>`,
).join("")}</table>`;

/**
 * Acts as whole commands above a bare call, and snapshots in the service against `Accessibility.getFullAXTree` of the
 * same page over CDP.
 */
export async function benchAgent(bench: Bench): Promise<readonly Row[]> {
  const service = await startService(bench);
  const site = await startSite(bench);
  const { session_id, cdp_ws_url } = await service.api("POST", "/browsers", { timeout_seconds: 3_600 });
  const session = `/_local/browsers/${session_id}`;
  await service.api("POST", `${session}/navigate`, { action: "goto", url: `${site}/form` });
  const client = await chromium.connectOverCDP(String(cdp_ws_url));
  bench.defer(() => client.close());
  const page = client.contexts()[0]?.pages()[0];
  if (page === undefined) throw new Error("the session has no page");
  const protocol = await client.contexts()[0]?.newCDPSession(page);
  if (protocol === undefined) throw new Error("the session has no page");

  const acts = await benchAct(bench, service, String(session_id));
  const calm = await timesOfSnapshot(bench, service, session, protocol, 12);
  await service.api("POST", `${session}/navigate`, { action: "goto", url: `${site}/table` });
  const large = await timesOfSnapshot(bench, service, session, protocol, 3);
  return [
    ...acts,
    timesFloor("snapshot of a form, in the service", calm.snapshot, calm.tree),
    timesFloor(
      `snapshot of ${TABLE_ROWS.toLocaleString("en")} rows, in the service`,
      large.snapshot,
      large.tree,
      ROWS_LIMIT,
    ),
  ];
}

async function benchAct(bench: Bench, service: Service, id: string): Promise<Row[]> {
  const env = environment(join(service.stateDir, "client"), {
    BROWSERCTL_BASE_URL: service.baseUrl,
    BROWSERCTL_TOKEN: service.token,
  });
  const { text } = await service.api("POST", `/_local/browsers/${id}/snapshot`, {});
  const button = /^(e\d+) button/m.exec(String(text))?.[1] ?? "";
  const field = /^(e\d+) textbox/m.exec(String(text))?.[1] ?? "";
  const get = ["browsers", "get", id, "-o", "json"];
  const times = await interleaved(bench, bench.long ? 30 : 12, {
    get: () => timeProgram(bench, [program, ...get], env),
    click: () => timeProgram(bench, [program, "browsers", "act", id, "click", button], env),
    fill: () => timeProgram(bench, [program, "browsers", "act", id, "fill", field, "Anna"], env),
  });
  return (["click", "fill"] as const).map((verb) => {
    const values = times[verb];
    const above = median(values.map((value, at) => value - (times.get[at] ?? Number.NaN)));
    return { name: `act ${verb}, client`, value: median(values), floor: median(times.get), above, limit: ACT_LIMIT };
  });
}

function timesOfSnapshot(
  bench: Bench,
  service: Service,
  session: string,
  protocol: CDPSession,
  rounds: number,
): Promise<Record<"tree" | "snapshot", number[]>> {
  const timed = async (work: () => Promise<unknown>): Promise<number> => {
    const started = performance.now();
    await work();
    return performance.now() - started;
  };
  return interleaved(bench, bench.long ? 3 * rounds : rounds, {
    tree: () => timed(() => protocol.send("Accessibility.getFullAXTree")),
    snapshot: () => timed(() => service.api("POST", `${session}/snapshot`, {})),
  });
}

async function startSite(bench: Bench): Promise<string> {
  const server = createServer(({ url }, response) => {
    response.setHeader("content-type", "text/html; charset=utf-8").end(url === "/table" ? table : form);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  bench.defer(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
