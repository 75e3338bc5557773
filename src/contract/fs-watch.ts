import Type from "typebox";
import { browserId, closed, Text, Timestamp } from "./common.ts";
import { EXAMPLE_SESSION_ID, EXAMPLE_WATCH_ID } from "./example-ids.ts";
import { fileOperation, path, refusals } from "./fs-path.ts";
import { operation } from "./operation.ts";

const watchId = Type.Object({
  ...browserId.properties,
  watch_id: Text({ minLength: 1, description: "Id of the watch" }),
});

export const fsWatchOperations = [
  operation({
    ...fileOperation,
    id: "fs.watch",
    method: "POST",
    path: "/browsers/{id}/fs/watch",
    summary: "Watch a directory of a session for changes",
    source: "contract 2.6",
    body: Type.Object(
      {
        path: path("Directory to watch"),
        recursive: Type.Optional(Type.Boolean({ default: false, description: "Watch its subdirectories too" })),
      },
      closed,
    ),
    response: {
      kind: "json",
      status: 201,
      schema: Type.Object({ watch_id: Type.String({ description: "Id of the watch" }) }),
    },
    errors: ["too_many_watches"],
    idempotent: false,
    assumed: [
      refusals,
      "a session has at most 64 watches, of 100 000 files and directories together; more is 429 `too_many_watches`, in one directory 400",
      "a directory with more than 128 levels of directories below it is refused",
      "a directory that exceeds the limit of levels later, or twice that of entries, is not watched any more; its readers get a `gap`",
    ],
    example: {
      params: { id: EXAMPLE_SESSION_ID },
      body: { path: "/home/user/invoices", recursive: true },
      result: { watch_id: EXAMPLE_WATCH_ID },
    },
  }),
  operation({
    ...fileOperation,
    id: "fs.watchEvents",
    method: "GET",
    path: "/browsers/{id}/fs/watch/{watch_id}/events",
    summary: "Follow the changes of a watched directory",
    source: "contract 2.6, 3.6",
    params: watchId,
    response: {
      kind: "sse",
      status: 200,
      schema: Type.Union([
        Type.Object({
          type: Type.Enum(["CREATE", "WRITE", "DELETE", "RENAME"]),
          path: Type.String({ description: "Absolute path" }),
          name: Type.Optional(Type.String()),
          is_dir: Type.Optional(Type.Boolean()),
        }),
        Type.Object({ event: Type.Literal("gap") }),
        Type.Object({ event: Type.Literal("sse_heartbeat"), timestamp: Timestamp("When it was sent") }),
      ]),
      comments: ["gap", "sse_heartbeat"],
    },
    errors: [],
    idempotent: true,
    assumed: [
      "changes since the watch was started are sent first, up to 10 000 of them with paths of 2 000 000 characters together",
      "a comment with the JSON {event: `gap`} marks missing changes, when there were more than are kept",
      "a move is RENAME with the old path and CREATE with the new one",
    ],
    example: {
      params: { id: EXAMPLE_SESSION_ID, watch_id: EXAMPLE_WATCH_ID },
      events: [{ type: "CREATE", path: "/home/user/invoices/june.txt", name: "june.txt", is_dir: false }],
    },
  }),
  operation({
    ...fileOperation,
    id: "fs.watchStop",
    method: "DELETE",
    path: "/browsers/{id}/fs/watch/{watch_id}",
    summary: "Stop watching a directory",
    source: "contract 2.6",
    params: watchId,
    response: { kind: "empty", status: 204 },
    errors: [],
    idempotent: true,
    example: { params: { id: EXAMPLE_SESSION_ID, watch_id: EXAMPLE_WATCH_ID } },
  }),
] as const;
