import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { withServer } from "../support/chromium.ts";
import { type LocalHome, type SessionRecord, startedHome } from "../support/local-home.ts";
import { jsonError } from "../support/run-cli.ts";

/** A site with a login: its form page sets a cookie for good, one for the session, and storage. */
async function site(): Promise<string> {
  const { url } = await withServer((request, response) => {
    if (request.url === "/login") {
      response.setHeader("set-cookie", ["user=ada; Max-Age=86400; Path=/; HttpOnly", "visit=1; Path=/"]);
      response.end("<script>localStorage.theme = 'dark'</script>welcome");
    } else response.setHeader("content-type", "text/html").end(`you are ${request.headers.cookie ?? "nobody"}`);
  });
  return url;
}

async function open(home: LocalHome, ...args: string[]): Promise<string> {
  return (await home.json<SessionRecord>(["browsers", "create", "--timeout-seconds", "600", ...args])).session_id;
}

async function end(home: LocalHome, id: string): Promise<void> {
  expect(await home.cli(["browsers", "delete", id, "--yes"])).toMatchObject({ code: 0 });
}

/** Answer of the site to a session, and the content of its storage. */
async function visit(home: LocalHome, id: string, url: string, path = ""): Promise<{ text: string; theme: string }> {
  const code = `await page.goto(${JSON.stringify(url + path)});
    return { text: await page.innerText("body"), theme: await page.evaluate(() => localStorage.theme ?? "none") }`;
  const { result } = await home.json<{ result: { text: string; theme: string } }>([
    "browsers",
    "playwright",
    "execute",
    id,
    code,
  ]);
  return result;
}

/** A home with a profile in which a login was made and saved. */
async function loggedIn(): Promise<{ home: LocalHome; url: string }> {
  const [home, url] = [await startedHome(), await site()];
  await home.json(["profiles", "create", "--name", "work"]);
  const id = await open(home, "--profile", "work", "--save-profile-changes");
  await visit(home, id, url, "login");
  await end(home, id);
  return { home, url };
}

const ada = { text: expect.stringMatching(/^you are (?=.*user=ada)(?=.*visit=1)/), theme: "dark" };

describe("a login made in one session", () => {
  test("is there in the next, which changes nothing unless it is told to", async () => {
    const { home, url } = await loggedIn();
    const second = await open(home, "--profile", "work");
    expect(await visit(home, second, url)).toEqual(ada);
    await home.json(["browsers", "playwright", "execute", second, "await browser.contexts()[0].clearCookies()"]);
    await end(home, second);
    const third = await open(home, "--profile", "work");
    expect(await visit(home, third, url)).toEqual(ada);
    const other = await open(home);
    expect(await visit(home, other, url)).toEqual({ text: "you are nobody", theme: "none" });
    const ran = await home.cli(["browsers", "run", "--profile", "work", "--", "sh", "-c", `exit 7`]);
    expect(ran.code).toBe(7);
  });

  test("is there in a profile that was downloaded and imported, as a file and as a folder", async () => {
    const { home, url } = await loggedIn();
    expect((await home.cli(["profiles", "download", "work"])).code).toBe(0);
    expect((await home.cli(["profiles", "delete", "work", "--yes"])).code).toBe(0);
    expect(await home.json(["profiles", "import", "work.tar.zst"])).toMatchObject({ name: "work" });
    expect(await visit(home, await open(home, "--profile", "work"), url)).toEqual(ada);
    await home.cli(["profiles", "download", "work", "--format", "tar", "--extract", "folder"]);
    const { id } = await home.json<{ id: string }>(["profiles", "import", "folder", "--name", "again"]);
    expect(await visit(home, await open(home, "--profile", id), url)).toEqual(ada);
    const look = await home.json<{ cookies: { domain: string; count: number; session: number }[]; origins: unknown }>([
      "profiles",
      "inspect",
      "work.tar.zst",
    ]);
    expect(look.cookies).toMatchObject([{ domain: "127.0.0.1", count: 2, session: 1 }]);
    expect(look.origins).toEqual([{ origin: new URL(url).origin, storage: ["local_storage"] }]);
    const taken = jsonError(await home.cli(["profiles", "import", "work.tar.zst", "-o", "json"]));
    expect(taken).toMatchObject({ exit_code: 1, code: "conflict" });
  });

  test("two sessions that would save to one profile are a conflict, and so is deleting it meanwhile", async () => {
    const home = await startedHome();
    await home.json(["profiles", "create", "--name", "work"]);
    const id = await open(home, "--profile", "work", "--save-profile-changes");
    const create = ["browsers", "create", "--profile", "work", "--save-profile-changes", "-o", "json"];
    expect(jsonError(await home.cli(create))).toMatchObject({ exit_code: 1, http_status: 409 });
    const remove = ["profiles", "delete", "work", "--yes", "-o", "json"];
    expect(jsonError(await home.cli(remove))).toMatchObject({ http_status: 409, code: "resource_in_use" });
    await end(home, id);
    expect((await home.cli(remove)).code).toBe(0);
    expect(jsonError(await home.cli(create))).toMatchObject({ http_status: 400 });
  });
});

test("inspect knows every origin with localStorage, packed by Chromium or not, and none that was emptied", async () => {
  const home = await startedHome();
  const { url } = await withServer((request, response) => {
    const script = request.url?.includes("empty")
      ? "localStorage.clear()"
      : "for (let i = 0; i < 10; i += 1) localStorage['k' + i] = Math.random() + 'v'.repeat(2000)";
    response.setHeader("content-type", "text/html").end(`<script>${script}</script>`);
  });
  const at = (number: number): string => url.replace("127.0.0.1", `s${number}.localhost`);
  await home.json(["profiles", "create", "--name", "work"]);
  for (const from of [0, 6]) {
    const id = await open(home, "--profile", "work", "--save-profile-changes");
    const pages = Array.from({ length: 6 }, (_, more) => at(from + more));
    const empty = [7, 8].slice(0, from).map((number) => `${at(number)}?empty`);
    const code = `for (const url of ${JSON.stringify([...pages, ...empty])}) await page.goto(url)`;
    await home.json(["browsers", "playwright", "execute", id, code, "--timeout-sec", "60"]);
    await end(home, id);
  }
  const list = await home.cli(["profiles", "download", "work", "--format", "tar", "--extract", "folder"]);
  expect(list.code).toBe(0);
  const files = readdirSync(join(home.dir, "folder", "Default", "Local Storage", "leveldb"));
  expect(files.filter((name) => name.endsWith(".ldb"))).not.toEqual([]);
  const { origins } = await home.json<{ origins: { origin: string }[] }>(["profiles", "inspect", "work"]);
  const wanted = Array.from({ length: 12 }, (_, number) => new URL(at(number)).origin);
  expect(origins.map(({ origin }) => origin)).toEqual(
    wanted.filter((_, number) => number !== 7 && number !== 8).sort(),
  );
});

test("a damaged archive is refused by import and inspect, and the service goes on", async () => {
  const { home } = await loggedIn();
  await home.cli(["profiles", "download", "work"]);
  const whole = readFileSync(join(home.dir, "work.tar.zst"));
  writeFileSync(join(home.dir, "cut.tar.zst"), whole.subarray(0, whole.length / 2));
  const imported = jsonError(await home.cli(["profiles", "import", "cut.tar.zst", "-o", "json"]));
  expect(imported).toMatchObject({ exit_code: 1, http_status: 400 });
  const looked = jsonError(await home.cli(["profiles", "inspect", "cut.tar.zst", "-o", "json"]));
  expect(looked).toMatchObject({ exit_code: 10, code: "damaged" });
  expect(await home.json(["profiles", "list", "--query", "[].name"])).toEqual(["work"]);
});

test("cookies of a file are there in a session, and stay JSON in a download", async () => {
  const [home, url] = [await startedHome(), await site()];
  const cookies = [{ name: "user", value: "ada", domain: "127.0.0.1", hostOnly: true, expirationDate: 4_000_000_000 }];
  writeFileSync(join(home.dir, "cookies.json"), JSON.stringify(cookies));
  await home.json(["local", "seed-profile", "cookies.json", "--name", "seeded"]);
  const id = await open(home, "--profile", "seeded");
  expect((await visit(home, id, url)).text).toBe("you are user=ada");
  const saved = await home.cli(["profiles", "download", "seeded", "--format", "tar", "--out", "-"]);
  expect(JSON.parse(saved.stdout)).toMatchObject({ cookies: [{ name: "user", domain: "127.0.0.1" }] });
});
