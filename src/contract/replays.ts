import Type from "typebox";
import { browserId, closed, Text, Timestamp } from "./common.ts";
import { EXAMPLE_REPLAY_ID, EXAMPLE_SESSION_ID } from "./example-ids.ts";
import { operation } from "./operation.ts";

/** Recording of the screen of a session (contract 2.20). */
export const Replay = Type.Object(
  {
    replay_id: Type.String({ description: "Recording" }),
    replay_view_url: Type.Optional(Type.String({ format: "uri", description: "Page that plays it" })),
    started_at: Type.Optional(Type.Union([Timestamp("When it began"), Type.Null()])),
    finished_at: Type.Optional(Type.Union([Timestamp("When it ended"), Type.Null()])),
  },
  { $id: "Replay" },
);

const running = { replay_id: EXAMPLE_REPLAY_ID, started_at: "2026-03-01T09:30:00Z", finished_at: null } as const;
const finished = {
  replay_id: EXAMPLE_REPLAY_ID,
  replay_view_url: "https://browsers.example.com/replays/r6e1p4l8a2y0v9i3d7e5o1n4",
  started_at: "2026-03-01T09:30:00Z",
  finished_at: "2026-03-01T09:34:10Z",
} as const;

const replayParams = Type.Object({
  id: browserId.properties.id,
  replay_id: Text({ minLength: 1, description: "Recording" }),
});
const exampleParams = { id: EXAMPLE_SESSION_ID, replay_id: EXAMPLE_REPLAY_ID } as const;

/** assumed: 501, because no program that encodes video is part of an installation. */
const local = { unserved: "it records no video; browsers screenshot saves single pictures" } as const;

export const replayOperations = [
  operation({
    id: "replays.list",
    area: "replays",
    method: "GET",
    path: "/browsers/{id}/replays",
    summary: "List the recordings of a session",
    description: "Also of a session that has ended, while its recordings are kept.",
    source: "contract 2.20",
    params: browserId,
    response: { kind: "json", status: 200, schema: Type.Array(Replay) },
    errors: [],
    idempotent: true,
    local,
    example: { params: { id: EXAMPLE_SESSION_ID }, result: [finished] },
  }),
  operation({
    id: "replays.start",
    area: "replays",
    method: "POST",
    path: "/browsers/{id}/replays",
    summary: "Start recording a session",
    source: "contract 2.20",
    params: browserId,
    body: Type.Object(
      {
        framerate: Type.Optional(
          Type.Integer({ minimum: 1, description: "Pictures per second; above 20 the session needs a GPU" }),
        ),
        max_duration_in_seconds: Type.Optional(
          Type.Integer({ minimum: 1, description: "Seconds after which the recording stops by itself" }),
        ),
        record_audio: Type.Optional(Type.Boolean({ default: false, description: "Record the sound too" })),
      },
      closed,
    ),
    bodyOptional: true,
    response: { kind: "json", status: 200, schema: Replay },
    errors: [],
    idempotent: false,
    local,
    example: { params: { id: EXAMPLE_SESSION_ID }, body: { framerate: 10 }, result: running },
  }),
  operation({
    id: "replays.stop",
    area: "replays",
    method: "POST",
    path: "/browsers/{id}/replays/{replay_id}/stop",
    summary: "Stop a recording",
    source: "contract 2.20",
    params: replayParams,
    response: { kind: "empty", status: 200 },
    errors: [],
    idempotent: false,
    local,
    example: { params: exampleParams },
  }),
  operation({
    id: "replays.download",
    area: "replays",
    method: "GET",
    path: "/browsers/{id}/replays/{replay_id}",
    summary: "Download a recording as a video",
    source: "contract 2.20",
    params: replayParams,
    response: { kind: "file", status: 200, also: 202, contentType: "video/mp4" },
    errors: [],
    idempotent: true,
    assumed: ["202 without a body while the recording runs or is processed"],
    local,
    example: { params: exampleParams },
  }),
] as const;
