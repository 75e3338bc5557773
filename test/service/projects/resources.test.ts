import { expect, test } from "vitest";
import { Projects } from "../../../src/service/projects/projects.ts";
import { tables } from "../../../src/service/resources.ts";
import { clock, opened, useStateDirectory } from "../store/machines.ts";

useStateDirectory();

test("every row of a table that says nothing about it keeps its project from being deleted", () => {
  const { store, rows } = opened();
  const projects = new Projects({ store, clock });
  const other = projects.require("other");
  const row = rows.insert({ projectId: other.id, serial: "s1" });
  expect(() => projects.delete(other)).toThrow('project "other" has 1 machine; delete or end them first');
  rows.delete(row);
  projects.delete(other);
  expect(projects.find("other")).toBeUndefined();
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
    "deployments",
    "invocations",
  ]);
});
