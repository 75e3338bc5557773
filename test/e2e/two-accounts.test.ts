import { mkdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Clock } from "../../src/service/clock.ts";
import { Faults } from "../../src/service/faults.ts";
import { projects } from "../../src/service/projects/project-table.ts";
import { tables } from "../../src/service/resources.ts";
import { Store } from "../../src/service/store/store.ts";
import {
  type CliResult,
  createHome,
  type Home,
  jsonError,
  removeHome,
  runCli,
  runHere,
} from "../support/cli/run-cli.ts";
import { startService, type TestService, tempDir } from "../support/service/service.ts";

let home: Home;
let agency: TestService;
let client: TestService;
let shop: string;
let site: string;

/** Names that differ only in case, in Unicode form, or in bytes that another encoding gives. */
const alike = ["café", "cafe\u0301", "Café", "CAFÉ", "voilà", "日本", "Büro", "😀".repeat(255), "a b  c", "née"];

/** A service with projects of these names. */
async function serviceWith(names: readonly string[]): Promise<TestService> {
  const stateDir = await tempDir();
  const store = new Store({ stateDir, clock: new Clock(), faults: new Faults(), log: () => {}, tables });
  const rows = store.rows(projects);
  for (const name of names) rows.insert({ name, status: "active", isDefault: false, updatedAt: 0 });
  store.close();
  return startService({ stateDir });
}

beforeAll(async () => {
  home = createHome();
  [agency, client] = await Promise.all([serviceWith(["shop", "site", ...alike]), serviceWith(["shop"])]);
  const root = realpathSync(home.dir);
  [shop, site] = [join(root, "shop"), join(root, "site")];
  for (const directory of [shop, join(shop, "src"), site]) mkdirSync(directory);
  for (const [name, { baseUrl, token }] of Object.entries({ agency, client })) {
    await cli(root, `login --context ${name} --base-url ${baseUrl} --token-stdin`, { stdin: token });
  }
  await cli(shop, "context use agency --project shop --shared");
  await cli(site, "context use agency --project site --shared");
  await cli(root, "context use client");
});

afterAll(async () => {
  await agency.stop();
  await client.stop();
  removeHome(home);
});

async function cli(cwd: string, words: string, options: { stdin?: string; env?: Record<string, string> } = {}) {
  const result = await runHere(words.split(" "), { home, cwd, ...options });
  expect(result.code, result.stderr).toBe(0);
  return result;
}

const create = (cwd: string, name: string, env: Record<string, string> = {}): Promise<CliResult> =>
  cli(cwd, `profiles create --name ${name} -o json`, { env });

/** Names of the profiles that a service has in a project; the default one when omitted. */
async function profilesOf({ api }: TestService, project?: string): Promise<string[]> {
  const named = project === undefined ? undefined : Buffer.from(project).toString("latin1");
  const headers: Record<string, string> = named === undefined ? {} : { "x-kernel-project": named };
  const { body } = await api("GET", "/profiles?limit=100", { headers });
  return (body as { name: string }[]).map(({ name }) => name).sort();
}

test("two accounts and three projects are used side by side, each command in its own", async () => {
  const pipeline = {
    BROWSERCTL_BASE_URL: agency.baseUrl,
    BROWSERCTL_TOKEN: agency.token,
    BROWSERCTL_PROJECT: "site",
    CI: "1",
  };
  await Promise.all([
    create(join(shop, "src"), "from-shop"),
    create(site, "from-site"),
    create(realpathSync(home.dir), "from-home"),
    // A pipeline in a checkout of the other directory: its variables win over the file and the stored token.
    create(shop, "from-pipeline", pipeline),
  ]);
  expect(await profilesOf(agency, "shop")).toEqual(["from-shop"]);
  expect(await profilesOf(agency, "site")).toEqual(["from-pipeline", "from-site"]);
  expect(await profilesOf(agency)).toEqual([]);
  expect(await profilesOf(client)).toEqual(["from-home"]);
  expect(await profilesOf(client, "shop")).toEqual([]);
});

test("a deletion from the wrong directory finds nothing, and a question names the right place", async () => {
  await create(shop, "target");
  for (const cwd of [site, realpathSync(home.dir)]) {
    const missing = await runHere(["profiles", "delete", "target", "-o", "json"], { home, cwd });
    expect(jsonError(missing)).toMatchObject({ exit_code: 4 });
  }
  const asked = await runHere(["profiles", "delete", "target"], { home, cwd: shop });
  expect([asked.code, asked.stderr]).toEqual([
    2,
    expect.stringContaining(" in project shop of context agency, and what it has saved? Add --yes."),
  ]);
  expect(await profilesOf(agency, "shop")).toContain("target");
  await cli(shop, "profiles delete target --yes");
  expect(await profilesOf(agency, "shop")).not.toContain("target");
});

test("the built program says at a terminal where it acts, and prints only the result in a pipe", async () => {
  const words = ["profiles", "create", "--name"];
  const terminal = await runCli([...words, "at-terminal"], { home, cwd: site, tty: true, columns: 300 });
  expect([terminal.code, terminal.stdout]).toEqual([
    0,
    expect.stringContaining(`note: acting in project site of context agency, chosen by ${site}/.browserctl.json\n`),
  ]);
  const pipe = await runCli([...words, "in-pipe", "-o", "json"], { home, cwd: site, env: { CI: "1" } });
  expect([JSON.parse(pipe.stdout), pipe.stderr]).toEqual([expect.objectContaining({ name: "in-pipe" }), ""]);
  expect(await profilesOf(agency, "site")).toEqual(expect.arrayContaining(["at-terminal", "in-pipe"]));
});

test("projects whose names differ in case, Unicode form or script are reached by their exact name", async () => {
  for (const [at, project] of alike.entries()) {
    const words = ["profiles", "create", "--name", `alike-${at}`, "--context", "agency", "--project", project];
    const { code, stderr } = await runHere(words, { home, cwd: realpathSync(home.dir) });
    expect([code, stderr], project).toEqual([0, ""]);
  }
  for (const [at, project] of alike.entries()) expect(await profilesOf(agency, project)).toEqual([`alike-${at}`]);
});

test.each([
  ["--project", ["--project", "shopp"], {}, "shopp"],
  ["BROWSERCTL_PROJECT", [], { BROWSERCTL_PROJECT: "a/b%2Fc" }, "a/b%2Fc"],
  ["project in .browserctl.json", [], {}, "gone"],
])("an unknown project is named with its source: %s", async (from, words, env, project) => {
  const cwd = join(site, `unknown-${from.length}`);
  mkdirSync(cwd);
  if (project === "gone") writeFileSync(join(cwd, ".browserctl.json"), '{"project":"gone"}');
  const source = from.replace(".browserctl.json", join(cwd, ".browserctl.json"));
  const args = ["profiles", "list", "--context", "agency", ...words];
  const text = await runHere(args, { home, cwd, env });
  expect([text.code, text.stderr]).toEqual([
    4,
    expect.stringContaining(`  the request was for project "${project}", from ${source}\n`),
  ]);
  expect(jsonError(await runHere([...args, "-o", "json"], { home, cwd, env }))).toMatchObject({
    code: "project_not_found",
    project,
    project_from: source,
  });
  rmSync(cwd, { recursive: true });
});

test.each([
  ["nothing", "", "is missing a value"],
  ["a space before it", " shop", "begins or ends with a space, which a request cannot carry; use the project's id"],
  ["a space behind it", "shop ", "begins or ends with a space"],
  ["spaces alone", "   ", "begins or ends with a space"],
  ["a bell", "sh\u0007op", "has a control character, which a request cannot carry; use the project's id"],
  ["a line break", "shop\r\nx-kernel-project: site", "has a control character"],
  ["a control character of Latin-1", "sh\u0085op", "has a control character"],
  ["256 characters", "😀".repeat(256), "must have at most 255 characters, not 256"],
])("--project with %s is refused before anything is sent", async (_what, project, why) => {
  const args = ["profiles", "list", "--context", "agency", "--project", project, "-o", "json"];
  const error = jsonError(await runHere(args, { home, cwd: shop }));
  expect(error).toMatchObject({ exit_code: 2 });
  expect(JSON.stringify(error)).toContain(why === "is missing a value" ? "--project" : why);
});
