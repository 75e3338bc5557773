import { rmSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Clock } from "../../../src/service/clock.ts";
import { Faults } from "../../../src/service/faults.ts";
import { tables } from "../../../src/service/resources.ts";
import { Store } from "../../../src/service/store/store.ts";
import { tempDir } from "../../support/service/service.ts";

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

function opened<T>(use: (store: Store) => T): T {
  const store = new Store({ stateDir, clock, faults: new Faults(), log: () => {}, tables });
  try {
    return use(store);
  } finally {
    store.close();
  }
}

/** Columns and indexes of every table, however they were created. */
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

test("missing tables, columns and indexes are created; those of another program stay", () => {
  opened(() => {});
  const wanted = schema();
  withDatabase((database) => {
    database.exec(
      "DROP INDEX invocations_by_project_id_created_at; DROP TABLE extensions; ALTER TABLE profiles DROP COLUMN sha256",
    );
    database.exec("ALTER TABLE browsers ADD COLUMN later TEXT; CREATE TABLE others (id TEXT) STRICT");
  });
  opened(() => {});
  const { columns, indexes } = schema();
  expect(indexes).toEqual(wanted.indexes);
  const known = columns.filter(([name]) => name !== "others");
  expect(known).toEqual(
    wanted.columns.map(([name, list]) => [name, name === "browsers" ? [...(list ?? []), "later TEXT 0"].sort() : list]),
  );
  expect(columns).toHaveLength(known.length + 1);
});

test("a step that fails leaves the database as it was", () => {
  withDatabase((database) => database.exec("CREATE TABLE deployments (wrong TEXT) STRICT"));
  const before = schema();
  expect(() => opened(() => {})).toThrow("Cannot add a PRIMARY KEY column");
  expect(schema()).toEqual(before);
});
