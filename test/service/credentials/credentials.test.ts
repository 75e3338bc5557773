import { rmSync } from "node:fs";
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { Clock } from "../../../src/service/clock.ts";
import { Credentials } from "../../../src/service/credentials/credentials.ts";
import { Faults } from "../../../src/service/faults.ts";
import { Projects } from "../../../src/service/projects/projects.ts";
import { tables } from "../../../src/service/resources.ts";
import type { ProjectId } from "../../../src/service/store/project-id.ts";
import { Store } from "../../../src/service/store/store.ts";
import { startServiceWithFakeBrowser } from "../../support/browser/fake-browser.ts";
import { type Answer, type TestService, tempDir } from "../../support/service/service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startServiceWithFakeBrowser();
});
afterAll(() => service.stop());

const secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
const values = { username: "ada", password: "correct-horse-1" };
let counter = 0;

const post = (json: object): Promise<Answer> => service.api("POST", "/credentials", { json });
const get = (idOrName: string): Promise<Answer> => service.api("GET", `/credentials/${encodeURIComponent(idOrName)}`);
const patch = (idOrName: string, json: object): Promise<Answer> =>
  service.api("PATCH", `/credentials/${encodeURIComponent(idOrName)}`, { json });

/** A new credential under a name of its own. */
async function create(more: object = {}): Promise<Answer["body"]> {
  counter += 1;
  const made = await post({ name: `login-${counter}`, domain: "shop.example.com", values, ...more });
  expect(made.status, made.text).toBe(201);
  return made.body;
}

describe("a credential", () => {
  test("a credential is created, found by id and by name, listed and deleted, and never shows its secrets", async () => {
    const made = await post({
      name: "  my shop ",
      domain: "Shop.Example.COM.",
      values,
      sso_provider: " google ",
      totp_secret: "gezd gnbv gy3t qojq gezd gnbv gy3t qojq",
    });
    expect(made.status, made.text).toBe(201);
    const { totp_code, totp_code_expires_at, ...record } = made.body;
    expect(record).toEqual({
      id: record.id,
      name: "my shop",
      domain: "shop.example.com",
      created_at: record.created_at,
      updated_at: record.created_at,
      has_values: true,
      has_totp_secret: true,
      sso_provider: "google",
      value_keys: ["username", "password"],
    });
    expect(totp_code).toMatch(/^\d{6}$/);
    expect(Date.parse(totp_code_expires_at) - Date.parse(record.created_at)).toBeLessThanOrEqual(30_000);
    for (const idOrName of [record.id, "my shop"]) expect((await get(idOrName)).body).toEqual(record);
    const { value_keys, ...listed } = record;
    expect(value_keys).toHaveLength(2);
    for (const query of ["domain=SHOP.example.com&query=my", "query=Y%20SHO", `query=${record.id}`]) {
      expect((await service.api("GET", `/credentials?${query}`)).body, query).toEqual([listed]);
    }
    expect((await service.api("GET", "/credentials?domain=example.com")).body).toEqual([]);
    const entitlements = (await service.api("GET", "/org/entitlements")).body;
    expect(entitlements.features.credentials).toEqual({ enabled: true });
    expect((await service.api("DELETE", `/credentials/${record.id}`)).status).toBe(204);
    for (const answer of [await get("my shop"), await patch(record.id, {}), await get(`${record.id}/totp-code`)]) {
      expect([answer.status, answer.body.code]).toEqual([404, "not_found"]);
    }
    expect((await get("my shop")).body.message).toBe('there is no credential "my shop"');
  });

  test("a credential shares its name with no other one of the project", async () => {
    const [one, two] = [await create(), await create()];
    const same = await post({ name: ` ${one.name}`, domain: "a.example", values });
    const renamed = await patch(two.id, { name: one.name });
    for (const answer of [same, renamed]) {
      expect([answer.status, answer.body.code]).toEqual([409, "conflict"]);
      expect(answer.body.message).toContain(`the credential "${one.id}" already has the name "${one.name}"`);
    }
    expect((await patch(two.id, { name: "a/b c" })).body.name).toBe("a/b c");
    expect((await get("a/b c")).body.id).toBe(two.id);
  });

  test("a credential keeps its values encrypted in the state directory, and out of the log", async () => {
    const made = await create({ values: { pin: "in-no-file-at-all" }, totp_secret: secret });
    await patch(made.id, { values: { pin: "in-no-file-either" } });
    await post({ name: "log", domain: "a b", values: { pin: "in-no-log-at-all" }, totp_secret: "not-base32-1" });
    const { stateDir } = service;
    expect((await stat(join(stateDir, "state.key"))).mode & 0o777).toBe(0o600);
    const files = await readdir(stateDir, { recursive: true, withFileTypes: true });
    const paths = files.filter((file) => file.isFile()).map(({ parentPath, name }) => join(parentPath, name));
    const all = (await Promise.all(paths.map((path) => readFile(path, "latin1")))).join("\n");
    expect(all).toContain(made.name);
    for (const text of [all, service.log.join("\n")]) {
      for (const hidden of ["in-no-", secret, "12345678901234567890", "not-base32-1", values.password]) {
        expect(text.includes(hidden), hidden).toBe(false);
      }
    }
  });

  const refusals: readonly (readonly [object, string])[] = [
    [{ name: " " }, "name: must be text that is not blank"],
    [{ name: "n".repeat(256) }, "name: must have at most 255 characters"],
    [{ name: undefined }, "name: is missing"],
    [{ domain: undefined }, "domain: is missing"],
    [{ domain: "" }, "domain: must have 1 to 1024 characters"],
    [{ domain: "https://Shop.example.com/login" }, 'domain: must be the host name "shop.example.com" alone'],
    [{ domain: "shop.example.com:443" }, 'domain: must be the host name "shop.example.com" alone'],
    [{ domain: "shop.example.com/" }, 'domain: must be the host name "shop.example.com" alone'],
    [{ domain: "me:s3cret@shop.example.com" }, 'domain: must be the host name "shop.example.com" alone'],
    [{ domain: "*.example.com" }, 'domain: must be a host name such as shop.example.com, not "*.example.com"'],
    [{ domain: "a..b" }, 'domain: must be a host name such as shop.example.com, not "a..b"'],
    [{ domain: `${"a".repeat(64)}.example` }, "domain: must be a host name such as shop.example.com"],
    [{ domain: "a b" }, "domain: must be a host name"],
    [{ domain: "me:s3cret@" }, "domain: must be a host name such as shop.example.com"],
    [{ values: undefined }, "values: is missing"],
    [{ values: {} }, "values: must have 1 to 50 entries"],
    [{ values: many(51) }, "values: must have 1 to 50 entries"],
    [{ values: { pin: "" } }, "values.pin: must have 1 to 65536 characters"],
    [{ values: { pin: "s3cret\0" } }, "values.pin: must be text without NUL characters"],
    [{ values: { pin: 4711 } }, "values.pin: must be a string"],
    [{ values: { pin: "s3cret".repeat(11_000) } }, "values.pin: must have 1 to 65536 characters"],
    [{ values: { pin: "é".repeat(40_000) } }, "values.pin: must have at most 65536 bytes"],
    [{ values: { "": "s3cret" } }, "values"],
    [{ values: { ["k".repeat(129)]: "s3cret" } }, "values"],
    [{ totp_secret: "s3cret" }, "totp_secret: must be base32 of at least 10 bytes"],
    [{ totp_secret: "" }, "totp_secret: must be base32 of at least 10 bytes"],
    [{ totp_secret: `otpauth://totp/a?secret=${secret}` }, "totp_secret: must be base32 of at least 10 bytes"],
    [{ totp_secret: "A".repeat(1_025) }, "totp_secret: must have at most 1024 characters"],
    [{ sso_provider: " " }, "sso_provider: must be text that is not blank"],
    [{ sso_provider: null }, "sso_provider: must be a string"],
    [{ token: "s3cret" }, "token: unknown property"],
  ];
  const byMessage = refusals.map(([json, message]) => [message, json] as const);
  test.each(byMessage)("a credential is refused without a secret in the answer: %s", async (message, json) => {
    const answer = await post({ name: "refused", domain: "shop.example.com", values, ...json });
    expect([answer.status, answer.body.code], answer.text).toEqual([400, "bad_request"]);
    expect(answer.body.details.map((each: { message: string }) => each.message).join("\n")).toContain(message);
    expect(answer.text).not.toMatch(/s3cret|4711|correct-horse/);
  });

  test.each([
    ["WWW.Example.com", "www.example.com"],
    ["bücher.example", "xn--bcher-kva.example"],
    ["localhost", "localhost"],
    [" 127.0.0.1 ", "127.0.0.1"],
    ["my_host-1.example", "my_host-1.example"],
  ])("a credential of domain %j has the domain %j", async (domain, stored) => {
    expect((await create({ domain })).domain).toBe(stored);
  });

  test("a credential holds the largest values together", async () => {
    const largest = Object.fromEntries(Object.keys(many(50)).map((key) => [key, "é".repeat(32_768)]));
    const made = await create({ values: largest });
    expect(made.value_keys).toHaveLength(50);
    const over = await patch(made.id, { values: { one: "more" } });
    expect([over.status, over.body.details[0].message]).toEqual([
      400,
      "values: must have at most 50 entries with those stored, not 51; remove some by remove_value_keys",
    ]);
    const swapped = await patch(made.id, { values: { one: "more" }, remove_value_keys: ["key0"] });
    expect([swapped.status, swapped.body.value_keys.length]).toEqual([200, 50]);
  });
});

describe("a change", () => {
  test("a change first removes keys and then merges values; the others stay", async () => {
    const made = await create({ values: { a: "1", b: "2", c: "3" }, sso_provider: "google" });
    const changed = await patch(made.id, { values: { a: "one", d: "4" }, remove_value_keys: ["a", "b", "none"] });
    expect(changed.body).toMatchObject({ name: made.name, sso_provider: "google", value_keys: ["c", "a", "d"] });
    expect(Date.parse(changed.body.updated_at)).toBeGreaterThanOrEqual(Date.parse(made.updated_at));
    const emptied = await patch(made.id, { remove_value_keys: ["a", "c", "d"] });
    expect(emptied.body).toMatchObject({ has_values: false, value_keys: [] });
    expect((await patch(made.id, {})).body).toMatchObject({ has_values: false, sso_provider: "google" });
  });

  test.each(["", null, " "])("with the provider %j removes it", async (sso_provider) => {
    const made = await create({ sso_provider: "google" });
    expect((await patch(made.id, { sso_provider })).body.sso_provider).toBeNull();
  });

  test("a change with a TOTP secret answers with the code; an empty one removes the secret", async () => {
    const made = await create();
    expect(made).toMatchObject({ has_totp_secret: false });
    expect(made).not.toHaveProperty("totp_code");
    const path = `/credentials/${made.id}/totp-code`;
    const without = await service.api("GET", path);
    expect([without.status, without.body.code, without.body.message]).toEqual([
      409,
      "conflict",
      `credential "${made.name}" has no TOTP secret; set one by totp_secret`,
    ]);
    const set = await patch(made.id, { totp_secret: secret });
    expect(set.body).toMatchObject({ has_totp_secret: true, totp_code: expect.stringMatching(/^\d{6}$/) });
    const renamed = await patch(made.id, { name: `${made.name}-2` });
    expect(renamed.body).toMatchObject({ has_totp_secret: true, value_keys: ["username", "password"] });
    expect(renamed.body).not.toHaveProperty("totp_code");
    const removed = await patch(made.id, { totp_secret: "" });
    expect(removed.body).toMatchObject({ has_totp_secret: false });
    expect(removed.body).not.toHaveProperty("totp_code");
    expect((await service.api("GET", path)).status).toBe(409);
  });

  test("a change that is refused changes nothing", async () => {
    const made = await create();
    const refused = await patch(made.id, { name: "other", values: { a: "1" }, totp_secret: "s3cret" });
    expect([refused.status, refused.body.details[0].message]).toEqual([
      400,
      "totp_secret: must be base32 of at least 10 bytes: 16 or more letters A to Z and digits 2 to 7, without an otpauth:// address around it",
    ]);
    expect((await get(made.id)).body).toEqual(made);
  });
});

test("codes follow the service's clock", async () => {
  onTestFinished(() => service.clock.reset());
  const made = await create({ totp_secret: secret });
  const code = async () => (await service.api("GET", `/credentials/${made.name}/totp-code`)).body;
  service.clock.pin(Date.UTC(2033, 4, 18, 3, 33, 20));
  expect(await code()).toEqual({ code: "279037", expires_at: "2033-05-18T03:33:30.000Z" });
  const set = await patch(made.id, { totp_secret: secret });
  expect(set.body).toMatchObject({ totp_code: "279037", totp_code_expires_at: "2033-05-18T03:33:30.000Z" });
  await service.clock.advance(10_000);
  expect(await code()).toMatchObject({ expires_at: "2033-05-18T03:34:00.000Z" });
  expect((await code()).code).not.toBe("279037");
});

test("values and codes are the same after a restart, and are found only in their project", async () => {
  const stateDir = await tempDir();
  onTestFinished(() => rmSync(stateDir, { recursive: true }));
  const clock = new Clock(59_000);
  const within = <T>(use: (credentials: Credentials, own: ProjectId, foreign: ProjectId) => T): T => {
    const store = new Store({ stateDir, clock, faults: new Faults(), log: () => {}, tables });
    try {
      const projects = new Projects({ store, clock });
      const foreign = projects.list().items.find(({ name }) => name === "other") ?? projects.create("other");
      return use(new Credentials({ store, clock }), projects.default().id, foreign.id);
    } finally {
      store.close();
    }
  };
  const odd = JSON.parse('{"__proto__":"one","a.b":"two\\n","ü":"three"}');
  within((credentials, own) =>
    credentials.create(own, { name: "odd", domain: "a.example", values: odd, totp_secret: secret }),
  );
  within((credentials, own, foreign) => {
    const found = credentials.require(own, "odd");
    expect(Object.entries(credentials.valuesOf(found))).toEqual([
      ["__proto__", "one"],
      ["a.b", "two\n"],
      ["ü", "three"],
    ]);
    expect(credentials.totp(found)).toEqual({ code: "287082", expiresAt: 60_000 });
    expect(credentials.totp(found, 1_111_111_109_000).code).toBe("081804");
    expect(credentials.find(own, found.id)?.id).toBe(found.id);
    expect([credentials.find(foreign, "odd"), credentials.find(foreign, found.id)]).toEqual([undefined, undefined]);
    const merged = credentials.update(found, { values: { "a.b": "2" }, remove_value_keys: ["__proto__"] });
    expect(credentials.valuesOf(merged)).toEqual({ ü: "three", "a.b": "2" });
    expect(credentials.valuesOf(credentials.require(own, "odd"))).toEqual(credentials.valuesOf(merged));
  });
});

function many(count: number): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_, at) => [`key${at}`, "1"]));
}
