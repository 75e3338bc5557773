import { mkdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { specs } from "../../src/conformance/declarations.ts";
import { commands } from "../../src/generate/all-commands.ts";
import { type CliResult, jsonError, runHere, startCli, temporaryHome } from "../support/cli/run-cli.ts";
import { type ApiServer, apiServer, type Step, session } from "../support/servers/api-server.ts";
import { connection } from "../support/servers/connection-server.ts";
import { anyRecord } from "./support/any-record.ts";

const notFound = (what: string) => ({ status: 404, json: { code: "not_found", message: `there is no ${what}` } });

/** Id of a record whose path takes no name: any other word is looked up first. */
const id = "x5p2r9o4x7y1k8e3n6t0l9m2";

/** Record in the example of an operation. */
function exampleOf(operation: string, more: Record<string, unknown> = {}): Record<string, unknown> {
  return { ...Object(specs.find((spec) => spec.id === operation)?.example.result), ...more };
}

/** Every command that asks about a thing of the service: its words, how it is read, and its question. */
const asking = [
  ["browsers delete", "GET /browsers/x", anyRecord("s1", { name: "x" }), "End session x (s1)?"],
  [
    "profiles delete",
    "GET /profiles/x",
    anyRecord("p1", { session_id: undefined, name: "x" }),
    "Delete profile x (p1), and what it has saved?",
  ],
  [
    "extensions delete",
    "GET /extensions/x/metadata",
    anyRecord("x", { name: "blocker" }),
    "Delete extension x (blocker)?",
  ],
  [
    "api-keys delete",
    `GET /org/api_keys/${id}`,
    anyRecord(id, {
      name: "ci",
      masked_key: "bctl_a1a1...a1a1",
      created_by: { id: "y", email: "a@b", name: null },
      expires_at: null,
      deleted_at: null,
      project_id: null,
      project_name: null,
    }),
    `Revoke API key ${id} (ci)? Programs that use it stop working.`,
  ],
  [
    "projects archive",
    "GET /org/projects/x",
    anyRecord("p1", { session_id: undefined, name: "x", status: "active", updated_at: "2026-01-02T03:04:05Z" }),
    "Archive project x (p1)? It takes no requests until it is restored.",
  ],
  [
    "projects delete",
    "GET /org/projects/x",
    anyRecord("p1", { session_id: undefined, name: "x", status: "active", updated_at: "2026-01-02T03:04:05Z" }),
    "Delete project x (p1)? Its API keys stop working.",
  ],
  [
    "proxies delete",
    `GET /proxies/${id}`,
    anyRecord(id, { name: "office", type: "custom", config: { host: "proxy.example.com", port: 3128 } }),
    `Delete proxy ${id} (office)? Running sessions keep it until they end.`,
  ],
  [
    "credentials delete",
    "GET /credentials/x",
    anyRecord("c1", { session_id: undefined, name: "x", domain: "a.example", updated_at: "2026-01-02T03:04:05Z" }),
    "Delete credential x (c1), with its values?",
  ],
  [
    "auth connections delete",
    `GET /auth/connections/${id}`,
    connection({ id }),
    `Delete auth connection ${id} (shop.example.com)? A login of it ends; its profile and credential stay.`,
  ],
  [
    "auth connections plans delete",
    `GET /auth/connections/${id}`,
    connection({ id }),
    `Delete the shown logins of auth connection ${id} (shop.example.com)?`,
  ],
  [
    "pools delete",
    "GET /browser_pools/x",
    exampleOf("pools.get", { id: "p1", name: "x" }),
    "Delete pool x (p1) and end its browsers?",
  ],
  [
    "vaults delete",
    "GET /vaults/x",
    exampleOf("vaults.get", { id: "v1", name: "x" }),
    "Delete vault x (v1) with its items?",
  ],
  [
    "vaults items delete",
    "GET /vaults/x/items/x",
    exampleOf("vaultItems.get", { id: "i1", key: "x" }),
    "Delete vault item x (i1)?",
  ],
  [
    "credential-providers delete",
    `GET /org/credential_providers/${id}`,
    exampleOf("credentialProviders.get", { id, name: "team" }),
    `Delete credential provider ${id} (team)?`,
  ],
  [
    "vault-provider-configs delete",
    "GET /vault-provider-configs/x",
    exampleOf("vaultProviderConfigs.get", { id: "p1", name: "x" }),
    "Delete provider configuration x (p1)?",
  ],
  [
    "telemetry destinations delete",
    "GET /telemetry/destinations/x",
    exampleOf("telemetryDestinations.get", { id: "o1", name: "x" }),
    "Delete telemetry destination x (o1)?",
  ],
  [
    "audit-logs destinations delete",
    `GET /audit-logs/export/destinations/${id}`,
    exampleOf("auditLogDestinations.get", { id }),
    `Delete audit log destination ${id}? Exported files stay in the bucket.`,
  ],
  [
    "config-registry analyses cancel",
    `GET /config-registry/analyses/${id}`,
    exampleOf("configRegistry.getAnalysis"),
    `Cancel analysis ${id}?`,
  ],
  ["deployments delete", "GET /deployments/x", anyRecord("x"), "Stop deployment x?"],
  ["invocations cancel", "GET /invocations/x", anyRecord("x"), "Cancel invocation x (shop import)?"],
] as const;

const atTerminal = (words: readonly string[], server: ApiServer): Promise<CliResult> =>
  startCli(words, { env: server.env, tty: true }).done;

describe.each(asking)("%s", (words, request, record, question) => {
  const named = request.split("/").filter((part) => part === "x" || part === id);
  const typed = [...words.split(" "), ...named];
  test("a missing record is an error without a question", async () => {
    const server = await apiServer({ request, answer: notFound("x"), times: 2 });
    const pipe = await runHere([...typed, "-o", "json"], { env: server.env });
    expect(jsonError(pipe)).toMatchObject({ exit_code: 4, message: "there is no x" });
    const terminal = await atTerminal(typed, server);
    expect([terminal.code, terminal.stdout]).toEqual([4, expect.stringContaining("there is no x")]);
    expect(terminal.stdout).not.toContain("?");
  });
  test("the question names the record, and --yes is needed without a terminal", async () => {
    const server = await apiServer({ request, answer: { json: record }, times: 2 });
    const pipe = await runHere(typed, { env: server.env });
    expect([pipe.code, pipe.stdout, pipe.stderr]).toEqual([
      2,
      "",
      `error: Confirmation needed: ${question.charAt(0).toLowerCase()}${question.slice(1)} Add --yes.\n`,
    ]);
    const terminal = startCli(typed, { env: server.env, tty: true });
    await terminal.shows(`${question.split("?")[0]}?`);
    terminal.write("n\r");
    expect((await terminal.done).code).toBe(11);
  });
});

test("every declared question reads its record", () => {
  const declared = commands.filter((spec) => spec.question).map((spec) => spec.words);
  const own = ["browsers delete", "invocations cancel"];
  expect([...declared, ...own].sort()).toEqual(asking.map(([words]) => words).sort());
});

describe("what has ended already is said without a question", () => {
  test.each([
    [["deployments", "delete", "x"], { status: "stopped" }, [], "Deployment x has already ended.\n"],
    [["deployments", "delete", "x"], { status: "failed" }, [], "Deployment x has already ended.\n"],
    [
      ["invocations", "cancel", "x"],
      { status: "succeeded" },
      [{ request: "GET /invocations/x/browsers", answer: { json: { browsers: [] } } }],
      "Invocation x has already ended.\n",
    ],
  ] as const)("%j for a record in state %j asks nothing", async (words, record, more, sentence) => {
    const steps: Step[] = [{ request: `GET /${words[0]}/x`, answer: { json: anyRecord("x", record) } }, ...more];
    const server = await apiServer(...steps, ...steps);
    const pipe = await runHere(words, { env: server.env });
    expect([pipe.code, pipe.stderr]).toEqual([0, sentence]);
    const terminal = await atTerminal(words, server);
    expect([terminal.code, terminal.stdout]).toEqual([0, expect.stringContaining(sentence)]);
  });
  test("a question asks about browsers that an ended invocation has left", async () => {
    const server = await apiServer(
      { request: "GET /invocations/x", answer: { json: anyRecord("x", { status: "failed" }) } },
      { request: "GET /invocations/x/browsers", answer: { json: { browsers: [session("s1"), session("s2")] } } },
    );
    const { code, stderr } = await runHere(["invocations", "cancel", "x"], { env: server.env });
    expect([code, stderr]).toEqual([2, expect.stringContaining("invocation x has already ended. End its 2 browsers?")]);
  });
});

test("local reset with nothing stored says so without a question", async () => {
  const home = temporaryHome();
  const reset = () => runHere(["local", "reset"], { home });
  expect(await reset()).toMatchObject({
    code: 0,
    stderr: `The local service has nothing stored in ${home.stateDir}.\n`,
  });
  mkdirSync(home.stateDir);
  expect((await reset()).code).toBe(0);
  mkdirSync(`${home.stateDir}/profiles`);
  const asked = await reset();
  expect([asked.code, asked.stderr]).toEqual([
    2,
    `error: Confirmation needed: delete everything the local service has stored in ${home.stateDir}? Add --yes.\n`,
  ]);
});
