import type { Check, Run } from "../../../cli/declare/body.ts";
import type { Problem } from "../../../core/errors.ts";
import { sinceTimestamp } from "../../../core/timestamp.ts";
import { eventColumns, eventRow } from "./lib/event-rows.ts";
import type { telemetryList } from "./list.ts";

export const check: Check<typeof telemetryList> = ({ request: { query } }) => {
  const problems: Problem[] = [];
  const now = performance.timeOrigin + performance.now();
  for (const name of ["since", "until"] as const) {
    const text = query[name];
    if (text === undefined || sinceTimestamp(text, now) !== undefined) continue;
    const message = `must be a duration such as 5m, or a time such as 2026-01-02T03:04:05Z, not "${text}"`;
    problems.push({ path: `--${name}`, message });
  }
  if (query.order === "desc" && query.since !== undefined)
    problems.push({ path: "--since", message: "cannot be used together with --order desc; use --until" });
  return problems;
};

/** Lists events: one row each for people, or the events as they were sent. */
export const run: Run<typeof telemetryList> = async ({ list, record, request, rows, wantsValue }) => {
  const events = await list("telemetry.list", request);
  return wantsValue ? record(events) : rows(events.map(eventRow), eventColumns);
};
