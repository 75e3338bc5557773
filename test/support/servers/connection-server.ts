import { connectionExample } from "../../../src/contract/managed-auth.ts";
import { type ApiServer, apiServer, type Step } from "./api-server.ts";

type Json = Record<string, unknown>;

/** Id of the connection of {@link connection}. */
export const connectionId: string = connectionExample.id;
/** Path of that connection. */
export const connectionPath = `/auth/connections/${connectionId}`;

/** Record of an auth connection as a service answers it. */
export function connection(more: Json = {}): Json {
  return { ...connectionExample, ...more };
}

/** Service that answers a read of the connection with `before`, then its update with `after`. */
export function updateServer(before: Json, after: Json): Promise<ApiServer> {
  return apiServer({ request: `GET ${connectionPath}`, answer: { json: before } }, patched(after));
}

/** Update of the connection, answered with `after`. */
export function patched(after: Json): Step {
  return { request: `PATCH ${connectionPath}`, answer: { json: after } };
}

/** Members of a connection whose login waits for a password. */
export const awaitingPassword: Json = {
  flow_status: "IN_PROGRESS",
  flow_step: "AWAITING_INPUT",
  flow_type: "LOGIN",
  interaction_id: "i1",
  fields: [{ id: "password", ref: "p", type: "password", reason: "missing", label: "Password", required: true }],
};

/** A read of the connection, answered with these members. */
export function read(more: Json = {}): Step {
  return { request: `GET ${connectionPath}`, answer: { json: connection(more) } };
}
