import { expect, test } from "vitest";
import { Faults } from "../../../src/service/faults.ts";
import { projects as projectTable } from "../../../src/service/projects/project-table.ts";
import { Projects } from "../../../src/service/projects/projects.ts";
import { tables } from "../../../src/service/resources.ts";
import { clock, open, opened, useStateDirectory } from "../store/machines.ts";

useStateDirectory();

test("every row of a table without a declared state prevents the deletion of its project", () => {
  const { store, rows } = opened();
  const projects = new Projects({ store, clock });
  const other = projects.require("other");
  const row = rows.insert({ projectId: other.id, serial: "s1" });
  expect(() => projects.delete(other)).toThrow('project "other" has 1 machine; delete or end them first');
  rows.delete(row);
  projects.delete(other);
  expect(projects.find("other")).toBeUndefined();
});

test("ended resources of a deleted project are removed at the next start that finds space, and nothing else", () => {
  const { store, rows } = opened();
  const other = new Projects({ store, clock }).require("other");
  const own = new Projects({ store, clock }).default();
  rows.insert({ projectId: other.id, serial: "s1" });
  rows.insert({ projectId: own.id, serial: "s1" });
  store.rows(projectTable).update(other, { deletedAt: clock.now() });
  expect(rows.everywhere()).toHaveLength(2);
  const faults = new Faults();
  const full = Object.assign(new Error("database or disk is full"), { errcode: 13 });
  const onFullDisk = open(undefined, faults);
  faults.inject("disk-full", { error: () => full, times: 1 });
  expect(new Projects({ store: onFullDisk, clock }).find("other")).toBeUndefined();
  expect(rows.everywhere()).toHaveLength(2);
  const restarted = new Projects({ store, clock });
  expect(rows.everywhere().map(({ projectId }) => projectId)).toEqual([own.id]);
  expect([restarted.find("other"), restarted.nameOf(other.id)]).toEqual([undefined, "other"]);
});

test("the tables that leave out rows name states, and what runs for a project keeps it", () => {
  const declared = tables.map(({ name, options }) => [name, options.active, options.working] as const);
  for (const [name, active, working] of declared) {
    const left = Object.keys(active ?? {});
    expect(left, name).toEqual(left.length > 0 ? ["status"] : []);
    if (working && active && "status" in active) {
      expect(active.status, name).toEqual(expect.arrayContaining([...(working as { status: string[] }).status]));
    }
  }
  expect(declared.filter(([, , working]) => working).map(([name]) => name)).toEqual([
    "browsers",
    "browser_pools",
    "deployments",
    "invocations",
  ]);
});
