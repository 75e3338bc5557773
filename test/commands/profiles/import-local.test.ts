import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import puppeteer, { type Browser } from "puppeteer-core";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { brokenService } from "../../conformance/support/broken-service.ts";
import { CHROMIUM } from "../../support/browser/chromium.ts";
import { type StartedHome, sharedHome } from "../../support/cli/local-home.ts";
import { until } from "../../support/until.ts";

const shared = sharedHome();
/** User data directory of a real Chromium with two profiles, each with cookies of a site. */
let userData: string;
let site: string;
let closeSite: () => void;
const SECRET = "a-secret-value";

/** Visits the site with a profile, which then has its cookies. */
async function visit(profile: string, query: string): Promise<Browser> {
  const browser = await puppeteer.launch({
    executablePath: CHROMIUM,
    userDataDir: userData,
    args: ["--no-sandbox", "--password-store=basic", `--profile-directory=${profile}`],
  });
  const page = await browser.newPage();
  await page.goto(`${site}/set?${query}`);
  return browser;
}

beforeAll(async () => {
  userData = mkdtempSync(join(tmpdir(), "browserctl-user-data-"));
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://localhost");
    if (url.pathname === "/set") {
      const value = url.searchParams.get("value") ?? "";
      response.setHeader("set-cookie", [
        `kept=${value}; Max-Age=86400; Path=/; HttpOnly; SameSite=Lax`,
        `session=${value}-session; Path=/`,
      ]);
    }
    response.setHeader("content-type", "text/plain");
    response.end(request.headers.cookie ?? "no cookies");
  });
  server.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  site = `http://localhost:${(server.address() as { port: number }).port}`;
  closeSite = () => {
    server.closeAllConnections();
    server.close();
  };
  await (await visit("Default", `value=${SECRET}`)).close();
  await (await visit("Profile 1", "value=work")).close();
  const path = join(userData, "Local State");
  const state = JSON.parse(readFileSync(path, "utf8"));
  state.profile.info_cache["Profile 1"] = { ...state.profile.info_cache["Profile 1"], name: "Work" };
  writeFileSync(path, JSON.stringify(state));
});
afterAll(() => {
  closeSite();
  rmSync(userData, { recursive: true, force: true, maxRetries: 5 });
});

/** Cookies that the site sees in a session with a profile. */
async function seenWith({ json, cli }: StartedHome, profile: string): Promise<string> {
  const { session_id } = await json<{ session_id: string }>(["browsers", "create", "--profile", profile, "--headless"]);
  const code = `await page.goto("${site}/"); return await page.evaluate("document.body.innerText");`;
  const { stdout } = await cli(["browsers", "playwright", "execute", session_id, code]);
  await cli(["browsers", "delete", session_id, "--yes"]);
  return stdout;
}

/** A copy of the profiles whose cookies a test changes. */
function changed(change: (database: DatabaseSync) => void): string {
  const copy = mkdtempSync(join(tmpdir(), "browserctl-user-data-"));
  onTestFinished(() => rmSync(copy, { recursive: true, force: true }));
  cpSync(userData, copy, { recursive: true, filter: (path) => !path.includes("Singleton") });
  for (const name of ["Network/Cookies", "Cookies"]) {
    try {
      using database = new DatabaseSync(join(copy, "Default", name), { open: true });
      database.prepare("SELECT 1 FROM cookies").all();
      change(database);
      break;
    } catch {
      rmSync(join(copy, "Default", name), { force: true });
    }
  }
  rmSync(join(copy, "Profile 1"), { recursive: true, force: true });
  return copy;
}

test("the cookies of a real Chromium become a profile, and a page of a session sees them", async () => {
  const home = await shared();
  const words = ["profiles", "import-local", "--user-data-dir", userData, "--browser-profile", "Default"];
  const result = await home.cli([...words, "--name", "mine", "--yes", "-o", "json"]);
  expect(result.code, result.stderr).toBe(0);
  expect(JSON.parse(result.stdout)).toMatchObject({
    name: "mine",
    browser: "chromium",
    browser_profile: "Default",
    sites: [{ domain: "localhost" }],
    left_out: [],
  });
  expect(result.stdout + result.stderr).not.toContain(SECRET);
  expect(await seenWith(home, "mine")).toContain(`kept=${SECRET}`);
});

test("a profile is chosen by the name that its person gave it, also while the browser runs", async () => {
  const home = await shared();
  const browser = await visit("Profile 1", "value=running");
  onTestFinished(() => browser.close());
  const words = ["profiles", "import-local", "--user-data-dir", userData, "--browser-profile", "Work", "--yes"];
  // The browser writes its cookies after a while.
  await until(async () => (await home.cli([...words, "--dry-run"])).stdout.includes("localhost"));
  const result = await home.cli([...words, "--name", "work"]);
  expect(result.code, result.stderr).toBe(0);
  expect(await seenWith(home, "work")).toContain("kept=");
});

test("a hosted service gets the cookies by a session that saves the profile", async () => {
  const home = await shared();
  const token = (await home.cli(["auth", "token"])).stdout.trim();
  const { url } = await brokenService(home.service.base_url, {});
  const env = { BROWSERCTL_BASE_URL: url, BROWSERCTL_TOKEN: token };
  const words = ["profiles", "import-local", "--user-data-dir", userData, "--browser-profile", "Default"];
  const result = await home.cli([...words, "--name", "hosted", "--yes"], { env });
  expect(result.code, result.stderr).toBe(0);
  expect(await seenWith(home, "hosted")).toContain(`kept=${SECRET}`);
  expect(await home.json(["browsers", "list"])).toEqual([]);
});

test("--dry-run shows the sites and takes nothing, and without consent nothing is taken", async () => {
  const home = await shared();
  const words = ["profiles", "import-local", "--user-data-dir", userData, "--name", "nothing"];
  const shown = await home.cli([...words, "--dry-run"]);
  expect(shown.code, shown.stderr).toBe(0);
  expect(shown.stdout).toMatch(/^Would take \d cookies? of 1 site from Chromium, profile ".+":\n {2}localhost: \d\n$/);
  const asked = await home.cli(words);
  expect(asked.code).toBe(2);
  expect(asked.stderr).toContain("Sessions with it are logged in as you are");
  const other = await home.cli([...words, "--domain", "example.com", "--dry-run"]);
  expect([other.code, other.stderr]).toEqual([
    10,
    expect.stringContaining("no cookies that can be taken for example.com"),
  ]);
  expect((await home.cli(["profiles", "get", "nothing"])).code).toBe(4);
});

test("a profile or browser that does not exist is an error that names those that exist", async () => {
  const home = await shared();
  const words = ["profiles", "import-local", "--yes"];
  const profile = await home.cli([...words, "--user-data-dir", userData, "--browser-profile", "Home"]);
  expect([profile.code, profile.stderr]).toEqual([
    10,
    expect.stringMatching(/no profile "Home" with cookies in .*; it has "Default".*, "Profile 1" \(Work\)/),
  ]);
  const config = mkdtempSync(join(tmpdir(), "browserctl-config-"));
  onTestFinished(() => rmSync(config, { recursive: true, force: true }));
  const env = { XDG_CONFIG_HOME: config };
  const none = await home.cli(words, { env });
  expect([none.code, none.stderr]).toEqual([10, expect.stringContaining("no browser with cookies was found in")]);
  for (const name of ["google-chrome", "microsoft-edge"])
    cpSync(join(userData, "Profile 1"), join(config, name, "Default"), { recursive: true });
  const several = await home.cli(words, { env });
  expect([several.code, several.stderr]).toEqual([
    2,
    expect.stringContaining("several browsers have cookies: chrome, edge"),
  ]);
  const brave = await home.cli([...words, "--browser", "brave"], { env });
  expect([brave.code, brave.stderr]).toEqual([10, expect.stringContaining("found: chrome, edge")]);
});

test("values with app-bound encryption or of an unknown version are counted and left out", async () => {
  const home = await shared();
  const directory = changed((database) => {
    const add = database.prepare(
      "INSERT INTO cookies SELECT creation_utc + ?, host_key, top_frame_site_key, name || ?, value, ?, path, expires_utc, is_secure, is_httponly, last_access_utc, has_expires, is_persistent, priority, samesite, source_scheme, source_port, last_update_utc, source_type, has_cross_site_ancestor FROM cookies WHERE name = 'kept'",
    );
    add.run(1, "-a", Buffer.from("v20abc"));
    add.run(2, "-b", Buffer.from("v99abc"));
    add.run(3, "-c", Buffer.from("v10 not the right key"));
  });
  const result = await home.cli(["profiles", "import-local", "--user-data-dir", directory, "--dry-run", "-o", "json"]);
  expect(result.code, result.stderr).toBe(0);
  expect(JSON.parse(result.stdout).left_out).toEqual([
    { reason: "app-bound encryption", cookies: 1 },
    { reason: 'unknown version "v99"', cookies: 1 },
    { reason: "another key", cookies: 1 },
  ]);
});

test("a key in the keychain is asked for by secret-tool, and without an entry the error says so", async () => {
  const home = await shared();
  const directory = changed((database) => {
    const update = database.prepare("UPDATE cookies SET encrypted_value = ? WHERE name = ?");
    for (const row of database.prepare("SELECT name, encrypted_value FROM cookies").all()) {
      const bytes = Buffer.from(row["encrypted_value"] as Uint8Array);
      update.run(Buffer.concat([Buffer.from("v11"), bytes.subarray(3)]), String(row["name"]));
    }
  });
  const bin = mkdtempSync(join(tmpdir(), "browserctl-bin-"));
  onTestFinished(() => rmSync(bin, { recursive: true, force: true }));
  const words = ["profiles", "import-local", "--user-data-dir", directory, "--dry-run", "-o", "json"];
  const missing = await home.cli(words, { env: { PATH: bin } });
  expect([missing.code, missing.stderr]).toEqual([
    10,
    expect.stringContaining("the program secret-tool is not installed"),
  ]);
  const tool = (line: string): void => {
    writeFileSync(join(bin, "secret-tool"), `#!/bin/sh\n${line}\n`);
    chmodSync(join(bin, "secret-tool"), 0o755);
  };
  tool("exit 1");
  const empty = await home.cli(words, { env: { PATH: `${bin}:/usr/bin:/bin` } });
  expect([empty.code, empty.stderr]).toEqual([10, expect.stringContaining("secret-tool has no entry (exit 1)")]);
  // The password of values that need no keychain, so that the same values are read.
  tool('test "$*" = "lookup xdg:schema chrome_libsecret_os_crypt_password_v2 application chromium" && printf peanuts');
  const read = await home.cli(words, { env: { PATH: `${bin}:/usr/bin:/bin` } });
  expect(read.code, read.stderr).toBe(0);
  expect(JSON.parse(read.stdout)).toMatchObject({ left_out: [], sites: [{ domain: "localhost" }] });
});

test("a domain, a name and a database that are not valid are named", async () => {
  const home = await shared();
  const { code, stderr } = await home.cli(["profiles", "import-local", "--domain", "https://x/", "--name", "a b"]);
  expect(code).toBe(2);
  expect(stderr).toContain('must be a domain such as example.com, not "https://x/"');
  expect(stderr).toContain('must be 1 to 255 letters, digits, ".", "_" or "-", not "a b"');
  const directory = mkdtempSync(join(tmpdir(), "browserctl-user-data-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  mkdirSync(join(directory, "Default"));
  writeFileSync(join(directory, "Default", "Cookies"), "no database");
  const broken = await home.cli(["profiles", "import-local", "--user-data-dir", directory, "--yes"]);
  expect([broken.code, broken.stderr]).toEqual([
    10,
    expect.stringContaining("its cookies are not a database of Chromium"),
  ]);
});
