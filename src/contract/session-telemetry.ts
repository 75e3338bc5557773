import Type from "typebox";
import { browserId, closed, Text } from "./common.ts";
import { EXAMPLE_SESSION_ID } from "./example-ids.ts";
import { operation } from "./operation.ts";
import { eventCategories } from "./telemetry-categories.ts";
import { TelemetryItem, telemetryExamples } from "./telemetry-events.ts";

/** assumed: 501, because console, network and pages are read without a recording: `browsers console`, `browsers network`. */
const local = {
  unserved: "it captures no telemetry; browsers console and browsers network read the page itself",
} as const;

export const sessionTelemetryOperations = [
  operation({
    id: "telemetry.list",
    area: "telemetry",
    method: "GET",
    path: "/browsers/{id}/telemetry/events",
    summary: "List captured telemetry events of a session",
    description: "Also of a session that has ended, while its events are kept.",
    source: "contract 2.22, 3.4",
    params: browserId,
    query: Type.Object(
      {
        category: Type.Optional(
          Type.Array(Type.Enum(eventCategories), { description: "Only events of these categories" }),
        ),
        since: Type.Optional(
          Text({ description: "Start at: an RFC 3339 time, or a duration back from now such as 1h; 5m by default" }),
        ),
        until: Type.Optional(Text({ description: "End before: an RFC 3339 time, or a duration back from now" })),
        order: Type.Optional(Type.Enum(["asc", "desc"], { default: "asc", description: "Oldest or newest first" })),
        limit: Type.Optional(
          Type.Integer({ minimum: 1, maximum: 100, default: 20, description: "Events of one page" }),
        ),
        offset: Type.Optional(
          Text({ minLength: 1, description: "Cursor of the next page, as the page before gave it" }),
        ),
      },
      closed,
    ),
    response: { kind: "json", status: 200, schema: Type.Array(TelemetryItem) },
    errors: [],
    idempotent: true,
    paging: "cursor",
    local,
    example: {
      params: { id: EXAMPLE_SESSION_ID },
      query: { category: ["network", "console", "control"], since: "10m" },
      result: telemetryExamples,
    },
  }),
  operation({
    id: "telemetry.stream",
    area: "telemetry",
    method: "GET",
    path: "/browsers/{id}/telemetry/stream",
    summary: "Follow the telemetry events of a session",
    source: "contract 2.22, 3.4, 0.11",
    params: browserId,
    query: Type.Object(
      {
        replay: Type.Optional(
          Type.Enum(["all"], { description: "Start with the oldest event that is kept, not with the next one" }),
        ),
      },
      closed,
    ),
    response: { kind: "sse", status: 200, schema: TelemetryItem },
    errors: [],
    idempotent: true,
    assumed: ["the id of a frame is the `seq` of its event, so that `Last-Event-ID` is the last `seq`"],
    local,
    example: { params: { id: EXAMPLE_SESSION_ID }, query: { replay: "all" }, events: telemetryExamples },
  }),
] as const;
