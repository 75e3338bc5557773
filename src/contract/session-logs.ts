import Type from "typebox";
import { browserId, closed, StreamHeartbeat, Text, Timestamp } from "./common.ts";
import { EXAMPLE_SESSION_ID } from "./example-ids.ts";
import { operation } from "./operation.ts";

/** Line of a log of a session's machine (contract 3.5). A service may leave `event` out. */
const MachineLogEvent = Type.Object({
  event: Type.Optional(Type.Literal("log")),
  timestamp: Timestamp("When it was written"),
  message: Type.String({ description: "The line, at most 64 KiB" }),
});

export const sessionLogOperations = [
  operation({
    id: "logs.stream",
    area: "logs",
    method: "GET",
    path: "/browsers/{id}/logs/stream",
    summary: "Follow a log of a session's machine",
    source: "contract 2.21, 3.5, 0.11",
    params: browserId,
    query: Type.Object(
      {
        source: Type.Enum(["path", "supervisor"], { description: "A file, or the output of a program of the machine" }),
        path: Type.Optional(
          Text({
            pattern: "^/[^\\u0000\\ud800-\\udfff]*$",
            "x-expects": "an absolute path",
            description: "File to follow, with source path",
          }),
        ),
        supervisor_process: Type.Optional(
          Text({ minLength: 1, description: "Program that the machine keeps running, with source supervisor" }),
        ),
        follow: Type.Optional(
          Type.Boolean({ default: true, description: "Wait for new lines until the session ends" }),
        ),
      },
      closed,
    ),
    response: { kind: "sse", status: 200, schema: Type.Union([MachineLogEvent, StreamHeartbeat]) },
    errors: [],
    idempotent: true,
    // assumed: 501, because a session here has no machine and no supervisor of its own.
    local: {
      unserved: "a session has no machine of its own here; local logs has the service's log, browsers fs read files",
    },
    example: {
      params: { id: EXAMPLE_SESSION_ID },
      query: { source: "path", path: "/var/log/chromium.log", follow: false },
      events: [{ event: "log", timestamp: "2026-03-01T09:30:01.204Z", message: "ERROR:ssl_client: handshake failed" }],
    },
  }),
] as const;
