import { existsSync, globSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import { projects } from "../../../src/service/projects/project-table.ts";
import { text } from "../../../src/service/store/column.ts";
import { InactiveProjectError } from "../../../src/service/store/rows.ts";
import { SealError, Sealed } from "../../../src/service/store/seal.ts";
import { table } from "../../../src/service/store/table.ts";
import { UniqueError } from "../../../src/service/store/unique-error.ts";
import { clock, defaultProject, keys, machines, open, opened, stateDir, useStateDirectory } from "./machines.ts";

useStateDirectory();

const noMachine = (id: string) =>
  expect.objectContaining({ kind: "not-found", message: `there is no machine ${JSON.stringify(id)}` });

describe("a row", () => {
  test("a row is complete after the insertion, and the same when it is read", () => {
    const { rows, own, projectId } = opened();
    const row = rows.insert({ projectId, serial: "s1" });
    expect(row).toEqual({
      id: expect.stringMatching(/^[a-z][a-z0-9]{23}$/),
      projectId,
      name: null,
      status: "off",
      serial: "s1",
      settings: {},
      manual: null,
      broken: false,
      rank: null,
      password: null,
      finishedAt: null,
      createdAt: clock.now(),
    });
    expect(own.byId(row.id)).toEqual(row);
  });

  test.each([{ status: "archived" as const }, { deletedAt: 1 }])(
    "is not added to a project that is no longer active: %j",
    (change) => {
      const { rows, store, other } = opened();
      const all = store.rows(projects);
      const project = all.insert({ name: "going", status: "active", isDefault: false, updatedAt: 0 });
      rows.insert({ projectId: project.id, serial: "s1" });
      all.update(project, change);
      expect(() => rows.insert({ projectId: project.id, serial: "s2" })).toThrow(InactiveProjectError);
      const own = rows.in(project.id);
      expect([own.count(), own.count({ serial: "s2" }), other.count()]).toEqual([1, 0, 0]);
    },
  );

  test("a row is required by its id or its name, and the error names a missing one", () => {
    const { rows, own, projectId } = opened();
    const row = rows.insert({ projectId, serial: "s1", name: "first" });
    for (const each of [row.id, "first"]) expect(own.require(each)).toEqual(row);
    expect(rows.change(row, { name: "second" })).toEqual({ ...row, name: "second" });
    rows.delete(row);
    for (const each of [row.id, "second"]) expect(() => own.require(each)).toThrow(noMachine(each));
    expect(() => rows.change(row, { name: "third" })).toThrow(noMachine(row.id));
  });

  test("a row changes in the columns that a change names, and keeps the others", () => {
    const { rows, own, projectId } = opened();
    const row = rows.insert({ projectId, serial: "s1", name: "first", settings: { tags: { a: "b" } } });
    const changed = rows.update(row, { name: "second", broken: true, finishedAt: 5 });
    expect(changed).toEqual({ ...row, name: "second", broken: true, finishedAt: 5 });
    expect(own.byId(row.id)).toEqual(changed);
    expect(rows.save({ ...row, rank: 7 })).toBe(true);
    expect(own.byId(row.id)).toEqual({ ...row, rank: 7 });
  });

  test("a row that is gone, or no longer fits a guard, does not change", () => {
    const { rows, own, projectId } = opened();
    const row = rows.insert({ projectId, serial: "s1" });
    expect(rows.update(row, { rank: 1 }, { status: "on" })).toBeUndefined();
    expect(rows.update(row, { rank: 2 }, { status: ["on", "off"] })).toMatchObject({ rank: 2 });
    expect(rows.delete(row)).toBe(true);
    expect(rows.delete(row)).toBe(false);
    expect(rows.update(row, { rank: 3 })).toBeUndefined();
    expect(own.byId(row.id)).toBeUndefined();
  });

  test.each([
    ["nothing where a value is needed", { serial: undefined }, "machines.serial: a value is missing"],
    ["a number as text", { serial: 5 }, "machines.serial: does not take number"],
    ["a boolean as number", { rank: true }, "machines.rank: does not take boolean"],
    ["a fraction", { rank: 0.5 }, "machines.rank: does not take number"],
    ["a plain text as secret", { password: "plain" }, "machines.password: does not take string"],
  ])("a table does not accept %s", (_name, values, message) => {
    const { rows, own, projectId } = opened();
    expect(() => rows.insert({ projectId, serial: "s", ...values } as never)).toThrow(new TypeError(message));
    expect(own.list().items).toEqual([]);
  });

  test("a row keeps fixed columns", () => {
    const { rows, projectId } = opened();
    const row = rows.insert({ projectId, serial: "s1" });
    expect(() => rows.update(row, { serial: "s2" } as never)).toThrow("machines.serial does not change");
    // @ts-expect-error a fixed column is no part of a change
    expect(() => rows.update(row, { serial: "s2" })).toThrow();
    // @ts-expect-error nor is one that SQLite computes
    expect(() => rows.update(row, { region: "eu" })).toThrow("machines.region does not change");
  });
});

describe("rows of another project", () => {
  test("rows of another project are neither found, listed, searched, changed nor deleted", () => {
    const { rows, own, other, projectId, otherId } = opened();
    const row = rows.insert({ projectId, serial: "serial", name: "mine" });
    for (const idOrName of [row.id, "mine"]) expect(other.find(idOrName)).toBeUndefined();
    expect(other.first({ status: "off" })).toBeUndefined();
    for (const query of ["min", row.id, "serial"]) expect(other.list({ query }).items).toEqual([]);
    expect(other.list({ named: "mine" }).items).toEqual([]);
    expect(other.list().items).toEqual([]);
    const foreign = { ...row, projectId: otherId };
    expect(rows.update(foreign, { rank: 1 })).toBeUndefined();
    expect(rows.save(foreign)).toBe(false);
    expect(rows.delete(foreign)).toBe(false);
    expect(() => rows.change(foreign, { rank: 1 })).toThrow(noMachine(row.id));
    for (const each of ["mine", row.id]) expect(() => other.require(each)).toThrow(noMachine(each));
    expect(own.byId(row.id)).toEqual(row);
  });

  test("rows of another project may have the same name", () => {
    const { rows, own, other, projectId, otherId } = opened();
    const first = rows.insert({ projectId, serial: "s1", name: "same" });
    const second = rows.insert({ projectId: otherId, serial: "s2", name: "same" });
    expect(own.find("same")).toEqual(first);
    expect(other.find("same")).toEqual(second);
  });

  test("a table of the organization has no rows of a project, and vice versa", () => {
    const { store, rows, otherId } = opened();
    // @ts-expect-error keys belong to the organization
    store.rows(keys).in(otherId);
    // @ts-expect-error machines belong to projects
    rows.ofOrganization().list;
    expect(store.rows(keys).ofOrganization().list().items).toEqual([]);
  });
});

test("the scope of rows is an id of the projects table, not a text", () => {
  const { store, rows, projectId, own } = opened();
  // @ts-expect-error a text
  expect(rows.in("default").list().items).toEqual([]);
  // @ts-expect-error a text
  expect(() => rows.insert({ projectId: "none", serial: "s" })).toThrow(InactiveProjectError);
  // @ts-expect-error the id of a row of another table
  rows.in(rows.insert({ projectId, serial: "s" }).id);
  store.rows(keys).insert({ name: "limited", secret: "s", projectId });
  const { projectId: limited } = store.rows(keys).ofOrganization().first({ projectId }) ?? {};
  if (!limited) throw new Error("the key has no project");
  expect(rows.in(limited).list()).toEqual(own.list());
});

test("no source file asserts that a text is the id of a project", () => {
  const files = globSync("src/**/*.ts", { cwd: join(import.meta.dirname, "../../..") });
  expect(files.length).toBeGreaterThan(100);
  const source = (file: string): string => readFileSync(join(import.meta.dirname, "../../..", file), "utf8");
  expect(files.filter((file) => /\bas (unknown as )?ProjectId\b/.test(source(file)))).toEqual([]);
});

describe("a name that is taken", () => {
  test("a taken name is a UniqueError with its holder, for new rows and for changed ones", () => {
    const { rows, projectId } = opened();
    const holder = rows.insert({ projectId, serial: "s1", name: "taken" });
    expect(() => rows.insert({ projectId, serial: "s2", name: "taken" })).toThrow(
      `name: the machine "${holder.id}" already has the name "taken"`,
    );
    const second = rows.insert({ projectId, serial: "s2", name: "free" });
    try {
      rows.update(second, { name: "taken" });
      expect.unreachable();
    } catch (error) {
      expect(error).toMatchObject({ name: "UniqueError", taken: { columns: ["name"], holder: holder.id } });
    }
    rows.insert({ projectId, serial: "s3" });
    rows.insert({ projectId, serial: "s4", name: null });
  });

  test("a taken name is free again when its row was deleted softly", () => {
    const { store } = opened();
    const rows = store.rows(keys);
    const first = rows.insert({ name: "key", secret: "1" });
    expect(() => rows.insert({ name: "key", secret: "2" })).toThrow(UniqueError);
    rows.update(first, { deletedAt: clock.now() });
    const second = rows.insert({ name: "key", secret: "2" });
    const all = rows.ofOrganization();
    expect(all.find("key")?.id).toBe(second.id);
    expect(all.find(first.id)).toBeUndefined();
    expect(all.find(first.id, "all")?.id).toBe(first.id);
    const listed = (status: "active" | "deleted" | "all") => all.list({ status }).items.map(({ id }) => id);
    expect([listed("active"), listed("deleted"), listed("all")]).toEqual([
      [second.id],
      [first.id],
      [second.id, first.id],
    ]);
  });
});

describe("retention", () => {
  test("retention keeps the newest by a column, rows without a value, and the excepted", () => {
    const { rows, projectId, own } = opened();
    for (let count = 0; count < 6; count++) rows.insert({ projectId, id: `m${count}`, serial: "s", finishedAt: count });
    rows.insert({ projectId, id: "unfinished", serial: "s" });
    expect(own.prune({ by: "finishedAt", keep: 3, except: ["m0"] }).sort()).toEqual(["m1", "m2"]);
    expect(own.list().items.map(({ id }) => id)).toEqual(["unfinished", "m5", "m4", "m3", "m0"]);
    expect(own.prune({ by: "finishedAt", keep: 0, where: { status: "on" } })).toEqual([]);
  });

  test("retention of one project keeps the rows of another", () => {
    const { rows, projectId, otherId, own, other } = opened();
    const kept = rows.insert({ projectId, serial: "s", finishedAt: 0 });
    for (let count = 1; count < 4; count++) rows.insert({ projectId: otherId, serial: "s", finishedAt: count });
    expect(other.prune({ by: "finishedAt", keep: 1 })).toHaveLength(2);
    expect(own.byId(kept.id)).toEqual(kept);
  });

  test("retention at the start reaches all projects", () => {
    const { rows, projectId, otherId } = opened();
    for (const project of [projectId, otherId]) rows.insert({ projectId: project, serial: project });
    expect(rows.everywhere().map(({ serial }) => serial)).toEqual([projectId, otherId]);
    expect(rows.updateEverywhere({ status: "off" }, { status: "on", finishedAt: 1 })).toBe(2);
    expect(rows.updateEverywhere({ status: "off" }, { finishedAt: 2 })).toBe(0);
    expect(rows.everywhere({ finishedAt: 1 })).toHaveLength(2);
    expect(rows.deleteEverywhere({ serial: otherId })).toBe(1);
    expect(rows.everywhere()).toHaveLength(1);
  });
});

describe("a secret", () => {
  test("a secret is read again after a restart, is shown nowhere and leaves no trace in the files", () => {
    const { rows, projectId, own, store } = opened();
    const { id } = rows.insert({ projectId, serial: "s", password: new Sealed("hunter2-hunter2") });
    const shown = own.byId(id);
    expect(`${JSON.stringify(shown)}${inspect(shown)}${shown?.password}`).not.toContain("hunter2");
    expect(JSON.stringify(shown?.password)).toBe('"[sealed]"');
    store.close();
    expect(statSync(join(stateDir, "state.key")).mode & 0o777).toBe(0o600);
    for (const name of readdirSync(stateDir)) {
      expect(readFileSync(join(stateDir, name)).includes("hunter2"), name).toBe(false);
    }
    const again = open().rows(machines).in(projectId).byId(id);
    expect(again?.password?.reveal()).toBe("hunter2-hunter2");
  });

  test("a secret cannot be read from another row, with another key, or without one", () => {
    const { store, rows, projectId, own } = opened();
    for (const id of ["a", "b"]) rows.insert({ id, projectId, serial: "s", password: new Sealed(`of ${id}`) });
    store.run("UPDATE machines SET password = (SELECT password FROM machines WHERE id = 'a') WHERE id = 'b'");
    expect(own.byId("a")?.password?.reveal()).toBe("of a");
    expect(() => own.byId("b")?.password?.reveal()).toThrow(SealError);
    store.run("UPDATE machines SET password = x'0102' WHERE id = 'b'");
    expect(() => own.byId("b")?.password?.reveal()).toThrow("is not a sealed one");
    store.close();
    const key = join(stateDir, "state.key");
    const read = () => open().rows(machines).in(projectId).byId("a")?.password?.reveal();
    writeFileSync(key, Buffer.alloc(32));
    expect(read).toThrow(`cannot be read with the key in "${key}"`);
    writeFileSync(key, "short");
    expect(read).toThrow(`the key file "${key}" has 5 bytes, not 32`);
    rmSync(key);
    expect(read).toThrow(`the key file "${key}" is gone`);
  });

  test("a secret whose key file does not fit on the disk is a disk-full error, and is stored when there is space", () => {
    const { rows, projectId, own } = opened();
    const insert = () => rows.insert({ projectId, serial: "s", password: new Sealed("hunter2") });
    const unfinished = join(stateDir, "state.key.part");
    symlinkSync("/dev/full", unfinished);
    expect(insert).toThrow(
      expect.objectContaining({ kind: "disk-full", withMachine: `no space left on the device of "${stateDir}"` }),
    );
    expect(existsSync(unfinished)).toBe(false);
    expect(own.byId(insert().id)?.password?.reveal()).toBe("hunter2");
  });

  test("a secret that was changed or deleted is gone from the file", () => {
    const { rows, projectId, store } = opened();
    const texts = Array.from({ length: 50 }, (_, at) => `trace-${at}-${"y".repeat(50)}`);
    const made = texts.map((name) => rows.insert({ projectId, serial: "s", name }));
    for (const row of made) rows.delete(row);
    store.close();
    expect(readFileSync(join(stateDir, "state.db")).includes("trace-")).toBe(false);
  });
});

test("a hashed text finds its row, and is neither stored nor shown", () => {
  const { store } = opened();
  const rows = store.rows(keys);
  const row = rows.insert({ name: "key", secret: "plain-text-4711" });
  expect(row).toEqual({
    id: row.id,
    name: "key",
    projectId: null,
    expiresAt: null,
    deletedAt: null,
    createdAt: clock.now(),
  });
  expect(rows.findBy("secret", "plain-text-4711")).toEqual(row);
  expect(rows.findBy("secret", "plain-text-4712")).toBeUndefined();
  expect(() => rows.insert({ name: "other", secret: "plain-text-4711" })).toThrow(UniqueError);
  rows.update(row, { secret: "rotated" });
  expect(rows.findBy("secret", "plain-text-4711")).toBeUndefined();
  expect(rows.findBy("secret", "rotated")?.id).toBe(row.id);
  store.close();
  for (const name of readdirSync(stateDir)) {
    expect(readFileSync(join(stateDir, name)).includes("plain-text-4711"), name).toBe(false);
  }
});

describe("a declaration that has changed", () => {
  const before = table("machines", {
    noun: "machine",
    scope: "project",
    columns: { name: text().nullable(), serial: text() },
    indexes: [["serial"]],
  });
  const schema = () => {
    const database = new DatabaseSync(join(stateDir, "state.db"), { readOnly: true });
    const sql = "SELECT name FROM sqlite_master WHERE type = 'index' AND name LIKE 'machines_by_%' ORDER BY name";
    const indexes = database
      .prepare(sql)
      .all()
      .map(({ name }) => name);
    const version = database.prepare("PRAGMA user_version").get();
    database.close();
    return { indexes, version };
  };

  test("a changed declaration adds columns with their values and search texts, and exchanges the indexes", () => {
    const first = open([projects, before]);
    const projectId = defaultProject(first);
    const { id } = first.rows(before).insert({ projectId, name: "Zürich", serial: "s1" });
    first.close();
    const old = schema();
    expect(old.indexes).toContain("machines_by_serial");
    const second = open([projects, machines]);
    const own = second.rows(machines).in(projectId);
    expect(own.list({ query: "zur" }).items).toMatchObject([{ id, status: "off", settings: {}, rank: null }]);
    second.close();
    const { indexes, version } = schema();
    expect(version).toEqual(old.version);
    expect(indexes).not.toContain("machines_by_serial");
    expect(indexes).toContain("machines_by_project_id_status_created_at");
    open([projects, machines]).close();
    expect(schema().indexes).toEqual(indexes);
  });

  test("a changed declaration lets an earlier program continue with its part", () => {
    const second = open([projects, machines]);
    const projectId = defaultProject(second);
    second.close();
    const first = open([projects, before]);
    const { id } = first.rows(before).insert({ projectId, name: "n", serial: "s" });
    first.close();
    expect(open([projects, machines]).rows(machines).in(projectId).byId(id)).toMatchObject({
      name: "n",
      status: "off",
    });
  });
});
