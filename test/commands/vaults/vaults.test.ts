import { describe, expect, test } from "vitest";
import { specs } from "../../../src/conformance/declarations.ts";
import { type CliResult, runHere } from "../../support/cli/run-cli.ts";
import { apiServer, type Step, session } from "../../support/servers/api-server.ts";

const example = (operation: string): object => specs.find(({ id }) => id === operation)?.example.result as object;
const env = { PASSWORD: "hunter2\n", CLIENT_SECRET: "hunter3" };
const item = "/vaults/checkout/items/login";

async function sent(
  words: readonly string[],
  steps: readonly Step[],
  options: { stdin?: string } = {},
): Promise<{ result: CliResult; bodies: unknown[] }> {
  const server = await apiServer(...steps);
  const result = await runHere(words, { ...options, env: { ...server.env, ...env } });
  return { result, bodies: server.requests.map(({ json }) => json) };
}

/** Problems of a command line that sends nothing. */
async function refused(...words: string[]): Promise<string> {
  const service = { BROWSERCTL_BASE_URL: "http://127.0.0.1:1", BROWSERCTL_TOKEN: "t" };
  const { code, stderr } = await runHere(words, { env: { ...env, ...service } });
  expect(code).toBe(2);
  expect(stderr).not.toContain("hunter");
  return stderr;
}

describe("vaults items put", () => {
  const put: Step = { request: `PUT ${item}`, answer: { json: example("vaultItems.put") } };
  const words = ["vaults", "items", "put", "checkout", "login"];

  test("fields and values become a credential, and no value is printed", async () => {
    const { result, bodies } = await sent(
      [
        ...[...words, "--field", "username=text", "--visible", "username", "--field", "password=password"],
        ...["--field", "code=totp", "--optional", "code", "--website", "Example shop", "--debug"],
        ...["--value", "username=-", "--value", "password=env:PASSWORD"],
      ],
      [put],
      { stdin: "anna\n" },
    );
    expect(result.code, result.stderr).toBe(0);
    expect(bodies).toEqual([
      {
        type: "credential",
        spec: {
          description: "Example shop",
          fields: [
            { name: "username", type: "text", sensitive: false, value: "anna" },
            { name: "password", type: "password", value: "hunter2" },
            { name: "code", type: "totp", required: false },
          ],
        },
      },
    ]);
    expect(result.stdout + result.stderr).not.toContain("hunter2");
  });

  test("other types are given by --input", async () => {
    const { bodies } = await sent(
      [...words, "--type", "wallet", "--input", '{"spec":{"provider":"agentcard","user_id":"u1"}}'],
      [put],
    );
    expect(bodies).toEqual([{ type: "wallet", spec: { provider: "agentcard", user_id: "u1" } }]);
  });

  test.each([
    [["--field", "password=password", "--value", "password=hunter2"], "needs a source, not the value itself"],
    [["--field", "password=secret"], "must be NAME=TYPE, with TYPE one of text, email, password, totp"],
    [["--field", "password=password", "--visible", "user"], "--field user: is missing"],
    [["--field", "password=password", "--type", "card"], "must be credential with --field"],
    [["--website", "x"], "--field: is missing"],
    [["--input", '{"spec":{"provider":"agentcard"}}'], "--type: is missing"],
  ])("%j is refused", async (more, message) => {
    expect(await refused(...words, ...more)).toContain(message);
  });
});

describe("vaults items update", () => {
  const words = ["vaults", "items", "update", "checkout", "login"];
  const patch: Step = { request: `PATCH ${item}`, answer: { json: example("vaultItems.update") } };

  test("the current version is looked up, unless it is given", async () => {
    const get: Step = { request: `GET ${item}`, answer: { json: example("vaultItems.get") } };
    const change = [...words, "--value", "password=env:PASSWORD", "--clear", "username"];
    const looked = await sent(change, [get, patch]);
    const spec = { fields: { password: { value: "hunter2" }, username: { value: null } } };
    expect(looked.bodies[1]).toEqual({ type: "credential", version: 2, spec });
    const given = await sent([...change, "--item-version", "7"], [patch]);
    expect(given.bodies).toEqual([{ type: "credential", version: 7, spec }]);
  });

  test("nothing to change is refused", async () => {
    expect(await refused(...words)).toContain("nothing to change");
  });
});

describe("vaults items run", () => {
  const words = ["vaults", "items", "run", "checkout", "login"];
  const step = (json: object): Step => ({ request: `POST ${item}/operations`, answer: { json } });
  const fill = [...words, "fill", "--session", "s1", "--fill", "password=#password", "--fill", "user=input[name=user]"];

  test("fill sends its fields in order", async () => {
    const { result, bodies } = await sent(fill, [step(example("vaultItems.perform"))]);
    expect(result.code, result.stderr).toBe(0);
    expect(bodies).toEqual([
      {
        type: "fill",
        browser_id: "s1",
        fields: [
          { field: "password", selector: "#password" },
          { field: "user", selector: "input[name=user]" },
        ],
      },
    ]);
  });

  test.each([
    ["failed", 8, "the fields were not filled: field 2 is failed (element_not_found)"],
    ["unknown", 9, "it is unknown which fields were filled: field 2 is unknown"],
  ] as const)("a result that is %s exits with %d", async (status, code, message) => {
    const failed = { index: 1, status, ...(status === "failed" && { error_code: "element_not_found" }) };
    const fields = [{ index: 0, status: "filled" }, failed];
    const { result } = await sent(fill, [step({ type: "fill", status, fields })]);
    expect([result.code, result.stderr.includes(message)]).toEqual([code, true]);
  });

  test("what pays needs a confirmation", async () => {
    expect(await refused(...words, "authorize")).toContain(
      "Confirmation needed: run authorize of login in vault checkout?",
    );
    const { bodies } = await sent([...words, "authorize", "--yes"], [step(example("vaultItems.get"))]);
    expect(bodies).toEqual([{ type: "authorize" }]);
  });
});

test("the secret of a provider configuration is read from a source", async () => {
  const words = ["vault-provider-configs", "create", "link", "--provider", "link", "--client-id", "c1"];
  const create: Step = {
    request: "POST /vault-provider-configs",
    answer: { json: example("vaultProviderConfigs.create"), status: 201 },
  };
  const { result, bodies } = await sent([...words, "--client-secret", "env:CLIENT_SECRET", "--debug"], [create]);
  expect(bodies).toEqual([
    { name: "link", provider: "link", credentials: { client_id: "c1", client_secret: "hunter3" } },
  ]);
  expect(result.stdout + result.stderr).not.toContain("hunter3");
  expect(await refused(...words, "--client-secret", "hunter3")).toContain("needs a source, not the secret itself");
  expect(await refused(...words)).toContain("--client-secret: is missing");
});

test("a session may be created with vaults, by name or id, but not one of a pool", async () => {
  const id = "v8a3u5l1t7c2h9e4c6k0o8u2";
  const words = ["browsers", "create", "--vault", "checkout", "--vault", id, "--timeout-seconds", "60"];
  const { bodies } = await sent(words, [{ request: "POST /browsers", answer: { json: session() } }]);
  expect(bodies).toEqual([{ vaults: [{ name: "checkout" }, { id }], timeout_seconds: 60 }]);
  expect(await refused("browsers", "create", "--pool", "p", "--vault", "checkout")).toContain(
    "--vault: cannot be used",
  );
});
