import Type from "typebox";
import { Text, Timestamp } from "./common.ts";
import { operation } from "./operation.ts";

/** State of the service's clock. */
const ClockState = Type.Object({
  now: Timestamp("Time of the service"),
  system: Timestamp("Time of this machine"),
  offset_ms: Type.Integer({
    description: "Milliseconds by which the service is ahead of this machine; negative behind",
  }),
  moved: Type.Boolean({ description: "true when the service does not follow the time of this machine" }),
});

const clockExample = {
  now: "2026-11-25T12:00:00Z",
  system: "2026-03-01T12:00:00Z",
  offset_ms: 23_241_600_000,
  moved: true,
} as const;

const assumed = [
  "moves the time of the service alone, until it is reset or the service stops",
  "work that falls due on the way forward is done in order, and the answer waits for it; going back does none",
] as const;

/** The clock of the local service. assumed: not part of the API; for tests of what happens later, or on a date. */
export const localClockOperations = [
  operation({
    id: "local.clockGet",
    area: "local",
    method: "GET",
    path: "/_local/clock",
    summary: "Show the service's clock",
    source: "assumed",
    response: { kind: "json", status: 200, schema: ClockState },
    errors: [],
    idempotent: true,
    localOnly: true,
    example: { result: { ...clockExample, now: clockExample.system, offset_ms: 0, moved: false } },
  }),
  operation({
    id: "local.clockSet",
    area: "local",
    method: "PUT",
    path: "/_local/clock",
    summary: "Set the service's clock",
    source: "assumed",
    body: Type.Object(
      {
        now: Text({ format: "date-time", description: "Time from which it goes on, in the years 1970 to 9999" }),
      },
      { additionalProperties: false },
    ),
    response: { kind: "json", status: 200, schema: ClockState },
    errors: [],
    idempotent: true,
    localOnly: true,
    needs: "organization",
    assumed,
    example: { body: { now: "2026-03-01T12:00:00Z" }, result: clockExample },
  }),
  operation({
    id: "local.clockAdvance",
    area: "local",
    method: "POST",
    path: "/_local/clock/advance",
    summary: "Advance the service's clock",
    source: "assumed",
    body: Type.Object(
      { ms: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description: "Milliseconds to go forward" }) },
      { additionalProperties: false },
    ),
    response: { kind: "json", status: 200, schema: ClockState },
    errors: [],
    idempotent: false,
    localOnly: true,
    needs: "organization",
    assumed,
    example: { body: { ms: 1 }, result: clockExample },
  }),
  operation({
    id: "local.clockReset",
    area: "local",
    method: "DELETE",
    path: "/_local/clock",
    summary: "Return the service's clock to the time of this machine",
    source: "assumed",
    response: { kind: "json", status: 200, schema: ClockState },
    errors: [],
    idempotent: true,
    localOnly: true,
    needs: "organization",
    assumed,
    example: { result: { ...clockExample, now: clockExample.system, offset_ms: 0, moved: false } },
  }),
] as const;
