import { rmSync } from "node:fs";
import { afterEach, beforeEach } from "vitest";
import { Clock } from "../../../src/service/clock.ts";
import { Faults } from "../../../src/service/faults.ts";
import { projects } from "../../../src/service/projects/project-table.ts";
import { Projects } from "../../../src/service/projects/projects.ts";
import { flag, hash, inside, integer, json, sealed, text, time } from "../../../src/service/store/column.ts";
import type { ProjectId } from "../../../src/service/store/project-id.ts";
import { Store } from "../../../src/service/store/store.ts";
import { type AnyTable, table } from "../../../src/service/store/table.ts";
import { tempDir } from "../../support/service/service.ts";

interface Settings {
  region?: string;
  tags?: Record<string, string>;
}

/** A table of projects with a column of each kind. */
export const machines = table("machines", {
  noun: "machine",
  scope: "project",
  columns: {
    name: text().nullable(),
    status: text<"on" | "off">().initially("off"),
    serial: text().fixed(),
    settings: json<Settings>().initially({}),
    region: inside("settings", "region"),
    tags: inside("settings", "tags"),
    manual: text().nullable().large(),
    broken: flag().initially(false),
    rank: integer().nullable(),
    password: sealed().nullable(),
    finishedAt: time().nullable(),
  },
  name: "name",
  unique: [["name"]],
  filters: ["status", "region"],
  search: ["name", "region"],
  searchIds: { serial: "whole" },
  orders: ["rank", "name"],
});

/** A table of the organization with soft deletion. */
export const keys = table("keys", {
  noun: "key",
  scope: "organization",
  columns: {
    name: text(),
    secret: hash(),
    projectId: text().nullable().references("projects"),
    expiresAt: time().nullable(),
    deletedAt: time().nullable(),
  },
  name: "name",
  unique: [["name"]],
  search: ["name"],
  orders: ["name", "expiresAt"],
  deletedAt: "deletedAt",
});
export const clock = new Clock(Date.UTC(2026, 0, 31, 12));
/** The state directory of the running test. */
export let stateDir: string;
let stores: Store[];

/** Gives each test of a file a state directory of its own; call it at the top level. */
export function useStateDirectory(): void {
  beforeEach(async () => {
    stateDir = await tempDir();
    stores = [];
  });
  afterEach(() => {
    for (const store of stores) store.close();
    rmSync(stateDir, { recursive: true });
  });
}

/** Opens a store in the state directory; it is closed after the test. */
export function open(tables: readonly AnyTable[] = [projects, machines, keys], faults = new Faults()): Store {
  const store = new Store({ stateDir, clock, faults, log: () => {}, tables });
  stores.push(store);
  return store;
}

export function defaultProject(store: Store): ProjectId {
  return new Projects({ store, clock }).default().id;
}

/** A store with two projects, and the machines of the first. */
export function opened() {
  const store = open();
  const rows = store.rows(machines);
  const projectId = defaultProject(store);
  const other = { name: "other", status: "active", isDefault: false, updatedAt: 0 } as const;
  const { id: otherId } = store.rows(projects).insert(other);
  return { store, rows, projectId, otherId, own: rows.in(projectId), other: rows.in(otherId) };
}
