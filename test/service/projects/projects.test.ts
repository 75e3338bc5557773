import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { specs } from "../../../src/conformance/declarations.ts";
import { startServiceWithFakeBrowser } from "../../support/browser/fake-browser.ts";
import { apiAs, createKey } from "../../support/service/api-keys.ts";
import { deployed } from "../../support/service/app.ts";
import { type Answer, type ApiOptions, type TestService, tempDir } from "../../support/service/service.ts";

let service: TestService;
/** A project with a key of its own. */
let own: string;
let narrow: (method: string, path: string, json?: unknown) => Promise<Answer>;
beforeAll(async () => {
  service = await startServiceWithFakeBrowser();
  own = (await create("narrow")).id;
  const { key } = await createKey(service, { project_id: own });
  const send = apiAs(service, key);
  narrow = (method, path, json) => send(method, path, { json });
});
afterAll(() => service.stop());

const api = (method: string, path: string, options?: ApiOptions): Promise<Answer> => service.api(method, path, options);
const inProject = (id: string): Record<string, string> => ({ "X-Kernel-Project": id });
const at = (idOrName: string, more = ""): string => `/org/projects/${encodeURIComponent(idOrName)}${more}`;

async function create(name: string): Promise<Answer["body"]> {
  const answer = await api("POST", "/org/projects", { json: { name } });
  expect(answer.status, answer.text).toBe(201);
  return answer.body;
}

async function defaultProject(): Promise<Answer["body"]> {
  return (await api("GET", at("default"))).body;
}

describe("the name of a project", () => {
  const names = {
    "255 emoji": "🦊".repeat(255),
    "spaces at both ends": "  shop  ",
    "control characters": "a\n\u001b[31mb\u0007",
    "another case": "Café",
    "composed letters": "café",
    "decomposed letters": "cafe\u0301",
    "a dot": ".",
  };

  test.each(Object.entries(names))(
    "the name of a project with %s is stored as sent, and found by it",
    async (_, name) => {
      const { id } = await create(name);
      expect((await api("GET", at(id))).body.name).toBe(name);
      if (name === ".") return;
      expect((await api("GET", at(name))).body.id).toBe(id);
      // HTTP trims a header and has no control characters in it.
      if (name !== name.trim() || /\p{Cc}/u.test(name)) return;
      const scope = await api("GET", "/auth/context", { headers: inProject(Buffer.from(name).toString("latin1")) });
      expect(scope.body.authorization.effective_scope.project_id).toBe(id);
    },
  );

  test.each([
    ["is empty", "", "must have 1 to 255 characters, not 0"],
    ["has 256 code points", "🦊".repeat(256), "must have 1 to 255 characters, not 256"],
    ["has a slash", "a/b", 'without "/", "%"'],
    ["has a percent sign", "100%", 'without "/", "%"'],
    ["has a NUL character", "a\0b", "NUL characters"],
    ["has a lone surrogate", "a\ud800", "lone surrogates"],
    ["is a number", 7, "must be a string"],
  ])("a project name that %s is refused", async (_, name, message) => {
    for (const path of ["/org/projects", "/projects"]) {
      // A day on which the old route still exists.
      await service.api("PUT", "/_local/clock", { json: { now: "2026-06-01T00:00:00Z" } });
      const refused = await api("POST", path, { raw: JSON.stringify({ name }) });
      expect(refused.status, refused.text).toBe(400);
      expect(refused.text).toContain(JSON.stringify(message).slice(1, -1));
    }
    await service.api("DELETE", "/_local/clock");
  });

  test("the name of a project that is in use is 409, also for the second of two concurrent creations", async () => {
    const answers = await Promise.all(
      ["twice", "twice"].map((name) => api("POST", "/org/projects", { json: { name } })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    const { id } = await create("renamed");
    const refused = await api("PATCH", at(id), { json: { name: "twice" } });
    expect(refused).toMatchObject({ status: 409, body: { code: "conflict" } });
    expect((await api("PATCH", at(id), { json: { name: "renamed" } })).status).toBe(200);
  });

  test("the name of a project in a header is read as UTF-8 if possible, so that no other project is meant", async () => {
    const misread = Buffer.from("Zoë", "utf8").toString("latin1");
    const [right, wrong] = [await create("Zoë"), await create(misread)];
    const scope = async (name: string) =>
      (await api("GET", "/auth/context", { headers: inProject(Buffer.from(name, "utf8").toString("latin1")) })).body
        .authorization.effective_scope.project_id;
    expect(await scope("Zoë")).toBe(right.id);
    expect(await scope(misread)).toBe(wrong.id);
  });
});

describe("a project", () => {
  test("a project is listed with others, found by a part of its name, and renamed", async () => {
    const { id } = await create("to be listed");
    const found = await api("GET", "/org/projects?query=be%20LISTED");
    expect(found.body.map((each: { id: string }) => each.id)).toEqual([id]);
    expect(found.headers.get("x-has-more")).toBe("false");
    const renamed = await api("PATCH", at("to be listed"), { json: { name: "was listed" } });
    expect(renamed.body).toMatchObject({ id, name: "was listed", status: "active" });
    expect((await api("GET", at("to be listed"))).status).toBe(404);
    expect((await api("GET", "/org/projects?limit=1")).headers.get("x-has-more")).toBe("true");
  });

  test("an update of a project needs a change, and refuses unknown fields", async () => {
    expect((await api("PATCH", at("default"), { json: {} })).status).toBe(400);
    expect((await api("PATCH", at("default"), { json: { status: "deleted" } })).status).toBe(400);
    expect((await api("PATCH", at("default", "/limits"), { json: { max_pooled_sessions: 1 } })).text).toContain(
      "max_pooled_sessions: unknown property",
    );
  });

  test("an archived project accepts no requests and no new resources until it is restored", async () => {
    const { id } = await create("archive me");
    const headers = inProject(id);
    expect((await api("POST", "/profiles", { json: { name: "kept" }, headers })).status).toBe(201);
    expect((await api("PATCH", at(id), { json: { status: "archived" } })).body.status).toBe("archived");
    for (const [method, path] of [
      ["POST", "/profiles"],
      ["GET", "/profiles"],
      ["POST", "/browsers"],
    ] as const) {
      const refused = await api(method, path, { headers, ...(method === "POST" && { json: {} }) });
      expect(refused).toMatchObject({ status: 404, body: { code: "project_not_found" } });
    }
    expect((await api("GET", at(id))).body.status).toBe("archived");
    expect((await api("PATCH", at(id), { json: { status: "active" } })).body.status).toBe("active");
    expect((await api("GET", "/profiles/kept", { headers })).status).toBe(200);
  });

  test("a deleted project is gone, and its name is free again", async () => {
    const { id } = await create("delete me");
    expect((await api("DELETE", at("delete me"))).status).toBe(204);
    expect((await api("DELETE", at(id))).status).toBe(404);
    expect((await api("GET", at(id))).body.code).toBe("not_found");
    expect((await api("GET", "/profiles", { headers: inProject(id) })).body.code).toBe("project_not_found");
    expect((await create("delete me")).id).not.toBe(id);
  });

  test("a deleted project takes its API keys along, and none of another project", async () => {
    const [gone, stays] = [await create("with keys"), await create("with other keys")];
    const keys: string[] = [];
    for (const project_id of [gone.id, gone.id, stays.id]) {
      keys.push((await api("POST", "/org/api_keys", { json: { name: "k", project_id } })).body.id as string);
    }
    expect((await api("DELETE", at(gone.id))).status).toBe(204);
    const listed = async (status: string): Promise<unknown[]> => {
      const { body } = await api("GET", `/org/api_keys?name=k&status=${status}`);
      return (body as unknown as { id: string }[]).map(({ id }) => id);
    };
    expect(await listed("active")).toEqual([keys[2]]);
    expect(await listed("deleted")).toEqual([keys[1], keys[0]]);
    const { body } = await api("GET", `/org/api_keys/${keys[0]}?include_deleted=true`);
    expect(body).toMatchObject({ project_name: "with keys", deleted_at: expect.stringMatching(/Z$/) });
  });

  test("a project that several create at once under one name exists once, and so does a key that several rotate", async () => {
    const json = { name: "wanted" };
    const made = await Promise.all([1, 2, 3].map(() => api("POST", "/org/projects", { json })));
    expect(made.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect((await api("GET", "/org/projects?name=wanted")).body).toHaveLength(1);
    const { id } = (await api("POST", "/org/api_keys", { json })).body;
    const rotated = await Promise.all([1, 2, 3].map(() => api("POST", `/org/api_keys/${id}/rotate`, { json: {} })));
    expect(rotated.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect((await api("GET", "/org/api_keys?name=wanted")).body).toHaveLength(2);
  });

  test("a project with resources is not deleted; the error counts them", async () => {
    const { id } = await create("full");
    const headers = inProject(id);
    for (const name of ["a", "b"]) await api("POST", "/profiles", { json: { name }, headers });
    const refused = await api("DELETE", at(id));
    expect(refused).toMatchObject({ status: 409, body: { code: "project_not_empty" } });
    expect(refused.body.message).toContain('project "full" has 2 profiles;');
    for (const name of ["a", "b"]) await api("DELETE", `/profiles/${name}`, { headers });
    expect((await api("DELETE", at(id))).status).toBe(204);
  });

  test("the default project is neither archived nor deleted; as the last active one it has its own error code", async () => {
    const { id } = await defaultProject();
    for (const refused of [
      await api("DELETE", at(id)),
      await api("PATCH", at(id), { json: { status: "archived", name: "changed" } }),
    ]) {
      expect(refused).toMatchObject({ status: 409, body: { code: "conflict" } });
      expect(refused.body.message).toContain("requests that name no project go there");
    }
    expect((await defaultProject()).name).toBe("default");
    const others = (await api("GET", "/org/projects?limit=100")).body.filter(
      (each: { id: string; status: string }) => each.id !== id && each.status === "active",
    );
    for (const other of others) await api("PATCH", at(other.id), { json: { status: "archived" } });
    for (const refused of [await api("DELETE", at(id)), await api("PATCH", at(id), { json: { status: "archived" } })]) {
      expect(refused).toMatchObject({ status: 409, body: { code: "last_active_project" } });
    }
    for (const other of others) await api("PATCH", at(other.id), { json: { status: "active" } });
  });
});

describe("limits", () => {
  const limits = (id: string) => at(id, "/limits");

  test("limits are set, kept when omitted, and removed by 0 and null", async () => {
    const { id } = await create("limited");
    const set = async (json: object): Promise<unknown> => (await api("PATCH", limits(id), { json })).body;
    const none = { max_concurrent_sessions: null, max_concurrent_invocations: null, max_pooled_sessions: null };
    expect((await api("GET", limits(id))).body).toEqual(none);
    expect(await set({ max_concurrent_sessions: 3 })).toEqual({ ...none, max_concurrent_sessions: 3 });
    expect(await set({ max_concurrent_invocations: 2 })).toMatchObject({
      max_concurrent_sessions: 3,
      max_concurrent_invocations: 2,
    });
    expect(await set({ max_concurrent_sessions: 0 })).toEqual({ ...none, max_concurrent_invocations: 2 });
    expect(await set({ max_concurrent_invocations: null })).toEqual(none);
    expect((await api("GET", limits("nope"))).status).toBe(404);
  });

  test.each([-1, 1.5, "5", 1_000_001, 1e300])("of %s are refused", async (value) => {
    const of = { max_concurrent_sessions: value };
    expect((await api("PATCH", limits("default"), { json: of })).status).toBe(400);
    const ofAll = { default_project_max_concurrent_sessions: value };
    expect((await api("PATCH", "/org/limits", { json: ofAll })).status).toBe(400);
  });

  test("limits of sessions hold for concurrent creations; the organization's default applies without an own limit", async () => {
    const { id } = await create("busy");
    const headers = inProject(id);
    const start = (): Promise<Answer> => api("POST", "/browsers", { json: {}, headers });
    await api("PATCH", limits(id), { json: { max_concurrent_sessions: 2 } });
    const answers = await Promise.all(Array.from({ length: 20 }, start));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, ...Array(18).fill(429)]);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.body.code).toBe("project_limit_reached");
    expect(refused?.body.message).toContain('project "busy" already runs 2 sessions, and 2 is its limit;');
    expect(refused?.body.message).toContain(`projects limits set ${id} --max-concurrent-sessions N`);
    expect(refused?.headers.get("x-should-retry")).toBe("false");

    const archived = await api("PATCH", at(id), { json: { status: "archived" } });
    expect(archived).toMatchObject({ status: 409, body: { code: "resource_in_use" } });
    expect(archived.body.message).toContain("2 sessions at work; end them first");
    expect((await api("DELETE", at(id))).body.code).toBe("project_not_empty");

    await api("PATCH", limits(id), { json: { max_concurrent_sessions: 0 } });
    const org = await api("PATCH", "/org/limits", { json: { default_project_max_concurrent_sessions: 2 } });
    expect(org.body.default_project_max_concurrent_sessions).toBe(2);
    expect((await start()).body.message).toContain("--default-project-max-concurrent-sessions N");
    await api("PATCH", "/org/limits", { json: { default_project_max_concurrent_sessions: 0 } });
    const sessions = (await api("GET", "/browsers", { headers })).body as { session_id: string }[];
    await Promise.all(sessions.map((each) => api("DELETE", `/browsers/${each.session_id}`, { headers })));
    expect((await api("DELETE", at(id))).status).toBe(204);
  });
});

test("a project that is archived or deleted while a session starts in it gets none, and no browser is left", async () => {
  const { id } = await create("raced");
  const archive = (): Promise<Answer> => api("PATCH", at(id), { json: { status: "archived" } });
  for (const close of [archive, () => api("DELETE", at(id))]) {
    const start = api("POST", "/browsers", { json: {}, headers: inProject(id) });
    const [started, closed] = await Promise.all([start, close()]);
    const outcome = [started.body.code ?? "started", closed.body?.code ?? "closed"];
    expect([
      ["project_not_found", "closed"],
      ["started", close === archive ? "resource_in_use" : "project_not_empty"],
    ]).toContainEqual(outcome);
    expect((await api("GET", "/_local/status")).body.active_sessions).toBe(started.status === 200 ? 1 : 0);
    if (started.status === 200) await api("DELETE", `/browsers/${started.body.session_id}`, { headers: inProject(id) });
    else if (close === archive) await api("PATCH", at(id), { json: { status: "active" } });
  }
});

test("the limit of invocations counts waiting ones, and holds for concurrent creations", async () => {
  const { id } = await create("busy with apps");
  const scoped = {
    api: (method: string, path: string, options?: ApiOptions) =>
      api(method, path, { ...options, headers: inProject(id) }),
  };
  const app = await deployed(scoped, "wait: () => new Promise(() => setInterval(() => {}, 1_000))");
  await api("PATCH", at(id, "/limits"), { json: { max_concurrent_invocations: 2 } });
  const json = { app_name: "demo", action_name: "wait", version: "latest", async: true };
  const answers = await Promise.all(Array.from({ length: 20 }, () => scoped.api("POST", "/invocations", { json })));
  expect(answers.map(({ status }) => status).sort()).toEqual([202, 202, ...Array(18).fill(429)]);
  const refused = answers.find(({ status }) => status === 429);
  expect(refused?.body.code).toBe("project_limit_reached");
  expect(refused?.body.message).toContain("already runs 2 invocations, and 2 is its limit;");
  expect(refused?.body.message).toContain("--max-concurrent-invocations N");
  expect((await api("PATCH", at(id), { json: { status: "archived" } })).body.message).toContain(
    "2 invocations at work",
  );
  for (const { body, status } of answers) {
    if (status === 202) await scoped.api("PATCH", `/invocations/${body.id}`, { json: { status: "succeeded" } });
  }
  expect((await api("DELETE", at(id))).body.message).toContain('project "busy with apps" has 1 deployment;');
  expect((await scoped.api("DELETE", `/deployments/${app.id}`)).status).toBe(204);
  expect((await api("DELETE", at(id))).status).toBe(204);
});

describe("a key of one project", () => {
  test("a key of one project sees only that project, and answers the same words for every other one", async () => {
    await create("hidden");
    expect((await narrow("GET", "/org/projects")).body).toMatchObject([{ id: own }]);
    expect((await narrow("GET", "/org/projects?query=hidden")).body).toEqual([]);
    expect((await narrow("GET", at(own))).status).toBe(200);
    expect((await narrow("GET", at(own, "/limits"))).status).toBe(200);
    for (const name of ["hidden", "unknown", "default"]) {
      const refused = await narrow("GET", at(name));
      expect(refused).toMatchObject({ status: 404, body: { message: `there is no project "${name}"` } });
    }
  });

  test("a key of one project does not rename it: a name in use and a free one are refused in the same words", async () => {
    const taken = await narrow("PATCH", at(own), { name: "default" });
    expect(taken).toMatchObject({ status: 403, body: { code: "forbidden" } });
    expect((await narrow("PATCH", at(own), { name: "free" })).text).toBe(taken.text);
  });

  test.each(specs.filter(({ needs }) => needs === "organization"))(
    "is refused by $id",
    async ({ method, path, example }) => {
      // Before and after the removal of the old routes, and before the body is read.
      for (const now of ["2026-06-01T00:00:00Z", "2026-12-01T00:00:00Z"]) {
        await service.api("PUT", "/_local/clock", { json: { now } });
        for (const json of method === "GET" ? [undefined] : [example.body, undefined, "not an object"]) {
          const refused = await narrow(method, path.replace(/\{\w+\}/, own), json);
          expect(refused).toMatchObject({ status: 403, body: { code: "forbidden" } });
        }
      }
      await service.api("DELETE", "/_local/clock");
    },
  );
});

test("entitlements report what this service has", async () => {
  const { features, limits, plan } = (await api("GET", "/org/entitlements")).body;
  expect(plan).toMatchObject({ effective_id: "ENTERPRISE", is_trialing: false });
  expect(limits.max_concurrent_browsers).toBeGreaterThan(0);
  expect(features.profiles).toEqual({ enabled: true });
  const gpu = await api("POST", "/browsers", { json: { gpu: true } });
  expect(features.gpu.enabled).toBe(gpu.status !== 501);
  const pools = await api("POST", "/browser_pools", { json: {} });
  expect(features.browser_pools.enabled).toBe(pools.status !== 501);
});

describe("projects that are disabled", () => {
  test("disabled projects are 404 for every operation until they are enabled again; the default one works", async () => {
    const stateDir = await tempDir();
    const first = await startServiceWithFakeBrowser({ stateDir, keepDir: true });
    const { body: other } = await first.api("POST", "/org/projects", { json: { name: "other" } });
    const { key } = await createKey(first, { project_id: other.id });
    await first.stop();
    const disabled = await startServiceWithFakeBrowser({ stateDir, keepDir: true, projectsEnabled: false });
    await disabled.clock.set(Date.UTC(2026, 5));
    for (const { method, path, example } of specs.filter(({ area }) => area === "projects")) {
      const refused = await disabled.api(method, path.replace(/\{\w+\}/, "default"), { json: example.body });
      expect(refused, `${method} ${path}`).toMatchObject({ status: 404, body: { code: "projects_disabled" } });
    }
    const named = await disabled.api("GET", "/profiles", { headers: inProject(other.id) });
    expect(named).toMatchObject({ status: 404, body: { code: "project_not_found" } });
    expect(named.body.message).toContain("projects are disabled: there is only the default one");
    const ofOther = await apiAs(disabled, key)("GET", "/profiles");
    expect(ofOther).toMatchObject({ status: 404, body: { code: "project_not_found" } });
    expect(ofOther.body.message).toContain("projects are disabled, and this API key is for one");
    expect((await disabled.api("GET", "/org/api_keys?name=test")).body).toMatchObject([{ project_name: "other" }]);
    expect((await disabled.api("GET", "/profiles", { headers: inProject("default") })).status).toBe(200);
    expect((await disabled.api("GET", "/org/limits")).status).toBe(200);
    expect((await disabled.api("GET", "/_local/status")).body.projects).toBe("disabled");
    await disabled.stop();
    const remembered = await startServiceWithFakeBrowser({ stateDir, keepDir: true });
    expect((await remembered.api("GET", "/org/projects")).body.code).toBe("projects_disabled");
    await remembered.stop();
    const enabled = await startServiceWithFakeBrowser({ stateDir, projectsEnabled: true });
    expect((await enabled.api("GET", at("other"))).body.id).toBe(other.id);
    await enabled.stop();
  });
});
