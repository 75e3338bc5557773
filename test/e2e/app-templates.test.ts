import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type DemoSite, demoSite } from "../../src/demo-site/demo-site.ts";
import { sharedHome } from "../support/cli/local-home.ts";
import type { CliResult } from "../support/cli/run-cli.ts";
import { onLoopback } from "../support/servers/loopback.ts";

const startedHome = sharedHome({ inProcess: true });

let site: DemoSite;
beforeAll(async () => {
  site = await demoSite({ now: Date.now });
});
afterAll(() => site.close());

/** Result of an invocation that succeeded. */
function resultOf({ stderr, stdout }: CliResult) {
  if (stdout === "") throw new Error(stderr);
  return JSON.parse(stdout);
}

/** Writes and deploys a template, and returns a function that invokes an action of it. */
async function deployed(template: string, env: readonly string[] = []) {
  const { cli, json } = await startedHome();
  const name = `my-${template}`;
  expect((await cli(["apps", "init", name, "--template", template, "--force"])).code).toBe(0);
  const variables = env.flatMap((each) => ["--env", each]);
  await json(["apps", "deploy", name, ...variables]);
  return (action: string, payload?: object) =>
    cli(["invoke", name, action, ...(payload ? ["--payload", JSON.stringify(payload)] : [])]);
}

test("the scrape template reads a list over several pages", async () => {
  const invoke = await deployed("scrape");
  const sample = await invoke("scrape");
  expect(resultOf(sample)).toEqual({
    pages: 3,
    items: [
      { name: "Tent", price: "129.00 €" },
      { name: "Lamp", price: "24.50 €" },
      { name: "Stove", price: "45.00 €" },
      { name: "Rope", price: "18.90 €" },
      { name: "Map", price: "7.50 €" },
    ],
  });
  expect(sample.stderr).toContain("page 3: 1 items\n");
  const own = { url: site.url, item: "ul.cards:last-of-type > li", fields: { title: "a", none: "b" }, max_pages: 1 };
  const { pages, items } = resultOf(await invoke("scrape", own));
  expect([pages, items]).toEqual([1, expect.arrayContaining([{ title: "Trips", none: null }])]);
  expect((await invoke("scrape", { max_pages: 0 })).code).not.toBe(0);
});

test("the login template logs in once, and its profile stays logged in", async () => {
  const secret = "Wonder-land 7!";
  const invoke = await deployed("login", ["LOGIN_USER=alice", `LOGIN_PASSWORD=${secret}`]);
  const payload = { url: site.on("main", "/password"), done: "Signed in as alice" };
  const first = await invoke("login", payload);
  expect(resultOf(first)).toMatchObject({ was_logged_in: false, url: site.on("main", "/home") });
  const again = await invoke("login", { ...payload, url: site.on("main", "/home") });
  expect(resultOf(again)).toEqual({
    was_logged_in: true,
    url: site.on("main", "/home"),
    title: "Your account",
    profile: "my-login",
  });
  expect(`${first.stderr}${first.stdout}${again.stderr}`).not.toContain(secret);
  const { dir } = await startedHome();
  expect(readFileSync(join(dir, "my-login", "app.ts"), "utf8")).not.toContain(secret);
});

test("the login template takes user and password from the payload, and asks for those that are missing", async () => {
  const invoke = await deployed("login");
  const payload = { url: site.on("main", "/password"), done: "Signed in as", profile: "other" };
  const missing = await invoke("login", payload);
  expect(missing.code).toBe(8);
  expect(missing.stderr).toContain("no value for LOGIN_USER");
  const given = await invoke("login", { ...payload, user: "bob", password: "Builder & 8 <tools>" });
  expect(resultOf(given)).toMatchObject({ was_logged_in: false, profile: "other" });
});

test("the download template returns a file, or stores it", async () => {
  const invoke = await deployed("download");
  const text = "month,visits\nMay,120\nJune,180\n";
  expect(resultOf(await invoke("download"))).toEqual({
    name: "report.csv",
    bytes: text.length,
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    text,
  });
  const { dir } = await startedHome();
  const stored = resultOf(await invoke("download", { directory: join(dir, "reports", "new") }));
  expect(stored.path).toBe(join(dir, "reports", "new", "report.csv"));
  expect(readFileSync(stored.path, "utf8")).toBe(text);
});

test("the form template sends a form, and refuses an input that does not fit", async () => {
  const invoke = await deployed("form");
  const sent = await invoke("submit", { name: "Ada", email: "ada@example.com", seats: 2 });
  expect(resultOf(sent)).toEqual({ sent: true, answer: "2 seats booked for Ada" });
  const refused = await invoke("submit", { name: "Ada", email: "nobody", seats: 9 });
  expect(refused).toMatchObject({ code: 1, stdout: "" });
  expect(refused.stderr).toMatch(/email[\s\S]*seats|seats[\s\S]*email/);
});

test("the agent template reaches its goal by rules, on a page of its own and on a website", async () => {
  const invoke = await deployed("agent");
  const own = await invoke("run");
  expect(resultOf(own)).toEqual({ answer: "Booked for Ada on Monday", steps: 4, url: "about:blank" });
  expect(own.stderr).toContain('1. fill "Name"\n2. fill "Day"\n3. click "Book"\n4. done\n');
  const values = { "User name or email": "alice", Password: "Wonder-land 7!" };
  const login = await invoke("run", { url: site.on("main", "/password"), goal: "Signed in as alice", values });
  expect(resultOf(login)).toMatchObject({ answer: "Signed in as alice.", url: site.on("main", "/home") });
  expect(login.stderr).not.toContain("Wonder-land");
  const lost = await invoke("run", { url: site.on("main", "/password"), goal: "nowhere", max_steps: 1 });
  expect(lost.code).toBe(8);
  expect(lost.stderr).toContain("not done after 1 steps");
});

test("the agent template asks a model that is an address", async () => {
  const asked: { goal: string; snapshot: string; history: unknown[] }[] = [];
  const model = createServer(async (request, response) => {
    let body = "";
    for await (const part of request) body += part;
    const state = JSON.parse(body);
    asked.push({ ...state, token: request.headers.authorization });
    response.end(
      JSON.stringify(
        state.history.length === 0 ? { do: "click", role: "link", name: "Trips" } : { do: "done", answer: "seen" },
      ),
    );
  });
  const { url } = await onLoopback(model);
  const invoke = await deployed("agent", [`MODEL_URL=${url}/`, "MODEL_TOKEN=t0"]);
  const ran = await invoke("run", { url: site.url, goal: "Look at the trips" });
  expect(resultOf(ran)).toMatchObject({ answer: "seen", steps: 2, url: site.on("main", "/password") });
  expect(asked).toMatchObject([
    { goal: "Look at the trips", token: "Bearer t0", history: [], snapshot: expect.stringContaining('link "Trips"') },
    { history: [{ result: "ok" }] },
  ]);
});

test("the test template reports each check, and fails when one has failed", async () => {
  const invoke = await deployed("test");
  const passed = await invoke("test");
  expect(resultOf(passed)).toMatchObject({ passed: 4, failed: 0 });
  expect(passed.stderr).toContain("  passed  has one main heading\n");
  const failed = await invoke("test", { urls: [site.url, site.on("main", "/nothing")] });
  expect(failed).toMatchObject({ code: 8, stdout: "" });
  expect(failed.stderr).toContain("  failed  opens: the answer is 404\n");
  expect(failed.stderr).toMatch(/\d passed, 1 failed/);
});

test.each(["example", "scrape", "download", "form", "agent", "test"])(
  "the README of the template %s has commands that run",
  async (template) => {
    const { cli, dir } = await startedHome();
    const name = `read-${template}`;
    expect((await cli(["apps", "init", name, "--template", template])).code).toBe(0);
    const [block = ""] = /(?<=```sh\n)[^`]+/.exec(readFileSync(join(dir, name, "README.md"), "utf8")) ?? [];
    // Tests need no network.
    const lines = block
      .trim()
      .split("\n")
      .filter((line) => !line.includes("https://"));
    expect(lines.length).toBeGreaterThan(1);
    for (const line of lines) {
      const words = execFileSync("sh", ["-c", `printf '%s\\0' ${line}`])
        .toString()
        .split("\0")
        .slice(1, -1);
      const { code, stderr } = await cli(words, { cwd: join(dir, name) });
      expect(code, `${line}\n${stderr}`).toBe(0);
    }
  },
);
