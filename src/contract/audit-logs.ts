import Type from "typebox";
import { closed, Text, Timestamp } from "./common.ts";
import { MAX_AUDIT_CHUNK, MAX_AUDIT_DAYS, MAX_AUDIT_PAGE } from "./limits.ts";
import { operation } from "./operation.ts";

/** Entry of the audit log: one request (contract 2.26). Every member is there; an unknown text is empty. */
export const AuditLogEntry = Type.Object(
  {
    timestamp: Timestamp("When the request was received"),
    method: Type.String({ description: "HTTP method" }),
    path: Type.String({ description: "Path of the request, without its query" }),
    route: Type.String({
      description: "Pattern of the path, such as /browsers/{id_or_name}; empty where none matched",
    }),
    status: Type.Integer({ description: "Status of the answer" }),
    duration_ms: Type.Integer({ description: "Milliseconds until the answer had ended" }),
    domain: Type.String({ description: "Host of the request" }),
    client_ip: Type.String({ description: "Address of the client" }),
    user_agent: Type.String({ description: "User-Agent of the client" }),
    user_id: Type.String({ description: "Identity of the caller; locally the id of the API key" }),
    email: Type.String({ description: "Email of the caller at that time" }),
    auth_strategy: Type.String({ description: "How the caller was authenticated, such as api_key" }),
    operation: Type.Optional(Type.String({ description: "Operation of the request, such as browsers.create" })),
    user_name: Type.Optional(Type.String({ description: "Name of the API key at that time" })),
    project_id: Type.Optional(
      Type.Union([Type.String(), Type.Null()], { description: "Project of the request; null for the organization" }),
    ),
  },
  { $id: "AuditLogEntry" },
);

const entryExample = {
  timestamp: "2026-03-01T09:30:00.120Z",
  method: "POST",
  path: "/browsers",
  route: "/browsers",
  status: 200,
  duration_ms: 412,
  domain: "browsers.example.com",
  client_ip: "203.0.113.7",
  user_agent: "browserctl/0.1.0",
  user_id: "p5c1n8s3h7d2f6j9b4g0l8z1",
  email: "",
  auth_strategy: "api_key",
  operation: "browsers.create",
  user_name: "ci",
  project_id: null,
} as const;

const time = (description: string) => Type.String({ format: "date-time", description });

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;

/** Conditions that the list and the export share. */
const conditions = {
  start: time("Entries from this time on"),
  end: time(`Entries before this time; at most ${MAX_AUDIT_DAYS} days after start`),
  method: Type.Optional(Type.Enum(methods, { description: "Only this HTTP method" })),
  exclude_method: Type.Optional(
    Type.Array(Type.Enum(methods), { maxItems: methods.length, description: "Not this HTTP method" }),
  ),
  service: Type.Optional(Text({ description: "Only requests to this service" })),
  auth_strategy: Type.Optional(Text({ description: "Only callers authenticated in this way" })),
  search: Type.Optional(
    Text({ description: "Part of a path, user id, email, client address or status; case-insensitive" }),
  ),
  search_user_id: Type.Optional(
    Type.Array(Text(), { maxItems: 100, description: "User whose entries the search finds too" }),
  ),
};

const assumed = [
  "a key of one project is refused, because the log has the requests of every project",
  "members beyond the public ones: operation, user_name, project_id",
  "a search of fewer than three characters reads every entry of the time",
] as const;

const local = {
  note: "the service's own requests of the last 30 days, at most 1,100,000; neither queries nor bodies; one service, `api`",
} as const;

const range = { start: "2026-03-01T00:00:00Z", end: "2026-03-02T00:00:00Z" } as const;

export const auditLogOperations = [
  operation({
    id: "auditLogs.list",
    area: "audit_logs",
    method: "GET",
    path: "/audit-logs",
    summary: "List entries of the audit log",
    description: "The newest first.",
    source: "contract 2.26, 0.8",
    query: Type.Object(
      {
        ...conditions,
        limit: Type.Optional(
          Type.Integer({
            minimum: 1,
            maximum: MAX_AUDIT_PAGE,
            default: MAX_AUDIT_PAGE,
            description: "Items of one page",
          }),
        ),
        page_token: Type.Optional(Text({ description: "X-Next-Page-Token of the page before" })),
      },
      closed,
    ),
    response: { kind: "json", status: 200, schema: Type.Array(AuditLogEntry) },
    errors: [],
    idempotent: true,
    paging: "token",
    needs: "organization",
    assumed,
    local,
    example: { query: { ...range, search: "browsers", limit: 20 }, result: [entryExample] },
  }),
  operation({
    id: "auditLogs.exportChunk",
    area: "audit_logs",
    method: "GET",
    path: "/audit-logs/export/chunk",
    summary: "Download a chunk of the audit log",
    description: "Lines of JSON, each an entry with its event_id; the newest first.",
    source: "contract 2.26",
    query: Type.Object(
      {
        ...conditions,
        format: Type.Optional(
          Type.Enum(["jsonl", "jsonl.gz"], { default: "jsonl.gz", description: "Form of the chunk" }),
        ),
        limit: Type.Optional(
          Type.Integer({
            minimum: 1,
            maximum: MAX_AUDIT_CHUNK,
            default: MAX_AUDIT_CHUNK,
            description: "Entries of one chunk",
          }),
        ),
        cursor: Type.Optional(Text({ description: "X-Next-Cursor of the chunk before" })),
      },
      closed,
    ),
    response: {
      kind: "file",
      status: 200,
      contentType: "application/octet-stream",
      headers: {
        "X-Has-More": "true when another chunk follows",
        "X-Row-Count": "Entries of the chunk",
        "X-Next-Cursor": "Cursor of the next chunk; absent with the last one",
        "X-Content-Sha256": "SHA-256 of the chunk in hexadecimal digits",
      },
    },
    errors: [],
    idempotent: true,
    needs: "organization",
    assumed,
    local,
    example: { query: { ...range, format: "jsonl" } },
  }),
] as const;
