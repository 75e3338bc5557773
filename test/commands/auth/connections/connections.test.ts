import { expect, test } from "vitest";
import { runHere } from "../../../support/cli/run-cli.ts";
import { apiServer } from "../../../support/servers/api-server.ts";
import { connection, connectionId, connectionPath } from "../../../support/servers/connection-server.ts";

const terminal = { tty: { stdout: true }, width: 80 };

test("create sends the domain, the profile and the settings", async () => {
  const server = await apiServer({ request: "POST /auth/connections", answer: { status: 201, json: connection() } });
  const words = ["shop.example.com", "--profile-name", "customer", "--no-stealth", "--health-check-interval", "2h"];
  const { code, stdout, stderr } = await runHere(["auth", "connections", "create", ...words], { env: server.env });
  expect([code, stderr]).toEqual([
    0,
    "Values may be entered at shop.example.com, login.example.com and subdomains; always also at common identity providers.\n",
  ]);
  expect(stdout).toContain("domain\tshop.example.com\n");
  expect(server.requests[0]?.json).toEqual({
    domain: "shop.example.com",
    profile_name: "customer",
    allowed_domains: ["shop.example.com"],
    health_check_interval: 7200,
    browser: { stealth: false },
  });
});

test("create needs a domain and a profile, and no domain twice", async () => {
  const create = async (...words: string[]) => (await runHere(["auth", "connections", "create", ...words])).stderr;
  const missing = await create();
  expect(missing).toContain("--domain: is missing");
  expect(missing).toContain("--profile-name: is missing");
  expect(await create("a.example.com", "--domain", "b.example.com", "--profile-name", "p")).toContain(
    "--domain: cannot be used together with <domain>",
  );
});

test("list fits a line of 80 characters", async () => {
  const other = connection({ id: "b6u2t8h4c0o5n9n3e7c1t8i2", status: "AUTHENTICATED", can_reauth: true });
  const list = { headers: { "x-has-more": "false" }, json: [connection(), other] };
  const server = await apiServer({ request: "GET /auth/connections?profile_name=customer", answer: list });
  const words = ["auth", "connections", "list", "--profile-name", "customer", "--no-color"];
  const { stdout } = await runHere(words, { env: server.env, ...terminal });
  expect(stdout).toBe(
    [
      "ID                        DOMAIN            PROFILE   STATUS         CAN_REAUTH",
      "a6u2t8h4c0o5n9n3e7c1t8i2  shop.example.com  customer  NEEDS_AUTH     false",
      "b6u2t8h4c0o5n9n3e7c1t8i2  shop.example.com  customer  AUTHENTICATED  true",
      "",
    ].join("\n"),
  );
});

test("get shows nested settings as words, and values that it does not know", async () => {
  const telemetry = { enabled: true, browser: { control: { enabled: true }, console: { enabled: false } } };
  const record = connection({
    status: "PAUSED",
    browser: { stealth: true, proxy: { id: "p1" }, telemetry },
    newer: { level: 3 },
  });
  const server = await apiServer({ request: `GET ${connectionPath}`, answer: { json: record }, times: 2 });
  const words = ["auth", "connections", "get", connectionId];
  const { stdout } = await runHere([...words, "--no-color"], { env: server.env, ...terminal });
  expect(stdout).toMatch(/^status +PAUSED$/m);
  expect(stdout).toMatch(/^browser\.proxy\.id +p1$/m);
  expect(stdout).toMatch(/^browser\.telemetry\.browser +on: control; off: console$/m);
  expect(stdout).toMatch(/^health_check_interval +1h$/m);
  expect(stdout).toMatch(/^newer\.level +3$/m);
  expect(JSON.parse((await runHere([...words, "-o", "json"], { env: server.env })).stdout)).toEqual(record);
});

test("delete asks about the connection by its domain, and tells what stays", async () => {
  const server = await apiServer(
    { request: `GET ${connectionPath}`, answer: { json: connection() } },
    { request: `DELETE ${connectionPath}`, answer: { status: 204 } },
  );
  const words = ["auth", "connections", "delete", connectionId];
  const asked = await runHere(words, { env: server.env });
  expect([asked.code, asked.stderr]).toEqual([
    2,
    expect.stringContaining(
      `delete auth connection ${connectionId} (shop.example.com)? A login of it ends; its profile and credential stay.`,
    ),
  ]);
  const done = await runHere([...words, "--yes"], { env: server.env });
  expect([done.code, done.stderr]).toEqual([0, `Deleted auth connection ${connectionId}.\n`]);
});
