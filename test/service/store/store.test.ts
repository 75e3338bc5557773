import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { Clock } from "../../../src/service/clock.ts";
import { Faults } from "../../../src/service/faults.ts";
import type { StoredSession } from "../../../src/service/store/browser-table.ts";
import { Store } from "../../../src/service/store/store.ts";
import { NewerStateError } from "../../../src/service/store/store-errors.ts";
import { tempDir } from "../../support/service.ts";
import { until } from "../../support/until.ts";

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
  const store = new Store({ stateDir, clock, faults, log: (line) => void log.push(line), tables: [] });
  opened.push(store);
  return store;
}

function session(store: Store, id: string): StoredSession {
  return {
    id,
    projectId: store.projects.default().id,
    name: null,
    settings: {
      headless: true,
      stealth: false,
      timeout_seconds: 60,
      viewport: { width: 1, height: 1 },
      telemetry: null,
    },
    createdAt: clock.now(),
    deletedAt: null,
    endReason: null,
  };
}

describe("tokens", () => {
  test("are found by what they are, never stored, and end at their time", () => {
    const store = open();
    const projectId = store.projects.default().id;
    store.tokens.add({ token: "plain-text-4711", kind: "api_key", projectId, expiresAt: clock.now() + 1 });
    store.tokens.add({ token: "ended", kind: "api_key", expiresAt: clock.now() });
    expect(store.tokens.find("plain-text-4711")).toMatchObject({ kind: "api_key", project_id: projectId });
    expect(store.tokens.find("plain-text-4712")).toBeUndefined();
    expect(store.tokens.find("ended")).toBeUndefined();
    store.close();
    for (const name of readdirSync(stateDir)) {
      expect(readFileSync(join(stateDir, name)).includes("plain-text-4711"), name).toBe(false);
    }
  });

  test("there is one service token; a new one replaces it", () => {
    const store = open();
    store.tokens.setService("first");
    const { id } = store.tokens.find("first") ?? {};
    store.tokens.setService("first");
    expect(store.tokens.find("first")?.id).toBe(id);
    store.tokens.setService("second");
    expect(store.tokens.find("first")).toBeUndefined();
    expect(store.tokens.find("second")?.kind).toBe("service");
  });
});

test("the default project, the organization and the sessions are there again after a restart", () => {
  const first = open();
  const { id } = first.projects.default();
  first.browsers.insert(session(first, "a"));
  first.close();
  const second = open();
  expect(second.projects.default().id).toBe(id);
  expect(second.organizationId).toBe(first.organizationId);
  expect(second.browsers.list(id, "active").map((row) => row.id)).toEqual(["a"]);
  expect(second.browsers.endAll(clock.now(), "the service ended")).toBe(1);
  expect(second.browsers.list(id, "active")).toEqual([]);
  expect(second.browsers.byId("a")).toMatchObject({ endReason: "the service ended", deletedAt: clock.now() });
});

test("a thousand ended sessions are remembered, the last ones; active ones always", () => {
  const store = open();
  const { id } = store.projects.default();
  store.transaction(() => {
    for (let count = 0; count < 1_100; count++) store.browsers.insert(session(store, `s${count}`));
  });
  for (let count = 1; count < 1_050; count++) store.browsers.end(`s${count}`, clock.now() + count, "over");
  expect(store.browsers.list(id, "deleted").length).toBe(1_000);
  expect(store.browsers.byId("s49")).toBeUndefined();
  expect(store.browsers.byId("s50")).toBeDefined();
  expect(store.browsers.list(id, "active").length).toBe(51);
  expect(store.browsers.byId("s0")).toBeDefined();
});

describe("a damaged database", () => {
  test.each([
    ["no database at all", () => Buffer.from("this is not a database, it is a text of some length".repeat(100))],
    ["an overwritten middle", (bytes: Buffer) => bytes.fill(0xff, 4_096, bytes.length)],
  ])("%s is kept aside, a new one works", (_name, damage) => {
    const first = open();
    const old = first.projects.default().id;
    first.close();
    const path = join(stateDir, "state.db");
    const damaged = damage(readFileSync(path));
    writeFileSync(path, damaged);
    const store = open();
    expect(store.keptAside).toBe("state.corrupt-20260131T120000Z.db");
    expect(readFileSync(join(stateDir, store.keptAside ?? ""))).toEqual(damaged);
    expect(log).toEqual([expect.stringContaining(store.keptAside ?? "-")]);
    expect(store.projects.default().id).not.toBe(old);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  const damageRows = (): void => {
    const path = join(stateDir, "state.db");
    const bytes = readFileSync(path);
    for (let at = 0; at < bytes.length; at += 4_096) {
      const page = bytes.subarray(at, at + 4_096);
      if (page.includes("name 150 ")) page.fill(0xff);
    }
    writeFileSync(path, bytes);
  };
  const manyProfiles = (store: Store): void => {
    const profile = { projectId: store.projects.default().id, createdAt: 0, updatedAt: 0, lastUsedAt: null };
    store.transaction(() => {
      for (let count = 0; count < 200; count++)
        store.profiles.insert({
          ...profile,
          id: `p${count}`,
          name: `name ${count} ${"x".repeat(99)}`,
          saved: undefined,
        });
    });
  };

  test("is found by the next start after a query met it, where the end was clean", () => {
    const first = open();
    manyProfiles(first);
    first.close();
    damageRows();
    const second = open();
    expect(second.keptAside).toBeUndefined();
    expect(() => second.profiles.all()).toThrow(expect.objectContaining({ errcode: 11 }));
    expect(log).toEqual([expect.stringContaining("the state database is damaged")]);
    second.close();
    expect(open().keptAside).toBe("state.corrupt-20260131T120000Z.db");
    expect(readdirSync(stateDir)).not.toContain("state.damaged");
  });

  test("is found at once after an unclean end", () => {
    const first = open();
    manyProfiles(first);
    first.close();
    damageRows();
    writeFileSync(join(stateDir, "state.db-wal"), "");
    expect(open().keptAside).toBe("state.corrupt-20260131T120000Z.db");
  });

  test("a later version's is left alone", () => {
    open().close();
    const path = join(stateDir, "state.db");
    const database = new DatabaseSync(path);
    database.exec("PRAGMA user_version = 99");
    database.close();
    expect(open).toThrow(NewerStateError);
    expect(readdirSync(stateDir).filter((name) => name.includes("corrupt"))).toEqual([]);
  });
});

test("processes that open a new database at once take each step once", async () => {
  const opening = Array.from({ length: 4 }, () => {
    const child = spawn(process.execPath, [join(import.meta.dirname, "open-store.ts"), stateDir]);
    onTestFinished(() => void child.kill("SIGKILL"));
    const said: string[] = [];
    for (const output of [child.stdout, child.stderr]) output.setEncoding("utf8").on("data", (text) => said.push(text));
    return { child, said, ended: once(child, "close") };
  });
  await until(
    () => opening.map(({ said }) => said.join("")),
    (said) => said.every((text) => text === "ready\n"),
  );
  for (const { child } of opening) child.stdin.end();
  for (const { said, ended } of opening) {
    await ended;
    expect(said.join("")).toBe("ready\nopened\n");
  }
});

test("a full disk is a DiskFullError with the folder, and the store goes on", () => {
  const store = open();
  const full = Object.assign(new Error("database or disk is full"), { code: "ERR_SQLITE_ERROR", errcode: 13 });
  faults.inject("disk-full", { error: () => full, times: 1 });
  expect(() => store.browsers.insert(session(store, "a"))).toThrow(
    expect.objectContaining({ kind: "disk-full", message: expect.stringContaining(stateDir) }),
  );
  store.browsers.insert(session(store, "a"));
  expect(store.browsers.byId("a")).toBeDefined();
});
