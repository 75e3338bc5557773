import { expect, onTestFinished, test } from "vitest";
import { configRegistryHandlers } from "../../../src/service/handlers/config-registry.ts";
import { SiteKnowledge, type SiteKnowledgeNeeds } from "../../../src/service/managed-auth/site-knowledge.ts";
import { ManagedAuth } from "./support/managed-auth.ts";

interface Tried {
  readonly domain: string;
  readonly loginUrl?: string;
  readonly stealth?: boolean;
  readonly proxyId?: string;
  /** Ends of its logins and health checks, the newest first: a status, or the error of a failed login. */
  readonly ends: readonly string[];
}

const times = (at: number): number => Date.UTC(2026, 0, 1) + at * 60_000;

function knowledgeOf(...tried: readonly Tried[]): SiteKnowledgeNeeds {
  const connections = tried.map(({ domain, loginUrl = null, stealth = false, proxyId }, at) => ({
    ...{ id: `c${at}`, projectId: "p", domain, loginUrl },
    browser: { stealth, telemetry: null, ...(proxyId !== undefined && { proxy: { id: proxyId } }) },
  }));
  const trialsOf = (id: string): object[] => {
    const at = Number(id.slice(1));
    const { ends = [] } = tried[at] ?? {};
    return ends.map((end, index) => {
      const isStatus = /^[A-Z_]+$/.test(end);
      const isCheck = end === "AUTHENTICATED" || end === "NEEDS_AUTH";
      return {
        ...{ id: `${id}-${index}`, type: isCheck ? "health_check" : "login", createdAt: times(10 * at - index) },
        ...{ status: isStatus ? end : "FAILED", errorCode: isStatus ? null : end },
      };
    });
  };
  const proxy = { id: "own", name: "office", protocol: "http", host: "proxy.example", port: 3128, username: "ada" };
  return {
    authConnections: {
      list: () => ({ items: connections }),
    },
    timeline: { list: ({ id }: { id: string }) => ({ items: trialsOf(id) }) },
    proxies: {
      byId: (_project: string, id: string) =>
        id === "own"
          ? { ...proxy, password: {}, caBundle: null, bypassHosts: null, status: null, lastChecked: null }
          : undefined,
    },
  } as unknown as SiteKnowledgeNeeds;
}

const lookup = (url: string, needs: SiteKnowledgeNeeds, countries?: readonly string[]) =>
  new SiteKnowledge(needs).lookup("p" as never, url, countries);

test("the configuration that got to a website most often is recommended, with its evidence", () => {
  const loginUrl = "https://shop.example.com/login";
  const needs = knowledgeOf(
    { domain: "shop.example.com", loginUrl, ends: ["SUCCESS", "login_page_unreachable", "credentials_invalid"] },
    { domain: "shop.example.com", loginUrl, stealth: true, ends: ["AUTHENTICATED", "SUCCESS", "CANCELED"] },
  );
  const { recommendation, target, working_configurations } = lookup("https://shop.example.com/login?next=1", needs);
  expect(target).toEqual({ domain: "example.com", host: "shop.example.com", normalized: loginUrl });
  expect(recommendation).toEqual({
    type: "recommendation",
    browser: { gpu: false, headless: false, stealth: true, viewport: { width: 1280, height: 800 } },
    proxy: { mode: "direct" },
    ...{ match_scope: "exact", matched_target: loginUrl, verification: "verified" },
    evidence: {
      ...{ accessed: 2, blocked: 0, inconclusive: 1, sample_size: 2, run_count: 3, success_rate: 1 },
      ...{ last_observed_at: "2026-01-01T00:10:00.000Z", last_verified_at: "2026-01-01T00:10:00.000Z" },
    },
  });
  expect(working_configurations?.map(({ evidence }) => evidence.success_rate)).toEqual([1, 2 / 3]);
});

test.each([
  ["https://shop.example.com/login", "exact", "verified"],
  ["https://shop.example.com/cart", "host", "inferred"],
  ["https://www.example.com/", "domain", "inferred"],
])("%s is matched by its %s", (url, match_scope, verification) => {
  const needs = knowledgeOf({
    domain: "shop.example.com",
    loginUrl: "https://shop.example.com/login",
    ends: ["SUCCESS"],
  });
  expect(lookup(url, needs).recommendation).toMatchObject({ match_scope, verification });
});

test("a website that was never tried is unknown, and one that was never reached has no recommendation", () => {
  const needs = knowledgeOf(
    { domain: "a.example", ends: ["no_login_form"] },
    { domain: "b.example", ends: ["EXPIRED"] },
  );
  expect(lookup("https://c.example/", needs).recommendation).toBeNull();
  expect(lookup("https://a.example/", needs).recommendation).toMatchObject({ code: "no_working_configuration" });
  expect(lookup("https://b.example/", needs).recommendation).toMatchObject({ code: "inconclusive" });
});

test("a proxy is named without its password; one whose country is unknown is not recommended for a country", () => {
  const needs = knowledgeOf(
    { domain: "a.example", proxyId: "own", ends: ["SUCCESS"] },
    { domain: "gone.example", proxyId: "deleted", ends: ["SUCCESS"] },
  );
  const create = { type: "custom", name: "office", config: { host: "proxy.example", port: 3128, username: "ada" } };
  expect(lookup("https://a.example/", needs).recommendation).toMatchObject({ proxy: { mode: "managed", create } });
  expect(lookup("https://a.example/", needs, ["DE"]).recommendation).toMatchObject({ code: "proxy_restricted" });
  expect(lookup("https://gone.example/", needs).recommendation).toBeNull();
});

test("websites are listed once each, searched, sorted and paged", async () => {
  const handlers = configRegistryHandlers(
    knowledgeOf(
      { domain: "b.example", ends: ["login_page_unreachable", "SUCCESS"] },
      { domain: "a.example", ends: ["SUCCESS"] },
      { domain: "b.example", stealth: true, ends: ["IN_PROGRESS"] },
    ),
  );
  const list = async (query: object) => {
    const call = { query, auth: { project: { id: "p" } } };
    return handlers["configRegistry.list"](call as never);
  };
  const targets = async (query: object) => (await list(query)).items.map(({ target }) => target);
  expect((await list({})).items[0]).toMatchObject({
    ...{ target: "https://b.example/", analysis_id: "c2-0", analysis_status: "running", success_rate: 0.5 },
    ...{ recommended_config_label: "usual browser, no proxy", last_requested_at: "2026-01-01T00:20:00.000Z" },
  });
  expect(await targets({})).toEqual(["https://b.example/", "https://a.example/"]);
  expect(await targets({ sort_by: "target" })).toEqual(["https://a.example/", "https://b.example/"]);
  expect(await targets({ sort_by: "success_rate", sort_order: "desc" })).toEqual([
    "https://a.example/",
    "https://b.example/",
  ]);
  expect(await targets({ search: "A.EX" })).toEqual(["https://a.example/"]);
  expect(await list({ limit: 1 })).toMatchObject({ hasMore: true, nextOffset: 1 });
  expect(await targets({ limit: 1, offset: 1 })).toEqual(["https://a.example/"]);
});

test("a login and a health check of the service are trials, of their project alone", async () => {
  const auth = await ManagedAuth.start();
  onTestFinished(() => auth.stop());
  const { id } = await auth.loggedIn("/password");
  await auth.check(id);
  const url = auth.site.on("main", "/password");
  const evidence = { accessed: 2, blocked: 0, inconclusive: 0, run_count: 2, success_rate: 1 };
  const [newest] = await auth.timeline(id);
  expect(await auth.ok("GET", "/config-registry")).toMatchObject([
    { target: url, analysis_id: newest.id, analysis_status: "completed", recommendation: { evidence } },
  ]);
  const asked = await auth.ok("POST", "/config-registry/lookup", { url });
  expect(asked.recommendation).toMatchObject({ match_scope: "exact", proxy: { mode: "direct" }, evidence });
  const other = await auth.ok("POST", "/org/projects", { name: "other" });
  const elsewhere = await auth.service.api("GET", "/config-registry", { headers: { "x-kernel-project-id": other.id } });
  expect(elsewhere.body).toEqual([]);
});
