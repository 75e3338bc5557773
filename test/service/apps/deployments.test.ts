import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  appSource,
  deploy,
  deployed,
  deploymentForm,
  eventsOf,
  invoke,
  messages,
  reached,
} from "../../support/service/app.ts";
import { startService, type TestService } from "../../support/service/service.ts";
import { until } from "../../support/until.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const greet = '"greet": (_context: unknown, who: string) => `hello ${who}`';

describe("a deployment", () => {
  test.each([
    ["const a = ;", /^it cannot be bundled: \[PARSE_ERROR\] Unexpected token\n.*app\.ts:1:11/],
    ['import "./nope.ts";', /^it cannot be bundled: \[UNRESOLVED_IMPORT\] Could not resolve '\.\/nope\.ts' in app\.ts/],
    ["export default 3;", /^the entry file's default export is not an app: /],
  ])("a build with %j fails once: the reason is not in the log too, and has no colours", async (source, reason) => {
    const record = await deploy(service, { "app.ts": source });
    expect(record).toMatchObject({ status: "failed", status_reason: expect.stringMatching(reason) });
    expect(record.status_reason).not.toContain("\u001b");
    expect(messages(await eventsOf(service, `/deployments/${record.id}/events`))).toEqual(["bundling app.ts"]);
  });

  test("a deployment that throws while it is loaded has the app's part of its stack in the log", async () => {
    const record = await deploy(service, { "app.ts": 'const f = () => { throw new Error("boom"); };\nf();' });
    expect(record).toMatchObject({ status: "failed", status_reason: "Error: boom" });
    const [, stack] = messages(await eventsOf(service, `/deployments/${record.id}/events`))
      .join("\n")
      .split("bundling app.ts\n");
    expect(stack).toMatch(/^Error: boom\n {4}at .*app\.ts:1:25\)\n {4}at .*app\.ts:2:1\)?$/);
  });

  test("a deployment is unpacked, bundled and loaded; its stream reports all of it and ends", async () => {
    const record = await deploy(
      service,
      {
        "src/app.ts": appSource(`${greet}, "typed": { run: () => 1, input_schema: { type: "object" } }`, {
          name: "full",
          before: 'import { word } from "./lib/word.ts"; import data from "../data.json"; console.log(word, data.n);',
        }),
        "src/lib/word.ts": "export const word: string = 'from a module';",
        "data.json": '{"n": 7}',
      },
      { entrypoint_rel_path: "./src/app.ts", version: "1.0", "env_vars[API_TOKEN]": "hidden value" },
    );
    expect(record).toMatchObject({
      status: "running",
      entrypoint_rel_path: "src/app.ts",
      env_vars: { API_TOKEN: "" },
      source_type: "file",
    });
    const events = await eventsOf(service, `/deployments/${record.id}/events`);
    expect(events.map(({ event, deployment }) => deployment?.status ?? event)).toEqual([
      "queued",
      "in_progress",
      "log",
      "log",
      "app_version_summary",
      "running",
    ]);
    expect(messages(events)).toEqual(["bundling src/app.ts", "from a module 7"]);
    expect(events.at(-1)?.["deployment"]).toEqual(record);
    const { body: apps } = await service.api("GET", "/apps?app_name=full");
    expect(apps).toEqual([
      expect.objectContaining({
        app_name: "full",
        version: "1.0",
        deployment: record.id,
        env_vars: { API_TOKEN: "" },
        actions: [
          { name: "greet", input_schema: null, output_schema: null },
          { name: "typed", input_schema: { type: "object" }, output_schema: null },
        ],
      }),
    ]);
    expect(JSON.stringify([events, apps])).not.toContain("hidden value");
  });

  test("a deployment finds the files beside its entry, and its variables", async () => {
    const read = 'import { readFile } from "node:fs/promises";';
    const actions =
      '"read": async () => (await readFile(new URL("./note.txt", import.meta.url), "utf8")) + process.env.WORD + process.cwd().endsWith("source")';
    const record = await deploy(
      service,
      { "in/app.ts": appSource(actions, { name: "files", before: read }), "in/note.txt": "noted " },
      { entrypoint_rel_path: "in/app.ts", "env_vars[WORD]": "word " },
    );
    expect(record.status, record.status_reason).toBe("running");
    expect((await invoke(service, "read", { app: "files" })).output).toBe('"noted word true"');
  });

  test.each([
    ["no default export", "export const x = 1;", "is not an app: export default defineApp({ name, actions })"],
    ["no actions", 'export default { name: "x", actions: {} };', "has no actions"],
    ["no name", "export default { actions: { a() {} } };", "has an invalid name"],
    ["a bad name of an action", 'export default { name: "x", actions: { "a b": () => 1 } };', 'has an action "a b"'],
    ["an action that is none", 'export default { name: "x", actions: { a: 5 } };', "neither a function nor"],
    [
      "a schema that is none",
      'export default { name: "x", actions: { a: { input_schema: true, run() {} } } };',
      'has an action "a" whose input_schema is not a JSON Schema: it must be an object',
    ],
    [
      "a schema with a cycle",
      'const s = {}; s.s = s; export default { name: "x", actions: { a: { output_schema: s, run() {} } } };',
      'has an action "a" whose output_schema is not a JSON Schema: Converting circular structure to JSON',
    ],
    ["code that throws", 'throw new RangeError("at the top");', "RangeError: at the top"],
    ["code that cannot be read", "export default {", "app.ts"],
    ["a module that is not there", 'import "./gone.ts"; export default {};', "./gone.ts"],
    ["a package that is not there", 'import x from "left-pad-of-nobody"; export default x;', "left-pad-of-nobody"],
    ["a process that ends", "process.exit(4);", "ended with exit code 4 before the app was loaded"],
    ["a top level that never ends", "await new Promise(() => {});", "ended with exit code 0 before the app was loaded"],
  ])("a deployment fails with the reason: %s", async (_what, source, reason) => {
    const record = await deploy(service, source);
    expect(record).toMatchObject({ status: "failed", status_reason: expect.stringContaining(reason) });
    const events = await eventsOf(service, `/deployments/${record.id}/events`);
    expect(events.at(-1)?.["deployment"]).toMatchObject({ status: "failed", status_reason: record.status_reason });
    await until(
      () => readdir(join(service.stateDir, "apps", record.id)),
      (names) => names.join() === "events",
    );
  });

  test.each([
    ["an entry that is not there", deploymentForm({ "x.ts": "1" }), 'entrypoint_rel_path: there is no file "app.ts"'],
    [
      "an entry outside",
      deploymentForm({ "app.ts": "1" }, { entrypoint_rel_path: "../app.ts" }),
      "entrypoint_rel_path: must be a path from the root of the archive",
    ],
    ["an entry that leads out", deploymentForm({ "../app.ts": "1" }), "file: "],
    ["a bad version", deploymentForm({ "app.ts": "1" }, { version: "a b" }), "version: must be 1 to 128"],
    ["a region of nowhere", deploymentForm({ "app.ts": "1" }, { region: "moon" }), "region: must be one of"],
    ["a bad variable", deploymentForm({ "app.ts": "1" }, { "env_vars[A-B]": "1" }), "env_vars: has a key"],
    ["a bad force", deploymentForm({ "app.ts": "1" }, { force: "maybe" }), "force: must be true or false"],
  ])("a deployment is refused with 400 and leaves nothing: %s", async (_what, form, message) => {
    const before = await readdir(join(service.stateDir, "apps"));
    const answer = await service.api("POST", "/deployments", { form });
    expect(answer.status, answer.text).toBe(400);
    expect(answer.body.details.map((one: { message: string }) => one.message).join("; ")).toContain(message);
    expect(await readdir(join(service.stateDir, "apps"))).toEqual(before);
  });

  test("a deployment without a file and a source is 400 with all missing fields", async () => {
    const empty = new FormData();
    empty.append("version", "1");
    expect(await service.api("POST", "/deployments", { form: empty })).toMatchObject({
      status: 400,
      body: { details: [{ message: "file: is missing" }, { message: "entrypoint_rel_path: is missing" }] },
    });
  });

  test("an invalid archive is refused", async () => {
    const form = new FormData();
    form.append("file", new Blob(["no zip"]), "app.zip");
    form.append("entrypoint_rel_path", "app.ts");
    const answer = await service.api("POST", "/deployments", { form });
    expect(answer).toMatchObject({ status: 400, body: { details: [{ message: expect.stringContaining("file: ") }] } });
  });

  test("a deployment of an existing version needs force; latest is replaced; the previous one is stopped", async () => {
    const one = await deployed(service, greet, { name: "twice", fields: { version: "1" } });
    const refused = await deploy(service, appSource(greet, { name: "twice" }), { version: "1" });
    expect(refused).toMatchObject({
      status: "failed",
      status_reason: "version 1 of the app twice already exists; force replaces it",
    });
    const two = await deployed(service, greet, { name: "twice", fields: { version: "1", force: "true" } });
    const stopped = await service.api("GET", `/deployments/${one.id}`);
    expect(stopped.body).toMatchObject({
      status: "stopped",
      status_reason: `it was replaced by deployment ${two.id}`,
    });
    expect((await eventsOf(service, `/deployments/${one.id}/events`)).at(-1)?.["deployment"].status).toBe("stopped");
    await deployed(service, greet, { name: "twice" });
    const latest = await deployed(service, greet, { name: "twice" });
    const { body: apps } = await service.api("GET", "/apps?app_name=twice");
    expect(apps.map((app: { version: string; deployment: string }) => [app.version, app.deployment])).toEqual([
      ["latest", latest.id],
      ["1", two.id],
    ]);
  });

  test("a deleted deployment serves no more; its running invocations keep their files", async () => {
    const record = await deployed(
      service,
      '"wait": async () => { while (!existsSync(process.env.GO!)) await new Promise((go) => setTimeout(go, 20)); return (await import("./late.ts")).late; }',
      { name: "gone", before: 'import { existsSync } from "node:fs";', fields: {} },
    ).catch(() => undefined);
    // The module is part of the bundle only if it is in the archive.
    expect(record).toBeUndefined();
    const go = join(service.stateDir, "go");
    const app = await deploy(
      service,
      {
        "app.ts": appSource(
          '"wait": async () => { console.log("waits"); while (!existsSync(process.env.GO!)) await new Promise((go) => setTimeout(go, 20)); return (await import("./late.ts")).late; }',
          { name: "gone", before: 'import { existsSync } from "node:fs";' },
        ),
        "late.ts": "export const late = 'still here';",
      },
      { "env_vars[GO]": go },
    );
    const { id } = await invoke(service, "wait", { app: "gone", async: true });
    await until(
      () => readFile(join(service.stateDir, "invocations", id), "utf8"),
      (text) => text.includes('"waits"'),
    );
    expect((await service.api("DELETE", `/deployments/${app.id}`)).status).toBe(204);
    expect((await service.api("DELETE", `/deployments/${app.id}`)).status).toBe(204);
    expect((await service.api("GET", `/deployments/${app.id}`)).body).toMatchObject({
      status: "stopped",
      status_reason: "it was deleted",
    });
    const refused = await service.api("POST", "/invocations", {
      json: { app_name: "gone", action_name: "wait", version: "latest" },
    });
    expect(refused).toMatchObject({ status: 404, body: { message: 'there is no app "gone"' } });
    await (await import("node:fs/promises")).writeFile(go, "");
    expect(await reached(service, id, "succeeded", "failed")).toMatchObject({ output: '"still here"' });
    await until(
      () => readdir(join(service.stateDir, "apps", app.id)),
      (names) => names.join() === "events",
    );
  });

  /**
   * Starts a deployment of an app that never loads, and waits until loading starts. Returns the path of the deployment.
   */
  const endless = async (): Promise<string> => {
    const form = deploymentForm({
      "app.ts": "console.log('building'); setInterval(() => {}, 1000); await new Promise(() => {});",
    });
    const { body } = await service.api("POST", "/deployments", { form });
    await until(
      () => readFile(join(service.stateDir, "apps", body.id, "events"), "utf8"),
      (text) => text.includes('"building"'),
    );
    return `/deployments/${body.id}`;
  };

  test("a deployment that is deleted during its build is stopped and its process ends", async () => {
    const path = await endless();
    expect((await service.api("DELETE", path)).status).toBe(204);
    expect((await service.api("GET", path)).body.status).toBe("stopped");
    expect((await eventsOf(service, `${path}/events`)).at(-1)?.["deployment"].status).toBe("stopped");
  });

  test("a deployment that never loads fails at its time limit", async () => {
    const path = await endless();
    await service.clock.advance(120_000);
    const record = await until(
      async () => (await service.api("GET", path)).body,
      ({ status }) => status === "failed",
    );
    expect(record.status_reason).toBe("it was not loaded within 120 s");
  });

  test("an unknown deployment is 404, and lists can be filtered", async () => {
    for (const [method, path] of [
      ["GET", "/deployments/none"],
      ["DELETE", "/deployments/none"],
      ["GET", "/deployments/none/events"],
    ] as const) {
      expect((await service.api(method, path)).status).toBe(404);
    }
    const refused = await service.api("GET", "/deployments?app_version=1");
    expect(refused).toMatchObject({ status: 400, body: { details: [{ message: "app_version: needs app_name" }] } });
    const { body: twice } = await service.api("GET", "/deployments?app_name=twice&app_version=1");
    expect(twice.map(({ status }: { status: string }) => status)).toEqual(["running", "failed", "stopped"]);
    expect((await service.api("GET", "/deployments?query=TWIC")).body).toHaveLength(5);
    expect((await service.api("GET", "/deployments/none/events?since=never")).status).toBe(404);
    const id = twice[0].id;
    expect((await service.api("GET", `/deployments/${id}/events?since=never`)).status).toBe(400);
  });
});
