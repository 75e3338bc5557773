import { rmSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { specs } from "../../../src/conformance/declarations.ts";
import { ApiKeys } from "../../../src/service/access/api-keys.ts";
import { InvocationTokens } from "../../../src/service/access/invocation-tokens.ts";
import { LoginTokens } from "../../../src/service/access/login-tokens.ts";
import { ApiError } from "../../../src/service/api-error.ts";
import { Clock } from "../../../src/service/clock.ts";
import { Faults } from "../../../src/service/faults.ts";
import { type Access, authenticate, type RequestAuth, requireScope } from "../../../src/service/http/authenticate.ts";
import { projects } from "../../../src/service/projects/project-table.ts";
import { Projects } from "../../../src/service/projects/projects.ts";
import { tables } from "../../../src/service/resources.ts";
import type { ProjectId } from "../../../src/service/store/project-id.ts";
import { Store } from "../../../src/service/store/store.ts";
import { tempDir } from "../../support/service/service.ts";

let stateDir: string;
let clock: Clock;
let store: Store;
let access: Access;
let ids: Record<"p1" | "p2" | "p3", ProjectId>;
let scoped: string;
let wide: string;
beforeEach(async () => {
  stateDir = await tempDir();
  clock = new Clock(Date.UTC(2026, 0, 31, 12));
  store = new Store({ stateDir, clock, faults: new Faults(), log: () => {}, tables });
  const project = (name: string, status: "active" | "archived" = "active"): ProjectId =>
    store.rows(projects).insert({ name, status, isDefault: false, updatedAt: 0 }).id;
  ids = { p1: project("own"), p2: project("Büro"), p3: project("old", "archived") };
  const stores = { store, clock, projects: new Projects({ store, clock }) };
  const apiKeys = new ApiKeys(stores);
  access = {
    projects: stores.projects,
    apiKeys,
    invocationTokens: new InvocationTokens(stores),
    loginTokens: new LoginTokens(),
  };
  apiKeys.setStartUp("start-up");
  const caller = authenticate({ authorization: "Bearer start-up" }, access).token;
  scoped = apiKeys.create(caller, { name: "scoped", project_id: ids.p1, days_to_expire: 1 }).key;
  wide = apiKeys.create(caller, { name: "wide" }).key;
  access.invocationTokens.add({ token: "of-invocation", projectScope: ids.p1, invocationId: "i1" });
});
afterEach(() => {
  store.close();
  rmSync(stateDir, { recursive: true });
});

function refusal(headers: Record<string, string>): Pick<ApiError, "status" | "code" | "message" | "options"> {
  try {
    authenticate(headers, access);
  } catch (error) {
    expect(error).toBeInstanceOf(ApiError);
    return error as ApiError;
  }
  throw new Error("was not refused");
}

const latin1 = Buffer.from("Büro", "utf8").toString("latin1");

/** Headers, and for each kind of token the project in effect or the status of the refusal. */
test.each([
  [{}, "p1", "default"],
  [{ "x-kernel-project": "own" }, "p1", "p1"],
  [{ "x-kernel-project": "p1" }, "p1", "p1"],
  [{ "x-kernel-project-id": "p1" }, "p1", "p1"],
  [{ "x-kernel-project": "own", "x-kernel-project-id": "p1" }, "p1", "p1"],
  [{ "x-kernel-project": "Büro" }, 403, "p2"],
  [{ "x-kernel-project": latin1 }, 403, "p2"],
  [{ "x-kernel-project": "p2" }, 403, "p2"],
  [{ "x-kernel-project": "default" }, 403, "default"],
  [{ "x-kernel-project": "büro" }, 403, 404],
  [{ "x-kernel-project": "nowhere" }, 403, 404],
  [{ "x-kernel-project": "" }, 403, 404],
  [{ "x-kernel-project": "old" }, 403, 404],
  [{ "x-kernel-project-id": "p3" }, 403, 404],
  [{ "x-kernel-project-id": "own" }, 403, 404],
  [{ "x-kernel-project": "own", "x-kernel-project-id": "p2" }, 403, 400],
  [{ "x-kernel-project": "own", "x-kernel-project-id": "nowhere" }, 403, 404],
])("with the headers %j a key of p1 gets %s, one of the organization %s", (headers: object, ofScoped, ofWide) => {
  const named = Object.entries(headers).map(([name, value]) => [name, Object(ids)[value] ?? value]);
  const outcome = (token: string): string | number => {
    const all = { authorization: `Bearer ${token}`, ...Object.fromEntries(named) };
    try {
      const { project } = authenticate(all, access);
      return project.isDefault ? "default" : (Object.entries(ids).find(([, id]) => id === project.id)?.[0] ?? "");
    } catch {
      return refusal(all).status;
    }
  };
  expect(outcome(scoped)).toBe(ofScoped);
  expect(outcome("of-invocation")).toBe(ofScoped);
  expect(outcome(wide)).toBe(ofWide);
});

test("a header in UTF-8 names its project, also where its bytes spell another one in Latin-1", () => {
  const insert = (name: string) =>
    store.rows(projects).insert({ name, status: "active", isDefault: false, updatedAt: 0 });
  const [plain, misread] = [insert("é"), insert("Ã©")];
  const chosen = (header: string): string =>
    authenticate({ authorization: `Bearer ${wide}`, "x-kernel-project": header }, access).project.id;
  expect(chosen(Buffer.from("é").toString("latin1"))).toBe(plain.id);
  expect(chosen(Buffer.from("Ã©").toString("latin1"))).toBe(misread.id);
});

test("the effective scope is the token's project or that of a header", () => {
  const scopeOf = (authorization: string, headers = {}) =>
    authenticate({ authorization, ...headers }, access).selectedProjectId;
  expect(scopeOf(`bearer  ${wide}`)).toBeNull();
  expect(scopeOf(`Bearer ${wide}`, { "x-kernel-project": ids.p2 })).toBe(ids.p2);
  expect(scopeOf(`Bearer ${scoped}`)).toBe(ids.p1);
});

test("a key of one project is refused alike whether another project exists or not, and no project but its own is read", () => {
  const read: string[] = [];
  const spied = new Proxy(access.projects, {
    get(target, name: keyof Projects) {
      return (...given: string[]) => {
        read.push(`${name} ${given.join()}`);
        return (target[name] as (...words: string[]) => unknown).apply(target, given);
      };
    },
  });
  access = { ...access, projects: spied };
  const authorization = `Bearer ${scoped}`;
  const refusals = ["Büro", ids.p2, "old", ids.p3, "nowhere", "default"].flatMap((name) => [
    refusal({ authorization, "x-kernel-project": name }),
    refusal({ authorization, "x-kernel-project-id": name }),
  ]);
  expect(new Set(refusals.map(({ status, code, message }) => `${status} ${code} ${message}`))).toEqual(
    new Set(["403 forbidden the token is for another project than the one the request names"]),
  );
  expect(new Set(read)).toEqual(new Set([`byId ${ids.p1}`]));
});

describe("a rejected token", () => {
  test.each([
    ["no header", undefined, "the Authorization header is missing: Bearer <token> is needed"],
    ["an empty header", " ", "the Authorization header is missing: Bearer <token> is needed"],
    ["no token", "Bearer ", "the Authorization header is malformed: it must be Bearer and one token"],
    ["another scheme", "Basic YTpi", "the Authorization header is malformed: it must be Bearer and one token"],
    ["two tokens", "Bearer a b", "the Authorization header is malformed: it must be Bearer and one token"],
    ["an unknown token", "Bearer abc", "the token is unknown to this service, or was revoked"],
    [
      "a part of a key",
      "Bearer bctl_3f9a",
      "the API key is malformed: it has 9 of 53 characters; was it copied whole?",
    ],
    [
      "a mistyped key",
      `Bearer bctl_${"O".repeat(48)}`,
      "the API key is malformed: it has a character that no API key has; was it copied whole?",
    ],
    ["an unknown key", `Bearer bctl_${"0".repeat(48)}`, "the token is unknown to this service, or was revoked"],
  ])("a request with %s is 401 and says so", (_what, authorization, message) => {
    const error = refusal(authorization === undefined ? {} : { authorization });
    expect(error).toMatchObject({ status: 401, code: "unauthorized", message });
    expect(error.options.headers).toEqual({ "www-authenticate": "Bearer" });
  });

  test("an expired key is 401 with the time, from that time on", async () => {
    const authorization = `Bearer ${scoped}`;
    await clock.advance(86_400_000 - 1);
    expect(authenticate({ authorization }, access).token.name).toBe("scoped");
    await clock.advance(1);
    expect(refusal({ authorization })).toMatchObject({
      status: 401,
      message: "the API key expired at 2026-02-01T12:00:00.000Z",
    });
  });

  test("a revoked key is 401 like an unknown one", () => {
    const { id } = authenticate({ authorization: `Bearer ${scoped}` }, access).token;
    const { token } = authenticate({ authorization: "Bearer start-up" }, access);
    access.apiKeys.delete(token, id);
    expect(refusal({ authorization: `Bearer ${scoped}` })).toMatchObject({
      status: 401,
      message: "the token is unknown to this service, or was revoked",
    });
  });

  test("a key of an archived project is 404, and works again once the project is restored", () => {
    const authorization = `Bearer ${scoped}`;
    const own = access.projects.byId(ids.p1);
    if (!own) throw new Error("there is no project p1");
    const archived = store.rows(projects).update(own, { status: "archived" });
    expect(refusal({ authorization })).toMatchObject({
      status: 404,
      code: "project_not_found",
      message: "the project of this API key is archived",
    });
    expect(refusal({ authorization, "x-kernel-project": "Büro" }).status).toBe(403);
    store.rows(projects).update(archived ?? own, { status: "active" });
    expect(authenticate({ authorization }, access).project.id).toBe(ids.p1);
  });

  test("a key of a deleted project is 401", () => {
    const own = access.projects.require(ids.p1);
    access.projects.delete(own);
    expect(refusal({ authorization: `Bearer ${scoped}` })).toMatchObject({
      status: 401,
      message: "the project of this API key was deleted",
    });
  });

  test("a key that an earlier version left active in a deleted project is 401", () => {
    const own = access.projects.require(ids.p1);
    store.rows(projects).update(own, { deletedAt: 1 });
    expect(refusal({ authorization: `Bearer ${scoped}` })).toMatchObject({
      status: 401,
      message: "the project of this API key was deleted",
    });
  });
});

test("an operation for the organization refuses a key of one project and names what it needs", () => {
  const operation = { id: "local.stop", needs: "organization" } as const;
  const auth = (token: string) => authenticate({ authorization: `Bearer ${token}` }, access);
  expect(() => requireScope(operation, auth(scoped))).toThrow(
    "local.stop needs an organization-wide API key; this one is for one project",
  );
  expect(() => requireScope(operation, auth("of-invocation"))).toThrow("needs an organization-wide API key");
  requireScope(operation, auth(wide));
  requireScope({ id: "browsers.list" }, auth(scoped));
});

describe("the token of a login", () => {
  const over = new AbortController();
  let auth: RequestAuth;
  beforeEach(() => {
    const token = access.loginTokens.issue({ projectId: ids.p1, connectionId: "c1", keyId: "k1" }, over.signal);
    auth = authenticate({ authorization: `Bearer ${token}` }, access);
  });

  const own = ["authConnections.get", "authConnections.events", "authConnections.submit", "local.cancelLogin"];
  test.each(specs.map(({ id, needs }) => [id, needs] as const))("the token of a login: %s", (id, needs) => {
    const operation = { id, ...(needs && { needs }) };
    const call = (connectionId: string) => () => requireScope(operation, auth, { id: connectionId });
    if (own.includes(id)) {
      call("c1")();
      expect(call("c2")).toThrow("the token is for the login of another auth connection");
    } else expect(call("c1")).toThrow(`${id} needs an API key; this token is for the login of one auth connection`);
  });

  test("the token of a login works in the project of the connection, until the login ends", () => {
    const end = new AbortController();
    const token = access.loginTokens.issue({ projectId: ids.p1, connectionId: "c1", keyId: "k1" }, end.signal);
    const authorization = `Bearer ${token}`;
    expect(authenticate({ authorization }, access)).toMatchObject({
      project: { id: ids.p1 },
      token: { kind: "login_flow", connectionId: "c1", projectId: ids.p1, keyId: "k1" },
    });
    expect(refusal({ authorization, "x-kernel-project": "Büro" }).status).toBe(403);
    end.abort();
    expect(refusal({ authorization }).status).toBe(401);
  });
});
