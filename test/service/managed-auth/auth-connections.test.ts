import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { startServiceWithFakeBrowser } from "../../support/browser/fake-browser.ts";
import { apiAs, createKey } from "../../support/service/api-keys.ts";
import { type Answer, startService, type TestService } from "../../support/service/service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

let count = 0;
const create = (json: object = {}): Promise<Answer> => {
  count += 1;
  const body = { domain: "shop.example.com", profile_name: `customer-${count}`, ...json };
  return service.api("POST", "/auth/connections", { json: body });
};
const created = async (json: object = {}): Promise<Record<string, unknown>> => {
  const answer = await create(json);
  expect(answer.status, answer.text).toBe(201);
  return answer.body;
};
const path = ({ id }: Record<string, unknown>): string => `/auth/connections/${id}`;
const update = (connection: Record<string, unknown>, json: object): Promise<Answer> =>
  service.api("PATCH", path(connection), { json });
const updated = async (connection: Record<string, unknown>, json: object): Promise<Record<string, unknown>> => {
  const answer = await update(connection, json);
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
};
const details = (answer: Answer): string[] =>
  (answer.body.details as { message: string }[] | undefined)?.map(({ message }) => message) ?? [];
const refused = async (connection: Record<string, unknown>, json: object): Promise<string[]> => {
  const answer = await update(connection, json);
  expect([answer.status, answer.body.code]).toEqual([400, "bad_request"]);
  expect((await service.api("GET", path(connection))).body).toEqual(connection);
  return details(answer);
};
const proxy = async (name: string): Promise<string> => {
  const json = { type: "custom", name, config: { host: "127.0.0.1", port: 9 } };
  return (await service.api("POST", "/proxies", { json })).body.id;
};
const credential = (name: string): Promise<Answer> =>
  service.api("POST", "/credentials", { json: { name, domain: "shop.example.com", values: { password: "hunter2" } } });

/** Default set of telemetry, with some categories switched. */
const telemetry = (change: Record<string, boolean> = {}) => {
  const on = ["control", "connection", "system", "captcha"];
  const off = ["console", "network", "page", "interaction", "screenshot", "platform"];
  const all = {
    ...Object.fromEntries(on.map((name) => [name, true])),
    ...Object.fromEntries(off.map((name) => [name, false])),
  };
  const categories = Object.entries({ ...all, ...change }).map(([name, enabled]) => [name, { enabled }]);
  return { enabled: true, browser: Object.fromEntries(categories) };
};

describe("a connection", () => {
  test("a connection is created with its profile, found, and deleted without it", async () => {
    const made = await created({ profile_name: "ada", domain: "Shop.Example.com." });
    expect(made).toEqual({
      id: made["id"],
      profile_name: "ada",
      domain: "shop.example.com",
      status: "NEEDS_AUTH",
      save_credentials: true,
      record_session: false,
      allowed_domains: [],
      auto_reauth: true,
      browser: { stealth: true, telemetry: null },
      browser_telemetry: null,
      can_reauth: false,
      can_reauth_reason: "no_prior_successful_login",
      discovered_fields: null,
      flow_status: null,
      flow_step: null,
      health_check_interval: 3600,
      health_checks: true,
      mfa_options: null,
    });
    expect((await service.api("GET", path(made))).body).toEqual(made);
    expect((await service.api("GET", "/profiles/ada")).status).toBe(200);
    expect((await service.api("GET", "/auth/connections?profile_name=ada")).body).toEqual([made]);
    expect((await service.api("GET", "/auth/connections?domain=SHOP.example.com&profile_name=ada")).body).toEqual([
      made,
    ]);
    expect((await service.api("GET", "/auth/connections?domain=example.com")).body).toEqual([]);
    expect((await service.api("GET", `/auth/connections?query=${made["id"]}`)).body).toEqual([made]);
    expect((await service.api("DELETE", path(made))).status).toBe(204);
    expect((await service.api("GET", path(made))).body.message).toBe(`there is no auth connection "${made["id"]}"`);
    expect((await service.api("GET", "/profiles/ada")).status).toBe(200);
  });

  test("a connection follows a renamed profile, and keeps the name of a deleted one", async () => {
    const made = await created({ profile_name: "grace" });
    await service.api("PATCH", "/profiles/grace", { json: { name: "hopper" } });
    expect((await service.api("GET", path(made))).body.profile_name).toBe("hopper");
    await service.api("DELETE", "/profiles/hopper");
    expect((await service.api("GET", path(made))).body.profile_name).toBe("grace");
  });

  test("a connection is the only one of a profile and a domain", async () => {
    const made = await created({ profile_name: "only" });
    const again = await create({ profile_name: "only" });
    expect([again.status, again.body.code]).toEqual([409, "conflict"]);
    expect(again.body.message).toBe(
      `the profile "only" has an auth connection to shop.example.com already: "${made["id"]}"`,
    );
    await created({ profile_name: "only", domain: "other.example.com" });
  });

  test.each(["https://shop.example.com", "shop.example.com:8443", "shop.example.com/login"])(
    "refuses the domain %j, and creates no profile",
    async (domain) => {
      const answer = await create({ domain, profile_name: "never" });
      expect([answer.status, details(answer)]).toEqual([
        400,
        ['domain: must be the host name "shop.example.com" alone, without scheme, user, port and path'],
      ]);
      expect((await service.api("GET", "/profiles/never")).status).toBe(404);
    },
  );
});

describe("PATCH /auth/connections/{id}", () => {
  test("a PATCH of a connection changes only the fields that it has", async () => {
    const made = await created({ login_url: "https://shop.example.com/login", allowed_domains: ["example.org"] });
    expect(await updated(made, {})).toEqual(made);
    const changed = await updated(made, { auto_reauth: false, record_session: true, save_credentials: false });
    expect(changed).toEqual({ ...made, auto_reauth: false, record_session: true, save_credentials: false });
    expect(await updated(made, { health_checks: false })).toEqual({ ...changed, health_checks: false });
  });

  test("a PATCH of a connection refuses unknown properties, also inside of objects", async () => {
    const made = await created();
    expect((await refused(made, { domain: "other.example.com" })).join()).toMatch(
      /^domain: unknown property; known: allowed_domains,/,
    );
    expect((await refused(made, { browser: { headless: true } })).join()).toMatch(
      /^browser\.headless: unknown property/,
    );
    expect((await refused(made, { credential: { name: "a", vault: "b" } })).join()).toMatch(
      /^credential\.vault: unknown property/,
    );
  });

  test("a PATCH replaces allowed_domains; an empty list leaves credential entry unrestricted", async () => {
    const made = await created({ allowed_domains: ["one.example", "www.two.example"] });
    expect(made["allowed_domains"]).toEqual(["one.example", "two.example"]);
    expect((await updated(made, { allowed_domains: ["*.Three.example"] }))["allowed_domains"]).toEqual([
      "three.example",
    ]);
    expect((await updated(made, { allowed_domains: [] }))["allowed_domains"]).toEqual([]);
  });

  test("a PATCH of a connection reports all problems together and changes nothing", async () => {
    const made = await created();
    const problems = await refused(made, {
      auto_reauth: true,
      allowed_domains: ["co.uk", "https://a.example"],
      credential: { name: "nobody's" },
      browser: { proxy: { id: "nope" } },
    });
    expect(problems.map((each) => each.split(":")[0])).toEqual([
      "browser.proxy.id",
      "allowed_domains[0]",
      "allowed_domains[1]",
      "credential.name",
    ]);
  });

  test("a PATCH clears login_url by an empty text", async () => {
    const made = await created({ login_url: "https://shop.example.com/login" });
    const { login_url: _, ...without } = made;
    expect(await updated(made, { login_url: "" })).toEqual(without);
    expect(await refused(without, { login_url: "ftp://shop.example.com" })).toEqual([
      'login_url: must be an http or https URL without user and password, or empty, not "ftp://shop.example.com"',
    ]);
  });

  test.each([299, 86_401, 300.5, null, "600"])("refuses the health_check_interval %j", async (seconds) => {
    const made = await created();
    expect((await refused(made, { health_check_interval: seconds })).join()).toMatch(
      /^health_check_interval: must be /,
    );
  });

  test("a PATCH accepts both ends of the health_check_interval", async () => {
    const made = await created({ health_check_interval: 300 });
    expect(made["health_check_interval"]).toBe(300);
    expect((await updated(made, { health_check_interval: 86_400 }))["health_check_interval"]).toBe(86_400);
  });
});

describe("browser of a connection", () => {
  test("the browser of a connection is merged member by member", async () => {
    const id = await proxy("merge");
    const made = await created({ browser: { stealth: false } });
    const first = await updated(made, { browser: { proxy: { name: "merge" } } });
    expect(first["browser"]).toEqual({ proxy: { id }, stealth: false, telemetry: null });
    expect(first["proxy_id"]).toBe(id);
    const second = await updated(made, { browser: { proxy: { mode: "direct" }, stealth: true } });
    expect(second["browser"]).toEqual({ proxy: { mode: "direct" }, stealth: true, telemetry: null });
    expect(second).not.toHaveProperty("proxy_id");
  });

  test("the browser of a connection takes exactly one of a proxy's id, name and mode; a name must be unique", async () => {
    const made = await created();
    await proxy("twin");
    await proxy("twin");
    expect(await refused(made, { browser: { proxy: { name: "twin" } } })).toEqual([
      'browser.proxy.name: several proxies have the name "twin": use the id of one',
    ]);
    expect(await refused(made, { proxy: { name: "none" } })).toEqual(['proxy.name: there is no proxy "none"']);
    expect((await refused(made, { browser: { proxy: { id: "a", name: "b" } } })).join()).toContain("exactly one of");
    expect((await refused(made, { browser: { proxy: {} } })).join()).toContain("exactly one of");
  });

  test("the deprecated proxy and browser_telemetry set the browser, and cannot be used beside their replacements", async () => {
    const id = await proxy("older");
    const made = await created({ proxy: { id }, browser_telemetry: { enabled: true } });
    expect(made["browser"]).toEqual({ proxy: { id }, stealth: true, telemetry: telemetry() });
    expect([made["proxy_id"], made["browser_telemetry"]]).toEqual([id, telemetry()]);
    const both = { proxy: { id }, browser_telemetry: null, browser: { proxy: { id }, telemetry: null } };
    expect(await refused(made, both)).toEqual([
      "proxy: cannot be combined with browser.proxy, which replaces it",
      "browser_telemetry: cannot be combined with browser.telemetry, which replaces it",
    ]);
  });

  test("the browser of a connection prevents the deletion of its proxy", async () => {
    const id = await proxy("kept");
    const made = await created({ browser: { proxy: { id } } });
    const kept = await service.api("DELETE", `/proxies/${id}`);
    expect([kept.status, kept.body.code]).toEqual([409, "resource_in_use"]);
    expect(kept.body.message).toContain(`the auth connection "${made["id"]}" (shop.example.com) uses the proxy`);
    await updated(made, { browser: { proxy: { mode: "direct" } } });
    expect((await service.api("DELETE", `/proxies/${id}`)).status).toBe(204);
  });
});

describe("telemetry of a connection", () => {
  const of = (record: Record<string, unknown>): unknown => (record["browser"] as { telemetry: unknown }).telemetry;

  test("telemetry is the default set on creation, with categories layered onto it; {} captures nothing", async () => {
    expect(of(await created({ browser: { telemetry: { enabled: true } } }))).toEqual(telemetry());
    expect(of(await created({ browser: { telemetry: { browser: {} } } }))).toEqual(telemetry());
    const layered = { browser: { console: { enabled: true }, captcha: { enabled: false } } };
    expect(of(await created({ browser: { telemetry: layered } }))).toEqual(
      telemetry({ console: true, captcha: false }),
    );
    expect(of(await created({ browser: { telemetry: {} } }))).toBeNull();
    expect(of(await created({ browser: { telemetry: { enabled: false } } }))).toBeNull();
  });

  test("telemetry is merged by an update without enabled, and resolved afresh with enabled true", async () => {
    const made = await created({ browser: { telemetry: { browser: { console: { enabled: true } } } } });
    const merged = await updated(made, { browser: { telemetry: { browser: { page: { enabled: true } } } } });
    expect(of(merged)).toEqual(telemetry({ console: true, page: true }));
    expect(of(await updated(made, { browser: { telemetry: {} } }))).toEqual(telemetry({ console: true, page: true }));
    const fresh = await updated(made, {
      browser: { telemetry: { enabled: true, browser: { network: { enabled: true } } } },
    });
    expect(of(fresh)).toEqual(telemetry({ network: true }));
    expect(of(await updated(made, { browser: { telemetry: { browser: {} } } }))).toEqual(telemetry());
  });

  test("telemetry is stopped by enabled false, by null and by switching every category off", async () => {
    const made = await created();
    const on = { browser: { telemetry: { enabled: true } } };
    const off = Object.fromEntries(Object.keys(telemetry().browser).map((name) => [name, { enabled: false }]));
    for (const stop of [{ enabled: false }, null, { browser: off }, { enabled: false, browser: {} }]) {
      expect(of(await updated(made, on))).toEqual(telemetry());
      expect(of(await updated(made, { browser: { telemetry: stop } }))).toBeNull();
    }
  });

  test("telemetry refuses enabled false beside categories, and an unknown destination", async () => {
    const made = await created();
    const mixed = { enabled: false, browser: { console: { enabled: true } } };
    expect(await refused(made, { browser: { telemetry: mixed } })).toEqual([
      "browser.telemetry.enabled: false cannot be combined with settings in telemetry.browser",
    ]);
    const exported = { enabled: true, export: { otlp: { destination: { name: "collector" } } } };
    expect(await refused(made, { browser_telemetry: exported })).toEqual([
      'browser_telemetry.export.otlp.destination.name: there is no telemetry destination with name "collector"',
    ]);
  });
});

describe("credential of a connection", () => {
  test("a stored credential is set by its name; the record follows a new name and drops a deleted credential", async () => {
    await credential("login");
    const made = await created();
    expect((await updated(made, { credential: { name: "login" } }))["credential"]).toEqual({ name: "login" });
    await service.api("PATCH", "/credentials/login", { json: { name: "renamed" } });
    expect((await service.api("GET", path(made))).body.credential).toEqual({ name: "renamed" });
    await service.api("DELETE", "/credentials/renamed");
    expect((await service.api("GET", path(made))).body).toEqual(made);
  });

  test.each([
    {},
    { provider: "vault" },
    { provider: "vault", auto: false },
    { provider: "vault", path: "Team/Shop", auto: true },
    { path: "Team/Shop" },
    { name: "login", provider: "vault" },
    { name: "login", auto: true },
  ])("a credential reference %j, which has none of the three forms, is refused", async (reference) => {
    const made = await created();
    expect(await refused(made, { credential: reference })).toEqual([
      "credential: must be one of: name; provider and path; provider and auto true",
    ]);
  });

  test.each([{ path: "Team/Shop" }, { auto: true }])("refuses a provider that does not exist: %j", async (form) => {
    const made = await created();
    expect(await refused(made, { credential: { provider: "vault", ...form } })).toEqual([
      'credential.provider: there is no credential provider "vault"; add one with credential-providers create',
    ]);
  });
});

describe("plan of the service", () => {
  test.each([
    { plan: "enterprise", id: "ENTERPRISE", minimum: 300, default: 3_600 },
    { plan: "startup", id: "START_UP", minimum: 1_200, default: 3_600 },
    { plan: "hobbyist", id: "HOBBYIST", minimum: 3_600, default: 3_600 },
    { plan: "free", id: "FREE", minimum: 21_600, default: 21_600 },
  ] as const)(
    "bounds and gives the interval of health checks, as limits and entitlements say: $plan",
    async (facts) => {
      const { plan, id, minimum } = facts;
      const own = await startServiceWithFakeBrowser({ plan });
      onTestFinished(() => own.stop());
      const body = { domain: "shop.example.com", profile_name: "customer" };
      const { body: made } = await own.api("POST", "/auth/connections", { json: body });
      expect(made.health_check_interval).toBe(facts.default);
      expect((await own.api("GET", "/org/limits")).body.min_health_check_interval_seconds).toBe(minimum);
      const { body: entitlements } = await own.api("GET", "/org/entitlements");
      expect(entitlements.plan).toMatchObject({ id, effective_id: id });
      expect(entitlements.features.managed_auth).toMatchObject({
        health_check_interval_min_seconds: minimum,
        health_check_interval_max_seconds: 86_400,
        health_check_interval_default_seconds: facts.default,
      });
      const change = (seconds: number) => own.api("PATCH", path(made), { json: { health_check_interval: seconds } });
      expect((await change(minimum)).status).toBe(200);
      const below = await change(minimum - 1);
      expect(below.status).toBe(400);
      // The schema reports values below the minimum of every plan.
      const limit =
        plan === "enterprise"
          ? "must be 300 to 86400, not 299"
          : `must be at least ${minimum} with the plan of this service, not ${minimum - 1}; browserctl local start --plan changes the plan`;
      expect(details(below)).toEqual([`health_check_interval: ${limit}`]);
    },
  );
});

test("the limits of the organization count its connections, and for a key of one project those of the project", async () => {
  const own = await startServiceWithFakeBrowser();
  onTestFinished(() => own.stop());
  const { body: other } = await own.api("POST", "/org/projects", { json: { name: "other" } });
  const make = (profile_name: string, headers = {}): Promise<Answer> =>
    own.api("POST", "/auth/connections", { json: { domain: "shop.example.com", profile_name }, headers });
  const used = async (call = own.api): Promise<number> => (await call("GET", "/org/limits")).body.auth_connections_used;
  expect(await used()).toBe(0);
  const { body: first } = await make("ada");
  await make("grace");
  await make("ada", { "x-kernel-project-id": other.id });
  expect(await used()).toBe(3);
  const { key } = await createKey(own, { project_id: other.id });
  expect(await used(apiAs(own, key))).toBe(1);
  await own.api("DELETE", path(first));
  expect(await used()).toBe(2);
});
