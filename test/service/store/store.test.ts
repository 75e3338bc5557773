import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Clock } from "../../../src/service/clock.ts";
import { Faults } from "../../../src/service/faults.ts";
import { profiles } from "../../../src/service/profiles/profile-table.ts";
import { Projects } from "../../../src/service/projects/projects.ts";
import { fileDirectories, tables } from "../../../src/service/resources.ts";
import type { ProjectId } from "../../../src/service/store/project-id.ts";
import { Store } from "../../../src/service/store/store.ts";
import { NewerStateError } from "../../../src/service/store/store-errors.ts";
import { table } from "../../../src/service/store/table.ts";
import { tempDir } from "../../support/service/service.ts";

const clock = new Clock(Date.UTC(2026, 0, 31, 12));
let stateDir: string;
let log: string[];
let faults: Faults;
let opened: Store[];
beforeEach(async () => {
  stateDir = await tempDir();
  log = [];
  faults = new Faults();
  opened = [];
});
afterEach(() => {
  for (const store of opened) store.close();
  rmSync(stateDir, { recursive: true });
});

function open(): Store {
  const store = new Store({ stateDir, clock, faults, log: (line) => void log.push(line), tables, fileDirectories });
  opened.push(store);
  return store;
}

const projectsOf = (store: Store): Projects => new Projects({ store, clock });
const defaultProject = (store: Store): ProjectId => projectsOf(store).default().id;

test("the default project, the organization and rows are there again after a restart", () => {
  const first = open();
  const projectId = defaultProject(first);
  const row = first.rows(profiles).insert({ projectId, name: "a", updatedAt: 0 });
  first.close();
  const second = open();
  expect(defaultProject(second)).toBe(projectId);
  expect(second.organizationId).toBe(first.organizationId);
  expect(second.rows(profiles).in(projectId).list().items).toEqual([row]);
});

test("a table that was not declared has no rows", () => {
  const other = table("others", { noun: "other", scope: "organization", columns: {} });
  expect(() => open().rows(other)).toThrow("the table others is not among those of the store");
});

describe("a damaged database", () => {
  test.each([
    ["no database at all", () => Buffer.from("this is not a database, it is a text of some length".repeat(100))],
    ["an overwritten middle", (bytes: Buffer) => bytes.fill(0xff, 4_096, bytes.length)],
  ])("%s is moved aside, and a new database works", (_name, damage) => {
    const first = open();
    const old = defaultProject(first);
    first.close();
    const path = join(stateDir, "state.db");
    const damaged = damage(readFileSync(path));
    writeFileSync(path, damaged);
    const store = open();
    expect(store.keptAside).toBe("state.corrupt-20260131T120000Z.db");
    expect(readFileSync(join(stateDir, store.keptAside ?? ""))).toEqual(damaged);
    expect(log).toEqual([expect.stringContaining(store.keptAside ?? "-")]);
    expect(defaultProject(store)).not.toBe(old);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  const damageRows = (): void => {
    const path = join(stateDir, "state.db");
    const bytes = readFileSync(path);
    for (let at = 0; at < bytes.length; at += 4_096) {
      const page = bytes.subarray(at, at + 4_096);
      if (page.includes("row 150 ")) page.fill(0xff);
    }
    writeFileSync(path, bytes);
  };
  const manyProfiles = (store: Store): void => {
    const projectId = defaultProject(store);
    store.transaction(() => {
      for (let count = 0; count < 200; count++) {
        store
          .rows(profiles)
          .insert({ projectId, id: `p${count}`, updatedAt: 0, sha256: `row ${count} ${"x".repeat(99)}` });
      }
    });
  };

  test("a damaged database is found by the next start after a query met it, even after a clean end", () => {
    const first = open();
    manyProfiles(first);
    first.close();
    damageRows();
    const second = open();
    expect(second.keptAside).toBeUndefined();
    expect(() => second.rows(profiles).everywhere()).toThrow(expect.objectContaining({ errcode: 11 }));
    expect(log).toEqual([expect.stringContaining("the state database is damaged")]);
    second.close();
    expect(open().keptAside).toBe("state.corrupt-20260131T120000Z.db");
    expect(readdirSync(stateDir)).not.toContain("state.damaged");
  });

  test("a damaged database is found at once after an unclean end", () => {
    const first = open();
    manyProfiles(first);
    first.close();
    damageRows();
    writeFileSync(join(stateDir, "state.db-wal"), "");
    expect(open().keptAside).toBe("state.corrupt-20260131T120000Z.db");
  });

  test.each([
    ["damaged", (path: string) => writeFileSync(path, "this is not a database, it is a text".repeat(100))],
    ["empty", (path: string) => writeFileSync(path, "")],
    ["missing", (path: string) => rmSync(path)],
  ])(
    "the files that the rows of a database named are kept when it is %s, and the next one keeps its own",
    (_, damage) => {
      open().close();
      damage(join(stateDir, "state.db"));
      const saved = fileDirectories.filter((name) => name !== "extensions");
      for (const name of fileDirectories) mkdirSync(join(stateDir, name));
      for (const name of saved) writeFileSync(join(stateDir, name, "saved"), name);
      open().close();
      const kept = (name: string): string => join(stateDir, `${name}.kept-20260131T120000Z`);
      expect(saved.map((name) => readFileSync(join(kept(name), "saved"), "utf8"))).toEqual(saved);
      expect(log.filter((line) => line.includes(" are kept in ")).toSorted()).toEqual(
        saved.toSorted().map((name) => expect.stringContaining(kept(name))),
      );
      mkdirSync(join(stateDir, "profiles"));
      writeFileSync(join(stateDir, "profiles", "next"), "");
      open();
      expect(readdirSync(join(stateDir, "profiles"))).toEqual(["next"]);
    },
  );

  test("a database of a later version is not changed", () => {
    open().close();
    const path = join(stateDir, "state.db");
    const database = new DatabaseSync(path);
    database.exec("PRAGMA user_version = 99");
    database.close();
    expect(open).toThrow(NewerStateError);
    expect(readdirSync(stateDir).filter((name) => name.includes("corrupt"))).toEqual([]);
  });
});

test("a full disk is a DiskFullError with the directory, and the store continues", () => {
  const store = open();
  const rows = store.rows(profiles);
  const projectId = defaultProject(store);
  const full = Object.assign(new Error("database or disk is full"), { code: "ERR_SQLITE_ERROR", errcode: 13 });
  faults.inject("disk-full", { error: () => full, times: 1 });
  expect(() => rows.insert({ projectId, updatedAt: 0 })).toThrow(
    expect.objectContaining({ kind: "disk-full", withMachine: expect.stringContaining(stateDir) }),
  );
  const { id } = rows.insert({ projectId, updatedAt: 0 });
  expect(rows.in(projectId).byId(id)).toMatchObject({ id, projectId });
});
