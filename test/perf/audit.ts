import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { AuditConditions } from "../../src/service/audit/audit-filter.ts";
import { AuditLog } from "../../src/service/audit/audit-log.ts";
import { Clock } from "../../src/service/clock.ts";
import { type Bench, interleaved, type Row, temporaryDirectory, timesFloor } from "./bench.ts";

const ENTRIES = 1_000_000;
const ROUNDS = 15;
/** Times of 100 rows by their key, hand-written, that a page may take: 20 ms on a machine that reads these in 0.13 ms. */
const LIMIT = 150;
const DAY_MS = 86_400_000;
const NOW = Date.UTC(2026, 2, 20);

/** Pages of an audit log of 1,000,000 entries against the newest 100 rows of its table. */
export async function benchAudit(bench: Bench): Promise<readonly Row[]> {
  const stateDir = await temporaryDirectory(bench);
  const auditLog = new AuditLog({ stateDir, clock: new Clock(NOW), warn: () => {} });
  bench.defer(() => auditLog.close());
  fill(auditLog);
  const range = { start: NOW - 20 * DAY_MS, end: NOW, limit: 100 };
  const pages: Record<string, AuditConditions> = {
    "newest page of 1,000,000 entries": {},
    "search that finds much": { search: "screenshot" },
    "search that finds 1 of 100,000": { search: "rare" },
    "search that finds nothing": { search: "nothing" },
    "method and status": { method: "POST", search: "404" },
    "method that nothing used": { method: "OPTIONS" },
  };
  const database = new DatabaseSync(join(stateDir, "audit.db"), { readOnly: true });
  bench.defer(() => database.close());
  const floor = database.prepare("SELECT * FROM entries_10 ORDER BY seq DESC LIMIT 100");
  const measures: Record<string, () => Promise<number>> = {
    ...Object.fromEntries(
      Object.entries(pages).map(([name, conditions]) => [name, timed(() => auditLog.page(range, conditions))]),
    ),
    floor: timed(() => floor.all()),
  };
  const times = await interleaved(bench, ROUNDS, measures);
  return Object.keys(pages).map((name) => timesFloor(name, times[name] ?? [], times["floor"] ?? [], LIMIT));
}

function timed(work: () => unknown): () => Promise<number> {
  return async () => {
    const started = performance.now();
    work();
    return performance.now() - started;
  };
}

function fill(auditLog: AuditLog): void {
  const caller = {
    ...{ userId: "k3v9x2m7q1w8e5r4t6y0u2i9", userName: "ci", authStrategy: "api_key", projectId: null },
    ...{ domain: "127.0.0.1:8100", clientIp: "127.0.0.1", userAgent: "browserctl/0.1.0" },
  };
  const work = ["computer/screenshot", "computer/click_mouse", "playwright/execute", "fs/write_file"];
  for (let at = 0; at < ENTRIES; at += 1) {
    const session = at % 100_000 === 7 ? "rare" : `session${Math.floor(at / 500)}`;
    auditLog.record({
      receivedAt: NOW - (ENTRIES - at) * 1_000,
      durationMs: at % 900,
      path: `/browsers/${session}/${work[at % work.length]}`,
      status: at % 37 === 0 ? 404 : 200,
      caller,
      route: { method: at % 5 === 0 ? "GET" : "POST", route: `/browsers/{id}/${work[at % 4]}`, operation: "" },
    });
  }
}
