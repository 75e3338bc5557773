import type { FastifyReply, FastifyRequest } from "fastify";
import type { Credential } from "../access/credential.ts";
import type { AuditEntry } from "../audit/audit-entry.ts";
import type { RequestAuth } from "./authenticate.ts";

/** Names of the ways to authenticate, as the API names that of an API key. assumed: the others have no public name. */
const strategies = {
  api_key: "api_key",
  invocation: "invocation_token",
  login_flow: "login_token",
} as const satisfies Record<Credential["kind"], string>;

export interface AuditFacts {
  /** Caller; undefined for a request that was refused before. */
  readonly auth: RequestAuth | undefined;
  /** Path without the query. */
  readonly path: string;
  /** When the request was received, in milliseconds since 1970. */
  readonly received: number;
}

/** A finished request for the audit log. */
export function auditEntry(
  { headers, method, raw, routeOptions }: FastifyRequest,
  { elapsedTime, statusCode }: FastifyReply,
  { auth, path, received }: AuditFacts,
): AuditEntry {
  const operation = routeOptions?.config?.operation;
  return {
    receivedAt: Math.floor(received),
    durationMs: Math.round(elapsedTime),
    path,
    status: statusCode,
    caller: {
      userId: auth?.token.id ?? "",
      userName: auth?.token.name ?? "",
      authStrategy: auth ? strategies[auth.token.kind] : "",
      projectId: auth?.selectedProjectId ?? null,
      domain: headers.host ?? "",
      clientIp: raw.socket.remoteAddress ?? "",
      userAgent: headers["user-agent"] ?? "",
    },
    route: { method, route: operation?.path ?? "", operation: operation?.id ?? "" },
  };
}
