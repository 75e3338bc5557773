import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { withServer } from "../support/browser/chromium.ts";
import { type SessionRecord, type StartedHome, sharedHome } from "../support/cli/local-home.ts";
import { jsonError } from "../support/cli/run-cli.ts";

const startedHome = sharedHome({ inProcess: true });
let home: StartedHome;
let site: Server;
/** A site with a login: its form page sets a cookie for good, one for the session, and storage. */
let url: string;
beforeAll(async () => {
  home = await startedHome();
  site = createServer((request, response) => {
    if (request.url === "/login") {
      response.setHeader("set-cookie", ["user=ada; Max-Age=86400; Path=/; HttpOnly", "visit=1; Path=/"]);
      response.end("<script>localStorage.theme = 'dark'</script>welcome");
    } else response.setHeader("content-type", "text/html").end(`you are ${request.headers.cookie ?? "nobody"}`);
  });
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`;
});
afterAll(() => {
  site.closeAllConnections();
  site.close();
});

const addresses = new Map<string, string>();

/** Creates a session, which ends with its test at the latest. */
async function open(...args: string[]): Promise<string> {
  const create = ["browsers", "create", "--timeout-seconds", "600", ...args];
  const { session_id: id, cdp_ws_url } = await home.json<SessionRecord>(create);
  addresses.set(id, cdp_ws_url);
  onTestFinished(async () => {
    if (addresses.has(id)) await end(id);
  });
  return id;
}

async function end(id: string): Promise<void> {
  expect(await home.cli(["browsers", "delete", id, "--yes"])).toMatchObject({ code: 0 });
  addresses.delete(id);
}

/** Does something with the page of a session, as a CDP client. */
async function inPage<T>(id: string, act: (page: Page) => Promise<T>): Promise<T> {
  const browser = await chromium.connectOverCDP(addresses.get(id) ?? expect.fail(`no session ${id}`));
  try {
    const [page = expect.fail("no page")] = browser.contexts()[0]?.pages() ?? [];
    return await act(page);
  } finally {
    await browser.close();
  }
}

/** Answer of the site to a session, and the content of its storage. */
function visit(id: string, path = ""): Promise<{ text: string; theme: string }> {
  return inPage(id, async (page) => {
    await page.goto(url + path);
    return { text: await page.innerText("body"), theme: await page.evaluate('localStorage.theme ?? "none"') };
  });
}

const ada = { text: expect.stringMatching(/^you are (?=.*user=ada)(?=.*visit=1)/), theme: "dark" };

describe("a login made in one session", () => {
  test("a login keeps its profile from others until it is saved, and is in the next session, which changes nothing", async () => {
    await home.json(["profiles", "create", "--name", "login"]);
    const id = await open("--profile", "login", "--save-profile-changes");
    await visit(id, "login");
    const create = ["browsers", "create", "--profile", "login", "--save-profile-changes", "-o", "json"];
    expect(jsonError(await home.cli(create))).toMatchObject({ exit_code: 1, http_status: 409 });
    const remove = ["profiles", "delete", "login", "--yes", "-o", "json"];
    expect(jsonError(await home.cli(remove))).toMatchObject({ http_status: 409, code: "resource_in_use" });
    await end(id);
    expect((await home.cli(["profiles", "download", "login"])).code).toBe(0);

    const next = await open("--profile", "login");
    expect(await visit(next)).toEqual(ada);
    await inPage(next, (page) => page.context().clearCookies());
    await end(next);
    expect((await home.cli(["profiles", "download", "login", "--out", "later.tar.zst"])).code).toBe(0);
    expect(read("later.tar.zst").equals(read("login.tar.zst"))).toBe(true);
    const other = await open();
    expect(await visit(other)).toEqual({ text: "you are nobody", theme: "none" });
    await end(other);

    expect((await home.cli(remove)).code).toBe(0);
    expect(jsonError(await home.cli(create))).toMatchObject({ http_status: 400 });
  });

  test("a login is in a profile that was downloaded and imported as a file, and imported again as a directory", async () => {
    expect(await home.json(["profiles", "import", "login.tar.zst"])).toMatchObject({ name: "login" });
    await home.cli(["profiles", "download", "login", "--format", "tar", "--extract", "unpacked"]);
    const { id } = await home.json<{ id: string }>(["profiles", "import", "unpacked", "--name", "again"]);
    expect(await visit(await open("--profile", id))).toEqual(ada);
    const look = await home.json<{ cookies: { domain: string; count: number; session: number }[]; origins: unknown }>([
      "profiles",
      "inspect",
      "login.tar.zst",
    ]);
    expect(look.cookies).toMatchObject([{ domain: "127.0.0.1", count: 2, session: 1 }]);
    expect(look.origins).toEqual([{ origin: new URL(url).origin, storage: ["local_storage"] }]);
    const taken = jsonError(await home.cli(["profiles", "import", "login.tar.zst", "-o", "json"]));
    expect(taken).toMatchObject({ exit_code: 1, code: "conflict" });
  });

  test("a login is not imported from a damaged archive: import and inspect refuse it, and the service continues", async () => {
    const whole = read("login.tar.zst");
    writeFileSync(join(home.dir, "cut.tar.zst"), whole.subarray(0, whole.length / 2));
    const names = (): Promise<string[]> => home.json(["profiles", "list", "--query", "[].name"]);
    const before = await names();
    const imported = jsonError(await home.cli(["profiles", "import", "cut.tar.zst", "-o", "json"]));
    expect(imported).toMatchObject({ exit_code: 1, http_status: 400 });
    const looked = jsonError(await home.cli(["profiles", "inspect", "cut.tar.zst", "-o", "json"]));
    expect(looked).toMatchObject({ exit_code: 10, code: "damaged" });
    expect(await names()).toEqual(before);
    expect(before).toContain("login");
  });
});

/** Bytes of a file in the home. */
function read(name: string): Buffer {
  return readFileSync(join(home.dir, name));
}

test("inspect knows every origin with localStorage, packed by Chromium or not, and none that was emptied", async () => {
  const stores = await withServer((request, response) => {
    const script = request.url?.includes("empty")
      ? "localStorage.clear()"
      : "for (let i = 0; i < 10; i += 1) localStorage['k' + i] = Math.random() + 'v'.repeat(20_000)";
    response.setHeader("content-type", "text/html").end(`<script>${script}</script>`);
  });
  const at = (number: number): string => stores.url.replace("127.0.0.1", `s${number}.localhost`);
  await home.json(["profiles", "create", "--name", "stores"]);
  for (const addresses of [
    [at(0), at(1)],
    [at(2), at(3), `${at(1)}?empty`, `${at(3)}?empty`],
  ]) {
    const id = await open("--profile", "stores", "--save-profile-changes");
    await inPage(id, async (page) => {
      for (const address of addresses) await page.goto(address);
    });
    await end(id);
  }
  const list = await home.cli(["profiles", "download", "stores", "--format", "tar", "--extract", "stores"]);
  expect(list.code).toBe(0);
  const files = readdirSync(join(home.dir, "stores", "Default", "Local Storage", "leveldb"));
  expect(files.filter((name) => name.endsWith(".ldb"))).not.toEqual([]);
  const { origins } = await home.json<{ origins: { origin: string }[] }>(["profiles", "inspect", "stores"]);
  expect(origins.map(({ origin }) => origin)).toEqual([0, 2].map((number) => new URL(at(number)).origin));
});

test("cookies of an imported file are in a session, and stay JSON in a download", async () => {
  const cookies = [{ name: "user", value: "ada", domain: "127.0.0.1", hostOnly: true, expirationDate: 4_000_000_000 }];
  writeFileSync(join(home.dir, "cookies.json"), JSON.stringify(cookies));
  await home.json(["local", "seed-profile", "cookies.json", "--name", "seeded"]);
  expect((await visit(await open("--profile", "seeded"))).text).toBe("you are user=ada");
  const saved = await home.cli(["profiles", "download", "seeded", "--format", "tar", "--out", "-"]);
  expect(JSON.parse(saved.stdout)).toMatchObject({ cookies: [{ name: "user", domain: "127.0.0.1" }] });
});
