import { expect, test } from "vitest";
import { specs } from "../../../src/conformance/declarations.ts";
import { type CliResult, runHere } from "../../support/cli/run-cli.ts";
import { apiServer, type Step } from "../../support/servers/api-server.ts";

const example = (operation: string): object => specs.find(({ id }) => id === operation)?.example.result as object;
const env = { PROVIDER_TOKEN: "hunter2\n" };
const id = "p7r3o1v5i9d2e8r4c6r0e1d7";

async function sent(
  words: readonly string[],
  steps: readonly Step[],
): Promise<{ result: CliResult; bodies: unknown[] }> {
  const server = await apiServer(...steps);
  const result = await runHere(words, { env: { ...server.env, ...env } });
  return { result, bodies: server.requests.map(({ json }) => json) };
}

/** Problems of a command line that sends nothing. */
async function refused(...words: string[]): Promise<string> {
  const service = { BROWSERCTL_BASE_URL: "http://127.0.0.1:1", BROWSERCTL_TOKEN: "t" };
  const { code, stderr } = await runHere(["credential-providers", ...words], { env: { ...env, ...service } });
  expect(code).toBe(2);
  expect(stderr).not.toContain("hunter");
  return stderr;
}

test("the token of a new provider is read from a source and not printed, and its program follows --", async () => {
  const create: Step = {
    request: "POST /org/credential_providers",
    answer: { json: example("credentialProviders.create"), status: 201 },
  };
  const words = ["credential-providers", "create", "team", "--provider-type", "program", "--cache-ttl-seconds", "1m"];
  const more = ["--provider-token", "env:PROVIDER_TOKEN", "--debug", "--", "/opt/logins", "--team", "web"];
  const { result, bodies } = await sent([...words, ...more], [create]);
  expect(result.code, result.stderr).toBe(0);
  const command = ["/opt/logins", "--team", "web"];
  expect(bodies).toEqual([
    { name: "team", provider_type: "program", cache_ttl_seconds: 60, token: "hunter2", command },
  ]);
  expect(result.stdout + result.stderr).not.toContain("hunter2");
});

test("a token on the command line is refused, and so is a change of nothing", async () => {
  const create = ["create", "team", "--provider-type", "onepassword", "--provider-token", "hunter2"];
  expect(await refused(...create)).toContain(
    "--provider-token: needs a source, not the token itself; use @FILE, env:NAME or - for stdin",
  );
  expect(await refused("update", id)).toContain("nothing to change: add --name, --provider-token, --enabled");
  expect(await refused("update", id, "--provider-token", "hunter2")).toContain("needs a source");
});

test("a provider is found by its exact name, and its items are printed as a list", async () => {
  const list: Step = {
    request: "GET /org/credential_providers?limit=100&query=team&offset=0",
    answer: {
      json: [
        { ...example("credentialProviders.get"), id: "other", name: "team-2" },
        example("credentialProviders.get"),
      ],
    },
  };
  const items: Step = {
    request: `GET /org/credential_providers/${id}/items`,
    answer: { json: example("credentialProviders.items") },
  };
  const { result } = await sent(
    ["credential-providers", "items", "team", "--query", "[].path", "-o", "json"],
    [list, items],
  );
  expect([result.code, JSON.parse(result.stdout)], result.stderr).toEqual([0, ["Team/Shop"]]);
});

test("a test that fails exits with 8 and the reason", async () => {
  const step = (json: object): Step => ({ request: `POST /org/credential_providers/${id}/test`, answer: { json } });
  const words = ["credential-providers", "test", id];
  const failed = await sent(words, [step({ success: false, vaults: [], error: "the token was refused" })]);
  expect([failed.result.code, failed.result.stderr]).toEqual([8, "error: the token was refused\n"]);
  const silent = await sent(words, [step({ success: false, vaults: [] })]);
  expect([silent.result.code, silent.result.stderr]).toEqual([8, "error: the credential provider does not work\n"]);
  expect((await sent(words, [step(example("credentialProviders.test"))])).result.code).toBe(0);
});
