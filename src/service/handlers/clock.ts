import { epochMs } from "../../core/timestamp.ts";
import { badRequest } from "../api-error.ts";
import { type Clock, LATEST_TIME } from "../clock.ts";
import type { HandlersOf } from "../http/handler.ts";

type ClockIds = "local.clockGet" | "local.clockSet" | "local.clockAdvance" | "local.clockReset";

const RANGE = "1970-01-01T00:00:00Z to 9999-12-31T23:59:59Z";

/** The service's clock. assumed: not part of the API. */
export function clockHandlers({ clock }: { clock: Clock }): HandlersOf<ClockIds> {
  const state = () => ({
    now: clock.timestamp(),
    system: new Date(clock.now() - clock.offsetMs).toISOString(),
    offset_ms: clock.offsetMs,
    moved: clock.moved,
  });
  return {
    "local.clockGet": state,
    "local.clockSet": async ({ body }) => {
      const at = epochMs(body.now);
      if (!isTime(at)) throw outOfRange("now", JSON.stringify(body.now));
      await clock.set(at);
      return state();
    },
    "local.clockAdvance": async ({ body }) => {
      if (!isTime(clock.now() + body.ms)) throw outOfRange("ms", String(body.ms));
      await clock.advance(body.ms);
      return state();
    },
    "local.clockReset": async () => {
      await clock.reset();
      return state();
    },
  };
}

function isTime(ms: number): boolean {
  return ms >= 0 && ms <= LATEST_TIME;
}

function outOfRange(path: string, given: string) {
  return badRequest("the request is not valid", [{ path, message: `must lead to a time from ${RANGE}, not ${given}` }]);
}
