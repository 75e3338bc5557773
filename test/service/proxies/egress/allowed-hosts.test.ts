import { readFile } from "node:fs/promises";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { processesOf } from "../../../support/service/service.ts";
import { until } from "../../../support/until.ts";
import { rawZip } from "../../../support/zip.ts";
import { attacks } from "./attacks.ts";
import { FilteredSessions, type OpenedSession } from "./filtered-sessions.ts";

const allowed_hosts = ["good.localhost", "*.wild.localhost"];
const own = new FilteredSessions();
const { evil, good } = own;
/** Page of a session that may reach the friendly site alone, and of one that may reach everything. */
let held: OpenedSession;
let open: OpenedSession;

beforeAll(async () => {
  await own.open();
  held = await own.session({ network: { allowed_hosts } });
  open = await own.session({});
});
afterAll(() => own.close());

describe.each(attacks)("$name", ({ script, reachesWhenOpen }) => {
  test("does not leave a session with allowed hosts", async () => {
    await held.page.goto(`http://good.localhost:${good.port}/`);
    expect(await own.arrived(() => held.page.evaluate(script(evil.port)))).toEqual([]);
  });
  test.runIf(reachesWhenOpen !== false)("leaves a session without them", async () => {
    await open.page.goto(`http://good.localhost:${good.port}/`);
    evil.reached.length = 0;
    const tried = open.page.evaluate(script(evil.port)).catch(() => {});
    expect(
      await until(
        () => evil.reached,
        (reached) => reached.length > 0,
      ),
    ).not.toEqual([]);
    await open.page.goto("about:blank");
    await tried;
  });
});

test("a navigation to another host shows a refusal that names it, and none of the site", async () => {
  const reached = await own.arrived(async () => {
    const response = await held.page.goto(`http://evil.localhost:${evil.port}/`);
    expect([response?.status(), response?.headers()["x-kernel-proxy-error"]]).toEqual([403, "network_policy_denied"]);
    expect((await held.page.innerText("body")).trim()).toBe(
      "this session may not reach evil.localhost: it is not among network.allowed_hosts. A retry does not help.",
    );
    const redirected = await held.page.goto(
      `http://good.localhost:${good.port}/?to=http://evil.localhost:${evil.port}/`,
    );
    expect(redirected?.status()).toBe(403);
    await expect(held.page.goto(`https://evil.localhost:${evil.port}/`)).rejects.toThrow(
      "net::ERR_TUNNEL_CONNECTION_FAILED",
    );
    await until(
      () => held.page.url(),
      (url) => url.startsWith("chrome-error:"),
    );
  });
  expect(reached).toEqual([]);
});

test("allowed hosts are reached by http and WebSocket on every port, below a wildcard at any depth, and by their rooted name", async () => {
  for (const host of ["good.localhost", "a.wild.localhost", "b.a.wild.localhost", "good.localhost."]) {
    await held.page.goto(`http://${host}:${good.port}/`);
    expect(await held.page.title()).toBe("friendly /");
  }
  await held.page.goto(`http://good.localhost:${good.port}/`);
  const echo = await held.page.evaluate<string>(`new Promise((resolve) => {
    const socket = new WebSocket("ws://good.localhost:${good.port}/");
    socket.onopen = () => socket.send("hello");
    socket.onmessage = ({ data }) => resolve(data);
  })`);
  expect(echo).toBe("echo hello");
});

test("a curl to another host is a network error with the reason", async () => {
  const curl = async (url: string) =>
    (await own.service.api("POST", `/browsers/${held.id}/curl`, { json: { url, timeout_ms: 10_000 } })).body;
  const reached = await own.arrived(async () => {
    for (const scheme of ["http", "https"]) {
      const url = `${scheme}://evil.localhost:${evil.port}/`;
      expect(await curl(url)).toMatchObject({
        net_error_name: "ERR_BLOCKED_BY_CLIENT",
        message: expect.stringContaining("it is not among network.allowed_hosts"),
      });
    }
    const redirected = await curl(`http://good.localhost:${good.port}/?to=http://127.0.0.1:${evil.port}/`);
    expect(redirected.status).not.toBe(200);
  });
  expect(reached).toEqual([]);
  expect((await curl(`http://good.localhost:${good.port}/`)).status).toBe(200);
});

test("a client's own context with another proxy, or none, reaches nothing", async () => {
  const client = held.page.context().browser() as Browser;
  const reached = await own.arrived(async () => {
    for (const server of [`http://127.0.0.1:${evil.port}`, `socks5://127.0.0.1:${evil.port}`, "direct://"]) {
      const context = await client.newContext({ proxy: { server } });
      const page = await context.newPage();
      await expect(page.goto(`http://127.0.0.1:${evil.port}/`)).rejects.toThrow("net::ERR_");
      await context.close();
    }
  });
  expect(reached).toEqual([]);
});

test("an extension that removes the proxy reaches nothing", async () => {
  const extended = await own.session({ network: { allowed_hosts } });
  const form = new FormData();
  form.append("extensions.name", "direct");
  form.append("extensions.zip_file", directExtension());
  const added = await own.service.api("POST", `/browsers/${extended.id}/extensions`, { form });
  expect([added.status, added.text]).toEqual([201, expect.anything()]);
  const client = extended.page.context().browser() as Browser;
  const [worker] = client.contexts()[0]?.serviceWorkers() ?? [];
  await (worker ?? (await client.contexts()[0]?.waitForEvent("serviceworker")))?.evaluate("removed");
  const reached = await own.arrived(() =>
    extended.page.evaluate(`fetch("http://127.0.0.1:${evil.port}/", { mode: "no-cors" }).catch(() => {})`),
  );
  expect(reached).toEqual([]);
  await own.service.api("DELETE", `/browsers/${extended.id}`);
});

test("a browser with a window is held in the same way", async () => {
  const shown = await own.session({ headless: false, network: { allowed_hosts } });
  expect(await shown.page.evaluate("navigator.onLine")).toBe(true);
  expect(await own.arrived(() => own.curl(shown.id, own.url("evil.localhost")))).toEqual([]);
  expect(await own.curl(shown.id, own.url("good.localhost"))).toBe(200);
  await own.service.api("DELETE", `/browsers/${shown.id}`);
});

test("the browser has no rights in its network, and no rights at all", async () => {
  const statuses = await ofHeldProcesses("status");
  const rights = statuses.map((status) => status.match(/^Cap(?:Inh|Prm|Eff|Bnd|Amb):.*$/gm) ?? []);
  expect(rights.map(({ length }) => length)).toEqual(rights.map(() => 5));
  expect(rights.flat().filter((each) => !/:\t0+$/.test(each))).toEqual([]);
});

// The system checks such an address for a second. At the end of that, Chromium gives up connections that are being made.
test("the network of the browser has no IPv6 address but that of the loopback interface", async () => {
  const addresses = (await ofHeldProcesses("net/if_inet6")).flatMap((text) => text.match(/^.+$/gm) ?? []);
  expect(addresses.filter((line) => !/ lo$/.test(line))).toEqual([]);
});

test("pages do not believe that they are offline", async () => {
  expect(await held.page.evaluate("navigator.onLine")).toBe(true);
});

/** Texts of one file of `/proc` for the processes of browsers with allowed hosts, at least one. */
async function ofHeldProcesses(file: string): Promise<string[]> {
  const { stateDir, tempRoot } = own.service;
  const read = (pid: number, name: string) => readFile(`/proc/${pid}/${name}`, "latin1").catch(() => "");
  const all = await Promise.all(
    (await processesOf(stateDir, tempRoot)).map(async (pid) => {
      const [line, text] = await Promise.all([read(pid, "cmdline"), read(pid, file)]);
      // A process that has just ended has no text.
      return line.includes("--proxy-server=http://127.0.0.1:3128") && text !== "" ? [text] : [];
    }),
  );
  expect(all.flat()).not.toEqual([]);
  return all.flat();
}

/** Extension whose service worker leads the browser around its proxy. */
function directExtension(): File {
  const manifest = { name: "Direct", version: "1", manifest_version: 3, permissions: ["proxy"] };
  const zip = rawZip([
    { name: "manifest.json", data: JSON.stringify({ ...manifest, background: { service_worker: "worker.js" } }) },
    {
      name: "worker.js",
      data: 'self.removed = chrome.proxy.settings.set({ value: { mode: "direct" }, scope: "regular" });',
    },
  ]);
  return new File([new Uint8Array(zip)], "direct.zip");
}
