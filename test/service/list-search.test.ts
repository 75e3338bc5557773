import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startServiceWithFakeBrowser } from "../support/browser/fake-browser.ts";
import { apiAs, createKey } from "../support/service/api-keys.ts";
import type { TestService } from "../support/service/service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startServiceWithFakeBrowser();
});
afterAll(() => service.stop());

type Call = TestService["api"];

async function created(path: string, json: object): Promise<Record<string, string>> {
  const answer = await service.api("POST", path, { json });
  expect(answer.status, answer.text).toBe(201);
  return answer.body;
}

/** Members of the records that a search finds, sorted. */
async function found(path: string, member: string, query: string, api: Call = service.api): Promise<string[]> {
  const { status, body } = await api("GET", `${path}?query=${encodeURIComponent(query)}`);
  expect(status).toBe(200);
  return (body as Record<string, string>[]).map((record) => record[member] ?? "").sort();
}

test("auth connections are found by a part of the domain and of the present name of the profile, and by the id", async () => {
  const make = (domain: string, profile_name: string) => created("/auth/connections", { domain, profile_name });
  const first = await make("shop.example.com", "Ada-Customer");
  await make("bank.example.org", "grace");
  const search = (query: string): Promise<string[]> => found("/auth/connections", "domain", query);
  expect(await search("EXAMPLE.com")).toEqual(["shop.example.com"]);
  expect(await search("customer")).toEqual(["shop.example.com"]);
  expect(await search(first["id"] ?? "")).toEqual(["shop.example.com"]);
  expect(await search("example")).toEqual(["bank.example.org", "shop.example.com"]);
  await service.api("PATCH", "/profiles/grace", { json: { name: "hopper" } });
  expect(await search("hopper")).toEqual(["bank.example.org"]);
  expect(await search("grace")).toEqual([]);
});

test("proxies are found by a part of the name, of the host name and of the address", async () => {
  const make = (name: string, host: string) => created("/proxies", { type: "custom", name, config: { host, port: 9 } });
  const { id = "" } = await make("office", "proxy.example.com");
  await make("lab", "192.0.2.17");
  const search = (query: string): Promise<string[]> => found("/proxies", "name", query);
  expect(await search("FFI")).toEqual(["office"]);
  expect(await search("Proxy.example")).toEqual(["office"]);
  expect(await search("192.0.2")).toEqual(["lab"]);
  expect(await search(id)).toEqual(["office"]);
  expect(await search(id.slice(2, 12))).toEqual([]);
});

test("profiles are found by a part of the name and of the id", async () => {
  const { id = "" } = await created("/profiles", { name: "At-Work" });
  await created("/profiles", { name: "home" });
  const search = (query: string): Promise<string[]> => found("/profiles", "name", query);
  // No id has a dash.
  expect(await search("t-wor")).toEqual(["At-Work"]);
  expect(await search(id.slice(3, 15))).toEqual(["At-Work"]);
  expect(await search(id)).toEqual(["At-Work"]);
});

describe("API keys", () => {
  test("API keys are found by a part of the names of the key, its creator and its project, and by the start of id and masked key", async () => {
    const { id: project_id = "" } = await created("/org/projects", { name: "Billing" });
    const maker = await createKey(service, { name: "automation" });
    const make = async (name: string, body: object = {}) =>
      (await apiAs(service, maker.key)("POST", "/org/api_keys", { json: { name, ...body } })).body;
    const ci = await make("ci-key");
    await make("invoices", { project_id });
    const search = (query: string): Promise<string[]> => found("/org/api_keys", "name", query);
    expect(await search("CI-K")).toEqual(["ci-key"]);
    expect(await search("automat")).toEqual(["automation", "ci-key", "invoices"]);
    expect(await search("billing")).toEqual(["invoices"]);
    expect(await search(ci.id.slice(0, 12))).toEqual(["ci-key"]);
    expect(await search(ci.id.slice(1, 13))).toEqual([]);
    expect(await search(ci.masked_key.slice(0, 9))).toEqual(["ci-key"]);
  });

  test("API keys of another project are not found by a key of one project, not even by its name", async () => {
    const { id: project_id = "" } = await created("/org/projects", { name: "Payroll" });
    const own = await createKey(service, { name: "payroll-reader", project_id });
    const other = await created("/org/projects", { name: "Payroll archive" });
    await createKey(service, { name: "hidden", project_id: other["id"] });
    expect(await found("/org/api_keys", "name", "payroll", apiAs(service, own.key))).toEqual(["payroll-reader"]);
  });
});

test("the API's default memory and an empty network are accepted, others are refused with the field", async () => {
  const start = (json: object) => service.api("POST", "/browsers", { json });
  const accepted = await start({ memory: "8GiB", network: {}, headless: true });
  expect(accepted.status, accepted.text).toBe(200);
  for (const member of ["memory", "webdriver_ws_url"]) expect(accepted.body).not.toHaveProperty(member);
  await service.api("DELETE", `/browsers/${accepted.body.session_id}`);
  const refused = await start({ memory: "16GiB", gpu: true });
  expect([refused.status, refused.body.code]).toEqual([501, "not_supported_locally"]);
  expect(refused.text).toContain("memory");
  expect(refused.text).toContain("gpu");
});
