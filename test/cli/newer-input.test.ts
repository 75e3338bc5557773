import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { newerNote, splitInput, withNewer } from "../../src/cli/input/newer-input.ts";
import type { PlainSchema } from "../../src/contract/plain.ts";
import { jsonError, runHere, temporaryHome } from "../support/cli/run-cli.ts";
import { apiServer, session } from "../support/servers/api-server.ts";

const create = ["browsers", "create", "-o", "json"];

/** Body that a hosted service gets, and what stderr says. */
async function sent(input: object, ...words: string[]): Promise<{ body: unknown; note: string }> {
  const server = await apiServer({ request: "POST /browsers", answer: { json: session() } });
  const result = await runHere([...create, "--input", JSON.stringify(input), ...words], { env: server.env });
  expect([result.code, server.requests.length], result.stderr).toEqual([0, 1]);
  return { body: server.requests[0]?.json, note: result.stderr };
}

/** Problems of a command for a service of a kind. */
async function problems(words: readonly string[], env: Record<string, string>): Promise<string[]> {
  const error = jsonError(await runHere([...words, "-o", "json"], { env, home: temporaryHome() }));
  expect(error.exit_code).toBe(2);
  return (error["details"] as { message: string }[]).map(({ message }) => message);
}

const hosted = { BROWSERCTL_BASE_URL: "http://127.0.0.1:1", BROWSERCTL_TOKEN: "t" };

describe("a hosted service gets what only --input has and this version does not know", () => {
  test("a hosted service gets unknown members and enum values of --input, each named in a note", async () => {
    const input = {
      name: "shop",
      region: "sa-east",
      network: { private_hosts: [], resolver: "10.0.0.53" },
      telemetry: { sampling: { rate: 1 } },
      extensions: [{ id: "x1", pinned: true }],
      lockers: [{ id: "v1" }],
    };
    expect(await sent(input)).toEqual({
      body: input,
      note: "note: --input: this version does not know the value of region, network.resolver, telemetry.sampling, extensions[0].pinned, lockers; sent as given\n",
    });
  });

  test("an unknown member satisfies a rule that needs one of several members", async () => {
    const input = { proxy: { pool: "p1" } };
    expect(await sent(input)).toEqual({
      body: input,
      note: "note: --input: this version does not know proxy.pool; sent as given\n",
    });
  });

  test("flags override unknown members and values of --input", async () => {
    const viewport = { width: 1, height: 1, depth: 3 };
    const { body } = await sent({ region: "sa-east", viewport }, "--region", "eu-west", "--name", "shop");
    expect(body).toEqual({ region: "eu-west", name: "shop", viewport });
  });

  test("a dry run names unknown members and shows no value that may be a secret", async () => {
    const words = [...create, "--dry-run", "--input", '{"lockers":[1]}'];
    const result = await runHere(words, { env: hosted });
    expect(JSON.parse(result.stdout).body).toEqual({ lockers: "***" });
    expect(result.stderr).toBe("note: --input: this version does not know lockers; sent as given\n");
  });

  test("an unknown action of a batch is sent", async () => {
    const server = await apiServer({ request: "POST /browsers/s1/computer/batch", answer: { status: 204 } });
    const input = { actions: [{ type: "pinch", pinch: { scale: 2 } }] };
    const words = ["browsers", "computer", "batch", "s1", "--input", JSON.stringify(input)];
    const result = await runHere(words, { env: server.env });
    expect([result.code, server.requests[0]?.json]).toEqual([0, input]);
    expect(result.stderr).toContain("does not know the value of actions[0].type, actions[0].pinch; sent as given\n");
  });

  test("an unknown member named __proto__ is sent like others", async () => {
    const server = await apiServer({ request: "POST /browsers", answer: { json: session() } });
    const result = await runHere([...create, "--input", '{"__proto__":{"name":"x"}}'], { env: server.env });
    expect([result.code, server.requests[0]?.text]).toEqual([0, '{"__proto__":{"name":"x"}}']);
  });
});

describe("what stays an error", () => {
  test("a known member that is invalid or missing is an error beside unknown ones", async () => {
    const input = { lockers: [1], name: 7, timeout_seconds: 1, viewport: { width: 1, depth: 3 } };
    expect(await problems(["browsers", "create", "--input", JSON.stringify(input)], hosted)).toEqual([
      "--input: name: must be a string, not 7",
      "--input: timeout_seconds: must be 10 to 259200, not 1",
      "--input: viewport.height: is missing",
    ]);
    expect(await problems(["browsers", "create", "--input", '{"region":7}'], hosted)).toEqual([
      "--input: region: must be one of us-east, us-west, eu-west, ap-southeast, not 7",
    ]);
  });

  test.each([
    [["browsers", "create", "--locker", "v1"], "--locker: unknown flag"],
    [
      ["browsers", "create", "--region", "sa-east"],
      '--region: must be one of us-east, us-west, eu-west, ap-southeast, not "sa-east"',
    ],
  ])("%j", async (words, message) => {
    expect(await problems(words, hosted)).toEqual([expect.stringContaining(message)]);
  });

  test("every unknown member is an error for a local service", async () => {
    const home = temporaryHome();
    mkdirSync(home.configDir, { recursive: true });
    const settings = { current_context: "local", contexts: { local: { kind: "local" } } };
    writeFileSync(join(home.configDir, "settings.json"), JSON.stringify(settings));
    const refused = await runHere([...create, "--input", '{"lockers":[1],"region":"sa-east"}'], { home });
    expect(refused.code).toBe(2);
    expect((jsonError(refused)["details"] as { message: string }[]).map(({ message }) => message)).toEqual([
      expect.stringMatching(/^--input: lockers: unknown property; known: name, /),
      '--input: region: must be one of us-east, us-west, eu-west, ap-southeast, not "sa-east"',
    ]);
  });
});

test("an unknown part that a flag replaced or removed is not sent", () => {
  const schema: PlainSchema = {
    type: "object",
    additionalProperties: false,
    properties: {
      kind: { enum: ["a", "b"] },
      keys: { type: "array", items: { enum: ["x", "y"] } },
      inner: { anyOf: [{ type: "object", additionalProperties: false, properties: {} }, { type: "null" }] },
    },
  };
  const given = { kind: "c", keys: ["x", "z"], inner: { more: 1 }, other: null };
  const { known, newer } = splitInput(given, schema);
  expect(known).toEqual({ keys: ["x", "x"], inner: {} });
  expect(newerNote(newer)).toBe(
    "note: --input: this version does not know the value of kind, the value of keys[1], inner.more, other; sent as given",
  );
  expect(withNewer(known, newer)).toEqual(given);
  expect(withNewer({ kind: "a", keys: [], other: 1 }, newer)).toEqual({ kind: "a", keys: [], other: 1 });
});
