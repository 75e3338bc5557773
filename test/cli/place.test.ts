import { mkdirSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import {
  type CliResult,
  type HereOptions,
  type Home,
  runHere,
  startCli,
  temporaryHome,
} from "../support/cli/run-cli.ts";
import { type ApiServer, apiServer, type Step, session } from "../support/servers/api-server.ts";
import { anyRecord } from "./support/any-record.ts";

let home: Home;
let repo: string;
let file: string;

beforeEach(() => {
  home = temporaryHome();
  repo = join(realpathSync(home.dir), "repo");
  file = join(repo, ".browserctl.json");
  mkdirSync(repo);
});

/** A service with the two contexts `prod`, which has a project, and `lab`, which is current and has none. */
async function serviceWith(...steps: Step[]): Promise<ApiServer> {
  const server = await apiServer(...steps);
  const context = { kind: "hosted", base_url: server.url, token: "stored-token" };
  const contexts = { lab: context, prod: { ...context, project: "research" } };
  mkdirSync(home.configDir, { recursive: true, mode: 0o700 });
  const settings = { version: 1, current: "lab", contexts, directories: {}, values: {} };
  writeFileSync(join(home.configDir, "settings.json"), JSON.stringify(settings), { mode: 0o600 });
  return server;
}

const run = (args: readonly string[], options: HereOptions = {}): Promise<CliResult> =>
  runHere(args, { home, cwd: repo, ...options });
const get: Step = { request: "GET /browsers/shop", answer: { json: session("shop") } };
const remove: Step = { request: "DELETE /browsers/shop", answer: { status: 204 } };
const createWords = ["browsers", "create", "--timeout-seconds", "60"];
const create: Step = { request: "POST /browsers", answer: { json: session() } };

describe("a question before a destructive call names project and context", () => {
  const end = ["browsers", "delete", "shop"];
  test.each([
    ["the current context", [], undefined, "end session shop in context lab?"],
    ["a context of a flag", ["--context", "prod"], undefined, "end session shop in project research of context prod?"],
    [
      "a context and a project of flags",
      ["--context", "prod", "--project", "my web"],
      undefined,
      'end session shop in project "my web" of context prod?',
    ],
    ["a context of the directory", [], { context: "prod" }, "end session shop in project research of context prod?"],
    ["a project of the directory", [], { project: "$& web" }, 'end session shop in project "$& web" of context lab?'],
    [
      "a context and a project of the directory",
      [],
      { context: "prod", project: "a\u202eb" },
      'end session shop in project "a\\u202eb" of context prod?',
    ],
  ])("a question names project and context in %s", async (_what, words, choice, question) => {
    await serviceWith(get);
    if (choice) writeFileSync(file, JSON.stringify(choice));
    const { code, stderr } = await run([...end, ...words]);
    expect([code, stderr]).toEqual([2, `error: Confirmation needed: ${question} Add --yes.\n`]);
  });

  test("a declared command's question names both, and without a context only the project", async () => {
    const record = {
      request: "GET /profiles/work",
      answer: { json: anyRecord("p1", { session_id: undefined, name: "work" }) },
    };
    const server = await serviceWith(record, record);
    const words = ["profiles", "delete", "work"];
    expect((await run([...words, "--context", "prod"])).stderr).toContain(
      "delete profile work (p1) in project research of context prod, and what it has saved?",
    );
    expect((await run([...words, "--project", "web"], { env: server.env, home: temporaryHome() })).stderr).toContain(
      "delete profile work (p1) in project web, and what it has saved?",
    );
  });

  const id = "r6j2p9t4c8e1o5n3s7d0k2w6";
  const found = { id, name: "my web", status: "active", created_at: "2026-03-01T09:30:00Z", updated_at: "" };
  test.each<[string, Step["answer"], string]>([
    ["with its name", { json: { ...found, updated_at: found.created_at } }, `"my web" (${id})`],
    ["alone where the name is not given", { status: 403, json: { code: "forbidden", message: "no" } }, id],
    ["alone where projects are disabled", { status: 404, json: { code: "projects_disabled", message: "no" } }, id],
  ])("shows the id of a project %s", async (_, answer, shown) => {
    await serviceWith(get, { request: `GET /org/projects/${id}`, answer });
    expect((await run([...end, "--project", id])).stderr).toContain(
      `end session shop in project ${shown} of context lab?`,
    );
  });

  test("a question about a resource of the organization names only the context", async () => {
    const answer = { json: { ...found, updated_at: found.created_at } };
    await serviceWith({ request: "GET /org/projects/web", answer });
    expect((await run(["projects", "delete", "web", "--context", "prod"])).stderr).toContain(
      `delete project web (${id}) in context prod?`,
    );
  });

  test("a question names the place before the sentence about its effect", async () => {
    const id = "k0q2r9o4x7y1k8e3n6t0l9m2";
    const key = { id, name: "who?", masked_key: "bctl_a1a1...a1a1", created_at: "2026-03-01T09:30:00Z" };
    const scope = { created_by: { id: "y", email: "a@b", name: null }, project_id: null, project_name: null };
    const json = { ...key, ...scope, expires_at: null, deleted_at: null };
    await serviceWith({ request: `GET /org/api_keys/${id}`, answer: { json } });
    expect((await run(["api-keys", "rotate", id, "--grace", "0d"])).stderr).toContain(
      `rotate API key ${id} (who?) in context lab? The old key stops working at once. Add --yes.`,
    );
  });

  test("a question at a terminal names the place, and no notice repeats it", async () => {
    await serviceWith(get, remove);
    writeFileSync(file, '{"context":"prod"}');
    const cli = startCli(end, { home, cwd: repo, tty: true, columns: 200 });
    await cli.shows("End session shop in project research of context prod?");
    cli.write("y\r");
    const { code, stdout } = await cli.done;
    expect([code, stdout]).toEqual([0, expect.stringContaining("Ended session shop.")]);
    expect(stdout).not.toContain("note:");
  });
});

describe("a command that changes something in a place that a directory file chose", () => {
  const terminal = { tty: { stderr: true } };
  const note = (place: string): string => `note: acting in ${place}, chosen by ${file}\n`;

  test.each([
    [{ context: "prod" }, [], "project research of context prod"],
    [{ context: "prod", project: "web" }, [], "project web of context prod"],
    [{ project: "web" }, [], "project web of context lab"],
    [{ context: "prod" }, ["--project", "x"], "project x of context prod"],
  ])("%j %j names the place of a directory file at a terminal, once", async (choice, words, place) => {
    await serviceWith(create);
    writeFileSync(file, JSON.stringify(choice));
    const { code, stderr } = await run([...createWords, ...words], terminal);
    expect([code, stderr]).toEqual([0, note(place)]);
  });

  test("the place of a directory file is named once before several calls, also with --yes", async () => {
    await serviceWith({ ...remove, request: "DELETE /browsers/a" }, { ...remove, request: "DELETE /browsers/b" });
    writeFileSync(file, '{"context":"prod"}');
    const { stderr } = await run(["browsers", "delete", "a", "b", "--yes"], terminal);
    expect(stderr).toBe(`${note("project research of context prod")}Ended 2 sessions.\n`);
  });

  test.each<[string, readonly string[], HereOptions, Step[]]>([
    ["--quiet", [...createWords, "-q"], terminal, [create]],
    ["no terminal", [...createWords], {}, [create]],
    ["--yes in CI", ["browsers", "delete", "shop", "--yes", "-q"], { env: { CI: "1" } }, [remove]],
    ["a call that only reads", ["browsers", "get", "shop"], terminal, [get]],
    ["a preview", [...createWords, "--dry-run"], terminal, []],
    ["a context of the flag", [...createWords, "--context", "prod"], terminal, [create]],
    ["a context of the variable", [...createWords], { ...terminal, env: { BROWSERCTL_CONTEXT: "lab" } }, [create]],
    ["the file turned off", [...createWords], { ...terminal, env: { BROWSERCTL_NO_DIRECTORY_FILE: "1" } }, [create]],
  ])("%s is silent", async (_, words, options, steps) => {
    await serviceWith(...steps);
    writeFileSync(file, '{"context":"prod"}');
    const { code, stderr } = await run(words, options);
    expect([code, stderr]).toEqual([0, ""]);
  });

  test("a place that the user chose is not named", async () => {
    await serviceWith(create);
    await run(["context", "use", "prod", "--here"]);
    writeFileSync(file, '{"context":"prod"}');
    expect((await run(createWords, terminal)).stderr).toBe("");
  });

  test("with -o json the notice about the place goes to stderr, and stdout is only the value", async () => {
    await serviceWith(create);
    writeFileSync(file, '{"context":"prod"}');
    const { stdout, stderr } = await run([...createWords, "-o", "json"], terminal);
    expect([JSON.parse(stdout), stderr]).toEqual([session(), note("project research of context prod")]);
  });
});
