import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { AuditEntry } from "../../../src/service/audit/audit-entry.ts";
import type { AuditConditions } from "../../../src/service/audit/audit-filter.ts";
import { AuditLog, type AuditLogOptions } from "../../../src/service/audit/audit-log.ts";
import { Clock } from "../../../src/service/clock.ts";

const NOON = Date.UTC(2026, 2, 1, 12);
const DAY_MS = 86_400_000;

let stateDir: string;
let clock: Clock;
let warnings: string[];
let log: AuditLog;

beforeEach(() => {
  stateDir = mkdtempSync(join(tmpdir(), "browserctl-audit-"));
  clock = new Clock(NOON);
  warnings = [];
  log = open();
});
afterEach(() => {
  log.close();
  rmSync(stateDir, { recursive: true });
});

function open(options: Partial<AuditLogOptions> = {}): AuditLog {
  return new AuditLog({ stateDir, clock, warn: (line) => warnings.push(line), ...options });
}

/** An entry `at` milliseconds after noon. */
function entry(at: number, { caller, route, ...own }: Overrides = {}): AuditEntry {
  return {
    receivedAt: NOON + at,
    durationMs: 3,
    path: "/browsers",
    status: 200,
    ...own,
    caller: {
      ...{ userId: "key1", userName: "ci", authStrategy: "api_key", projectId: null },
      ...{ domain: "127.0.0.1:8100", clientIp: "127.0.0.1", userAgent: "browserctl/0.1.0" },
      ...caller,
    },
    route: { method: "GET", route: "/browsers", operation: "browsers.list", ...route },
  };
}

type Overrides = Omit<Partial<AuditEntry>, "caller" | "route"> & {
  readonly caller?: Partial<AuditEntry["caller"]>;
  readonly route?: Partial<AuditEntry["route"]>;
};

/** Milliseconds after noon of the entries that are found. */
function found(conditions: AuditConditions = {}, limit = 100, days = 1): number[] {
  const { entries } = log.page({ start: NOON - DAY_MS, end: NOON + days * DAY_MS, limit }, conditions);
  return entries.map(({ receivedAt }) => receivedAt - NOON);
}

test("an entry is read back as it was recorded", () => {
  const given = entry(5, { path: "/browsers/shop", status: 404, durationMs: 12, caller: { projectId: "p1" } });
  log.record(given);
  const { entries, next } = log.page({ start: NOON, end: NOON + 10, limit: 1 }, {});
  expect(entries).toEqual([{ ...given, seq: expect.any(Number) }]);
  expect(next).toBeUndefined();
});

test("the file is for its owner alone", () => {
  log.record(entry(0));
  log.close();
  expect(statSync(join(stateDir, "audit.db")).mode & 0o777).toBe(0o600);
});

test("entries are the newest first, whatever the order of their ends, and the time has a start and an end", () => {
  for (const at of [30, 10, 20, 10]) log.record(entry(at));
  expect(found()).toEqual([30, 20, 10, 10]);
  const { entries } = log.page({ start: NOON + 10, end: NOON + 30, limit: 100 }, {});
  expect(entries.map(({ receivedAt }) => receivedAt - NOON)).toEqual([20, 10, 10]);
});

test("pages hold every entry once, while others are recorded", () => {
  for (let at = 0; at < 95; at += 1) log.record(entry(Math.floor(at / 40)));
  const seen: number[] = [];
  for (let before: number | undefined; ; ) {
    const page = log.page({ start: NOON, end: NOON + DAY_MS, limit: 10, before }, {});
    seen.push(...page.entries.map(({ seq }) => seq));
    before = page.next;
    if (before === undefined) break;
    log.record(entry(1_000));
  }
  expect(new Set(seen).size).toBe(95);
  expect(seen).toEqual([...seen].sort((a, b) => b - a));
});

describe("conditions", () => {
  beforeEach(() => {
    log.record(entry(1, { path: "/browsers/Shop_1", route: { method: "POST" } }));
    log.record(entry(2, { status: 404, route: { method: "DELETE" } }));
    log.record(entry(3, { caller: { userId: "key22", clientIp: "::1", authStrategy: "invocation_token" } }));
    log.record(entry(4, { path: '/profiles/a"b OR text : %_*', caller: { userId: "", authStrategy: "" } }));
  });

  test.each<[string, AuditConditions, number[]]>([
    ["a method", { method: "POST" }, [1]],
    ["a method that nothing used", { method: "PATCH" }, []],
    ["methods to leave out", { exclude_method: ["GET", "DELETE"] }, [1]],
    ["a way to authenticate", { auth_strategy: "invocation_token" }, [3]],
    ["an unknown way", { auth_strategy: "magic" }, []],
    ["the service", { service: "API" }, [4, 3, 2, 1]],
    ["another service", { service: "dashboard" }, []],
    ["a part of a path, in any case", { search: "sHOp" }, [1]],
    ["a part of two characters", { search: "op" }, [1]],
    ["a status", { search: "404" }, [2]],
    ["a part of a status", { search: "04" }, [2]],
    ["a client address", { search: "::1" }, [3]],
    ["a user id", { search: "key2" }, [3]],
    ["a user id and a method of another entry", { search: "key2", method: "POST" }, []],
    ["a text, or entries of users", { search: "shop", search_user_id: ["key22"] }, [3, 1]],
    ["users alone", { search_user_id: ["key22"] }, [3]],
    ["characters that a search could misread", { search: 'a"b OR text : %_*' }, [4]],
    ["wildcards as themselves", { search: "%_*" }, [4]],
    ["the marks of the index", { search: "|c1|" }, []],
    ["an empty text", { search: "" }, [4, 3, 2, 1]],
    ["text that nothing has", { search: "nothing" }, []],
  ])("%s", (_name, conditions, expected) => {
    expect(found(conditions)).toEqual(expected);
  });
});

describe("segments", () => {
  test("are searched together, and the newest entries of all of them come first", () => {
    log.close();
    log = open({ segmentEntries: 3 });
    // The last one took long: it is recorded after others that began later.
    for (const at of [1, 2, 3, 4, 5, 6, 7, 2]) log.record(entry(at, { status: at % 2 === 0 ? 404 : 200 }));
    expect(found({}, 4)).toEqual([7, 6, 5, 4]);
    expect(found()).toEqual([7, 6, 5, 4, 3, 2, 2, 1]);
    expect(found({ search: "404" }, 3)).toEqual([6, 4, 2]);
  });

  test("the oldest are dropped by their number", () => {
    log.close();
    log = open({ segmentEntries: 2 });
    for (let at = 0; at < 30; at += 1) log.record(entry(at));
    expect(found()).toHaveLength(30);
    log.close();
    log = open({ segmentEntries: 2 });
    expect(found()).toEqual(Array.from({ length: 22 }, (_, at) => 29 - at));
  });

  test("entries are kept for 30 days", async () => {
    log.close();
    log = open({ segmentEntries: 1 });
    log.record(entry(0));
    log.record(entry(DAY_MS / 2));
    expect(found()).toHaveLength(2);
    log.record(entry(2 * DAY_MS));
    await clock.set(NOON + 31 * DAY_MS);
    expect(found(undefined, 100, 3)).toEqual([2 * DAY_MS]);
    await clock.set(NOON + 40 * DAY_MS);
    expect(found()).toEqual([]);
    log.record(entry(1));
    expect(found()).toEqual([1]);
  });
});

test("what was recorded is there after a restart", () => {
  for (let at = 0; at < 5; at += 1) log.record(entry(at));
  log.close();
  log = open();
  log.record(entry(5));
  expect(found()).toEqual([5, 4, 3, 2, 1, 0]);
  expect(found({ method: "GET", search: "browsers" })).toHaveLength(6);
});

test("times to the year 9999 keep their places apart", () => {
  const late = Date.UTC(9999, 11, 31, 23, 59, 59, 999) - NOON;
  for (let each = 0; each < 40; each += 1) log.record(entry(late));
  const { entries } = log.page({ start: NOON + late, end: NOON + late + 10, limit: 100 }, {});
  expect(new Set(entries.map(({ seq }) => seq)).size).toBe(40);
});

test("programs beyond 10,000 are told apart by their key alone, and long names are cut", () => {
  for (let each = 0; each < 10_050; each += 1) log.record(entry(each, { caller: { userAgent: `program ${each}` } }));
  log.record(entry(20_000, { caller: { userAgent: "x".repeat(5_000), userId: "key9" } }));
  const newest = log.page({ start: NOON, end: NOON + DAY_MS, limit: 1 }, { search_user_id: ["key1"] }).entries[0];
  expect(newest?.caller).toMatchObject({ userAgent: "", userId: "key1" });
  const first = log.page({ start: NOON, end: NOON + 1, limit: 1 }, {}).entries[0];
  expect(first?.caller.userAgent).toBe("program 0");
});

describe("a damaged file", () => {
  test("is put aside at the start", () => {
    log.record(entry(0));
    log.close();
    writeFileSync(join(stateDir, "audit.db"), "no database".repeat(1_000));
    log = open();
    expect(warnings).toEqual([expect.stringMatching(/the audit log was damaged; it is kept as/)]);
    log.record(entry(1));
    expect(found()).toEqual([1]);
    expect(readdirSync(stateDir).filter((name) => name.includes("corrupt"))).toHaveLength(1);
  });
});

test("a closed log takes entries without keeping them, and a new one begins where it ended", () => {
  log.record(entry(0));
  log.close();
  log.record(entry(1));
  log.close();
  log = open();
  expect(found()).toEqual([0]);
});
