import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";
import { apiKeys } from "../../../src/service/access/api-key-table.ts";
import { ApiKeys } from "../../../src/service/access/api-keys.ts";
import { deployments } from "../../../src/service/apps/deployment-table.ts";
import { invocations } from "../../../src/service/apps/invocation-table.ts";
import { Clock } from "../../../src/service/clock.ts";
import { extensions } from "../../../src/service/extensions/extension-table.ts";
import { Faults } from "../../../src/service/faults.ts";
import { profiles } from "../../../src/service/profiles/profile-table.ts";
import { projects } from "../../../src/service/projects/project-table.ts";
import { Projects } from "../../../src/service/projects/projects.ts";
import { tables } from "../../../src/service/resources.ts";
import { browsers } from "../../../src/service/sessions/browser-table.ts";
import { migrations } from "../../../src/service/store/migrations.ts";
import { Store } from "../../../src/service/store/store.ts";
import { tempDir } from "../../support/service.ts";

const clock = new Clock(Date.UTC(2026, 0, 31, 12));
let stateDir: string;
let path: string;
beforeEach(async () => {
  stateDir = await tempDir();
  path = join(stateDir, "state.db");
});
afterEach(() => rmSync(stateDir, { recursive: true }));

function withDatabase<T>(use: (database: DatabaseSync) => T): T {
  const database = new DatabaseSync(path);
  try {
    return use(database);
  } finally {
    database.close();
  }
}

function migrated<T>(use: (store: Store) => T): T {
  const store = new Store({ stateDir, clock, faults: new Faults(), log: () => {}, tables });
  try {
    return use(store);
  } finally {
    store.close();
  }
}

/** Columns and indexes of every table, whatever way they came about. */
function schema() {
  return withDatabase((database) => {
    const all = (sql: string) => database.prepare(sql).all() as Record<string, unknown>[];
    const names = all("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").map(({ name }) =>
      String(name),
    );
    const columns = names.map((name) => [
      name,
      all(`PRAGMA table_xinfo(${name})`)
        .map(({ name, type, hidden }) => `${name} ${type} ${hidden}`)
        .sort(),
    ]);
    const indexes = all("SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL ORDER BY name");
    return { columns, indexes };
  });
}

test("a database of the released schema 4 keeps every row", () => {
  const dump = readFileSync(join(import.meta.dirname, "released", "schema-4.sql"), "utf8");
  withDatabase((database) => database.exec(dump));
  const now = clock.now();
  migrated((store) => {
    const { id: projectId, ...project } = new Projects({ store, clock }).default();
    expect(store.rows(projects).everywhere()).toHaveLength(1);
    expect(project).toMatchObject({
      name: "default",
      status: "active",
      isDefault: true,
      createdAt: now,
      updatedAt: now,
    });
    expect(store.organizationId).toBe("q2i4jzvcx68bi1mqh5efbvrx");
    const access = new ApiKeys({ store, clock, projects: new Projects({ store, clock }) });
    expect(access.find("service-token")).toMatchObject({
      state: "valid",
      key: { startUp: true, name: "start-up key", projectScope: null, expiresAt: null, deletedAt: null },
    });
    expect(access.find("project-token")).toMatchObject({
      state: "valid",
      key: { startUp: false, projectScope: projectId, expiresAt: now + 86_400_000 },
    });
    expect(store.rows(apiKeys).ids()).toHaveLength(2);
    access.setStartUp("service-token");
    expect(access.find("service-token")).toMatchObject({ key: { maskedKey: "serv...oken" } });
    expect(store.rows(apiKeys).ids()).toHaveLength(2);
    expect(store.rows(apiKeys).ofOrganization().list({ query: "start-up" }).items).toHaveLength(1);

    const sessions = store.rows(browsers).in(projectId);
    expect(sessions.list({ status: "all" }).items.map(({ id }) => id)).toEqual(["browser-active", "browser-ended"]);
    expect(sessions.byId("browser-active")).toMatchObject({
      name: "Café active",
      settings: { viewport: { width: 800, height: 600 }, tags: { team: "shop" } },
      createdAt: now,
      deletedAt: null,
      endReason: null,
    });
    expect(sessions.byId("browser-ended", "deleted")).toMatchObject({
      deletedAt: now + 5,
      endReason: "it was deleted",
    });
    const found = (options: Parameters<typeof sessions.list>[0]) => sessions.list(options).items.map(({ id }) => id);
    expect(found({ query: "zur" })).toEqual(["browser-active"]);
    expect(found({ query: "profile1" })).toEqual(["browser-active"]);
    expect(found({ query: "cafe", status: "deleted" })).toEqual(["browser-ended"]);
    expect(found({ where: { region: "local", tags: { members: { 'odd.key"': "x" } } } })).toEqual(["browser-active"]);
    expect(found({ where: { tags: { members: { team: "other" } } } })).toEqual([]);

    const profile = { projectId, createdAt: now, lastUsedAt: null };
    expect(store.rows(profiles).in(projectId).list().items).toEqual([
      { ...profile, id: "profile2", name: null, updatedAt: now, kind: null, file: null, bytes: null, sha256: null },
      {
        ...profile,
        id: "profile1",
        name: "Zürich",
        updatedAt: now + 7,
        kind: "tar.zst",
        file: "profile1.tar.zst",
        bytes: 12,
        sha256: "ab".repeat(32),
      },
    ]);
    expect(store.rows(extensions).in(projectId).list({ query: "BLOCK" }).items).toEqual([
      {
        id: "extension1",
        projectId,
        name: "Blocker",
        bytes: 5,
        sha256: "cd".repeat(32),
        createdAt: now,
        lastUsedAt: now + 9,
      },
    ]);
    const deployment = {
      projectId,
      version: "latest",
      statusReason: null,
      region: "aws.us-east-1a",
      entrypoint: "app.ts",
      env: { A: "it's" },
      sha256: "ef".repeat(32),
      createdAt: now,
      updatedAt: now,
    };
    expect(store.rows(deployments).in(projectId).list().items).toEqual([
      { ...deployment, id: "deployment2", appName: null, status: "queued", file: null, actions: [], versionId: null },
      {
        ...deployment,
        id: "deployment1",
        appName: "shop",
        status: "running",
        file: "source/app.js",
        actions: [{ name: "buy" }],
        versionId: "version1",
      },
    ]);
    const invocation = {
      projectId,
      deploymentId: "deployment1",
      appName: "shop",
      actionName: "buy",
      version: "latest",
      statusReason: null,
      payload: '{"n":1}',
      timeoutSeconds: 100,
      createdAt: now,
      startedAt: now,
    };
    expect(store.rows(invocations).everywhere()).toEqual([
      { ...invocation, id: "invocation1", status: "succeeded", output: "42", finishedAt: now + 11 },
      { ...invocation, id: "invocation2", status: "queued", output: null, finishedAt: null },
    ]);
    expect(
      store
        .rows(invocations)
        .in(projectId)
        .list({ query: "buy", where: { status: "queued" } }).items,
    ).toHaveLength(1);
  });
});

test.each(migrations.map((_step, version) => version))(
  "a database of schema %i becomes what a new one is",
  (version) => {
    migrated(() => {});
    const wanted = schema();
    rmSync(path);
    withDatabase((database) => {
      for (const step of migrations.slice(0, version)) database.exec(step);
      database.exec(`PRAGMA user_version = ${version}`);
    });
    migrated(() => {});
    expect(schema()).toEqual(wanted);
  },
);

test("a step that fails leaves the database as it was", () => {
  withDatabase((database) => {
    database.exec(`${migrations[0]} CREATE TABLE deployments (wrong TEXT); PRAGMA user_version = 1`);
  });
  const before = schema();
  expect(() => migrated(() => {})).toThrow("table deployments already exists");
  expect(schema()).toEqual(before);
});
