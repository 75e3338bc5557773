import Type from "typebox";
import { browserId, Timestamp } from "./common.ts";
import { operation } from "./operation.ts";

/** What the local service has beside the API, under `/_local/`. */
export const localOperations = [
  operation({
    id: "local.status",
    area: "local",
    method: "GET",
    path: "/_local/status",
    summary: "Show the local service",
    source: "assumed",
    response: {
      kind: "json",
      status: 200,
      schema: Type.Object({
        version: Type.String(),
        pid: Type.Integer(),
        port: Type.Integer(),
        started_at: Timestamp("When it was started"),
        now: Timestamp("The service's clock"),
        state_dir: Type.String(),
        browser: Type.Object({ path: Type.String(), product: Type.String(), sandboxed: Type.Boolean() }),
        active_sessions: Type.Integer(),
        idle_stop_seconds: Type.Integer({ description: "Idle seconds after which it stops; 0 is never" }),
        memory_bytes: Type.Integer({ description: "Resident memory of the service itself" }),
      }),
    },
    errors: [],
    idempotent: true,
    localOnly: true,
  }),
  operation({
    id: "local.stop",
    area: "local",
    method: "POST",
    path: "/_local/stop",
    summary: "Stop the local service and its sessions",
    source: "assumed",
    response: { kind: "empty", status: 202 },
    errors: [],
    idempotent: true,
    localOnly: true,
  }),
  operation({
    id: "local.support",
    area: "local",
    method: "GET",
    path: "/_local/support",
    summary: "Show what the local service does, records, or does not support",
    source: "assumed",
    response: {
      kind: "json",
      status: 200,
      schema: Type.Array(
        Type.Object({
          operation: Type.String({ description: "Operation id, or method and path" }),
          field: Type.Optional(Type.String({ description: "Request field; the whole operation when absent" })),
          support: Type.Enum(["full", "recorded", "unsupported"]),
          note: Type.Optional(Type.String()),
        }),
      ),
    },
    errors: [],
    idempotent: true,
    localOnly: true,
  }),
  operation({
    id: "local.browser",
    area: "local",
    method: "GET",
    path: "/_local/browsers/{id}",
    summary: "Show what the API's record of a session has no field for",
    source: "assumed",
    params: browserId,
    response: {
      kind: "json",
      status: 200,
      schema: Type.Object({
        session_id: Type.String(),
        state: Type.Enum(["active", "deleted"]),
        pid: Type.Optional(Type.Integer()),
        browser: Type.Optional(Type.String({ description: "Product and version" })),
        idle_seconds: Type.Optional(Type.Integer()),
        cdp_clients: Type.Optional(Type.Integer()),
        end_reason: Type.Optional(Type.String({ description: "Why it ended" })),
      }),
    },
    errors: [404],
    idempotent: true,
    localOnly: true,
  }),
] as const;
