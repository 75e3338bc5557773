import { describe, expect, test } from "vitest";
import { credentialExample } from "../../../../src/contract/credentials.ts";
import { type HereOptions, jsonError, runHere } from "../../../support/cli/run-cli.ts";
import { apiServer, type Step } from "../../../support/servers/api-server.ts";
import { connection, connectionId, patched, read, updateServer } from "../../../support/servers/connection-server.ts";

const created: Step = { request: "POST /auth/connections", answer: { status: 201, json: connection() } };
const own = ["shop.example.com"];

/** Runs `create` and gives the domains that it sends. */
async function sentDomains(...words: string[]): Promise<unknown> {
  const server = await apiServer(created);
  const line = ["auth", "connections", "create", "--profile-name", "customer", ...words];
  expect(await runHere(line, { env: server.env })).toMatchObject({ code: 0 });
  const [request] = server.requests;
  return (request?.json as { allowed_domains?: unknown } | undefined)?.allowed_domains;
}

describe("create without a list of domains", () => {
  test.each([
    [own, ["shop.example.com"]],
    [own, ["shop.example.com", "--login-url", "https://login.shop.example.com/a"]],
    [["www.shop.example.com"], ["www.shop.example.com", "--login-url", "https://id.shop.example.com/"]],
    [
      ["shop.example.com", "notshop.example.com"],
      ["shop.example.com", "--login-url", "https://notshop.example.com/"],
    ],
    [
      ["shop.example.com", "sso.example.org"],
      ["shop.example.com", "--login-url", "https://SSO.example.org:8443/a"],
    ],
    [["bücher.example"], ["bücher.example", "--login-url", "https://xn--bcher-kva.example/login"]],
  ])("create without a list of domains sends %j for %j", async (domains, words) => {
    expect(await sentDomains(...words)).toEqual(domains);
  });

  test.each([
    [[], ["shop.example.com", "--allow-any-domain"]],
    [[], ["shop.example.com", "--input", '{"allowed_domains":[]}']],
    [["sso.example.org"], ["shop.example.com", "--allowed-domain", "sso.example.org"]],
    [["sso.example.org"], ["shop.example.com", "--input", '{"allowed_domains":["sso.example.org"]}']],
  ])("create keeps chosen domains: %j for %j", async (domains, words) => {
    expect(await sentDomains(...words)).toEqual(domains);
  });

  test("a preview of create shows the list of domains", async () => {
    const words = [
      "auth",
      "connections",
      "create",
      "shop.example.com",
      "--profile-name",
      "p",
      "--dry-run",
      "-o",
      "json",
    ];
    const server = await apiServer();
    expect((await runHere(words, { env: server.env })).stdout).toContain('"allowed_domains"');
  });
});

describe("the domains in words", () => {
  const terminal: HereOptions = { tty: { stdout: true }, width: 80 };
  const any = `Values may be entered at any domain; limit them to its own with: browserctl auth connections update ${connectionId} --allowed-domain shop.example.com\n`;
  const get = ["auth", "connections", "get", connectionId];

  test.each<[string, Record<string, unknown>]>([
    [any, { allowed_domains: [] }],
    [
      "Values may be entered at shop.example.com and subdomains; always also at common identity providers.\n",
      { allowed_domains: ["pay.shop.example.com"] },
    ],
    ["", { allowed_domains: undefined }],
  ])("get says %j", async (sentence, members) => {
    const server = await apiServer(read(members));
    const { stderr } = await runHere(get, { env: server.env, ...terminal });
    expect(stderr.replace(/^note: \d+ empty fields? .*\n/m, "")).toBe(sentence);
  });

  test("a program gets only the record, without a sentence about domains", async () => {
    const server = await apiServer(read({ allowed_domains: [] }));
    expect(await runHere([...get, "-o", "json"], { env: server.env })).toMatchObject({ code: 0, stderr: "" });
  });

  test("an update that changes the domains shows a sentence about them", async () => {
    const server = await updateServer(connection(), connection({ allowed_domains: [] }));
    const words = ["auth", "connections", "update", connectionId, "--clear-allowed-domains"];
    const { stdout, stderr } = await runHere(words, { env: server.env });
    expect([stdout, stderr]).toEqual(["allowed_domains\tlogin.example.com\t\n", any]);
    const other = await updateServer(connection(), connection({ auto_reauth: false }));
    const quiet = await runHere(["auth", "connections", "update", connectionId, "--no-auto-reauth"], {
      env: other.env,
    });
    expect(quiet.stderr).toBe("");
  });

  test("explain has a sentence about the domains", async () => {
    const server = await apiServer(read({ allowed_domains: [] }));
    const { stdout } = await runHere(["auth", "connections", "explain", connectionId, "-o", "json"], {
      env: server.env,
    });
    expect(JSON.parse(stdout).explanation).toContain(any.trimEnd());
  });
});

describe("a credential of another domain", () => {
  const credential = (domain: string): Step => {
    const json = { ...credentialExample, name: "shop", domain };
    return { request: "GET /credentials/shop", answer: { json } };
  };
  const create = ["auth", "connections", "create", "shop.example.com", "--profile-name", "p", "--credential", "shop"];
  const update = ["auth", "connections", "update", connectionId, "--credential", "shop"];
  const question = "use credential shop, which is for bank.example, to log in to shop.example.com";

  test.each([
    ["create", create, []],
    ["create by --input", [...create.slice(0, -2), "--input", '{"credential":{"name":"shop"}}'], []],
    ["update", update, [read()]],
  ])(
    "%s with a credential of another domain is refused without a terminal and without --yes",
    async (_, words, before) => {
      const server = await apiServer(...before, credential("bank.example"));
      const error = jsonError(await runHere([...words, "-o", "json"], { env: server.env }));
      expect(error).toMatchObject({ exit_code: 2, message: expect.stringContaining(question) });
      expect(error.message).toContain("Add --yes.");
      expect(server.requests.map(({ method }) => method)).not.toContain("POST");
    },
  );

  test("--yes with a credential of another domain reads and asks nothing", async () => {
    const server = await apiServer(created, patched(connection()));
    expect(await runHere([...create, "--yes"], { env: server.env })).toMatchObject({ code: 0 });
    expect(await runHere([...update, "--yes", "-o", "json"], { env: server.env })).toMatchObject({ code: 0 });
  });

  test.each(["shop.example.com", "www.Shop.example.com"])(
    "a credential of %s is used without a question",
    async (domain) => {
      const server = await apiServer(credential(domain), created, read(), credential(domain), patched(connection()));
      expect(await runHere(create, { env: server.env })).toMatchObject({ code: 0 });
      expect(await runHere([...update, "-o", "json"], { env: server.env })).toMatchObject({ code: 0 });
    },
  );

  test.each(["example.com", "pay.shop.example.com"])(
    "a credential of %s needs an answer to a question",
    async (domain) => {
      const server = await apiServer(credential(domain));
      expect(await runHere(create, { env: server.env })).toMatchObject({ code: 2 });
    },
  );

  test.each([403, 404])("an unreadable credential (%i) is left to the service", async (status) => {
    const json = { code: "forbidden", message: "refused" };
    const server = await apiServer({ request: "GET /credentials/shop", answer: { status, json } }, created);
    expect(await runHere(create, { env: server.env })).toMatchObject({ code: 0 });
  });
});
