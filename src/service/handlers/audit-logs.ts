import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { OperationById } from "../../contract/index.ts";
import { MAX_AUDIT_CHUNK, MAX_AUDIT_DAYS, MAX_AUDIT_PAGE } from "../../contract/limits.ts";
import type { QueryOf, ResultOf } from "../../contract/operation.ts";
import { badRequest } from "../api-error.ts";
import type { StoredEntry } from "../audit/audit-entry.ts";
import type { AuditLog, AuditPage } from "../audit/audit-log.ts";
import type { HandlersOf } from "../http/handler.ts";
import { FileAnswer } from "../http/send-file.ts";

type AuditIds = "auditLogs.list" | "auditLogs.exportChunk";
type Conditions = QueryOf<OperationById<"auditLogs.list">>;
type Entry = ResultOf<OperationById<"auditLogs.list">>[number];

const compress = promisify(gzip);
const DAY_MS = 86_400_000;

/** Requests to the service, as entries and as a file (contract 2.26). */
export function auditLogHandlers({ auditLog }: { auditLog: AuditLog }): HandlersOf<AuditIds> {
  return {
    "auditLogs.list": ({ query }) => {
      const { limit = MAX_AUDIT_PAGE, page_token: token } = query;
      const { entries, next } = pageOf(auditLog, query, limit, token, "page_token");
      return { items: entries.map(recordOf), nextToken: next === undefined ? undefined : tokenOf(next) };
    },
    "auditLogs.exportChunk": async ({ query }) => {
      const { cursor, format = "jsonl.gz", limit = MAX_AUDIT_CHUNK } = query;
      const { entries, next } = pageOf(auditLog, query, limit, cursor, "cursor");
      const lines = entries.map((entry) => `${JSON.stringify({ event_id: String(entry.seq), ...recordOf(entry) })}\n`);
      const text = Buffer.from(lines.join(""));
      const bytes = format === "jsonl" ? text : await compress(text);
      return new FileAnswer({
        size: bytes.length,
        headers: {
          "X-Has-More": String(next !== undefined),
          "X-Row-Count": String(entries.length),
          "X-Content-Sha256": createHash("sha256").update(bytes).digest("hex"),
          ...(next !== undefined && { "X-Next-Cursor": tokenOf(next) }),
        },
        open: () => Readable.from([bytes]),
      });
    },
  };
}

/** Entries of a request. Throws 400 for a time that is empty or too long, and for a token of no page. */
function pageOf(
  auditLog: AuditLog,
  query: Conditions,
  limit: number,
  token: string | undefined,
  name: string,
): AuditPage {
  const [start, end] = [Date.parse(query.start), Date.parse(query.end)];
  if (!(start < end)) throw badRequest("the time is empty", [{ path: "end", message: "must be after start" }]);
  if (end - start > MAX_AUDIT_DAYS * DAY_MS) {
    throw badRequest("the time is too long", [
      { path: "end", message: `must be at most ${MAX_AUDIT_DAYS} days after start` },
    ]);
  }
  return auditLog.page({ start, end, limit, before: token === undefined ? undefined : placeOf(token, name) }, query);
}

function tokenOf(place: number): string {
  return Buffer.from(`audit ${place}`).toString("base64url");
}

function placeOf(token: string, name: string): number {
  const place = Number(/^audit (\d+)$/.exec(Buffer.from(token, "base64url").toString())?.[1]);
  if (Number.isSafeInteger(place) && tokenOf(place) === token) return place;
  throw badRequest(`the ${name} is not one of this list`, [
    { path: name, message: "must be that of the page before, or left out" },
  ]);
}

function recordOf({ caller, durationMs, path, receivedAt, route, status }: StoredEntry): Entry {
  return {
    timestamp: new Date(receivedAt).toISOString(),
    method: route.method,
    path,
    route: route.route,
    status,
    duration_ms: durationMs,
    domain: caller.domain,
    client_ip: caller.clientIp,
    user_agent: caller.userAgent,
    user_id: caller.userId,
    email: "",
    auth_strategy: caller.authStrategy,
    ...(route.operation !== "" && { operation: route.operation }),
    ...(caller.userName !== "" && { user_name: caller.userName }),
    project_id: caller.projectId,
  };
}
