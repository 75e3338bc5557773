import type { BodyOf, Check, Run } from "../../../cli/declare/body.ts";
import type { Printed } from "../../../cli/declare/spec.ts";
import { commandLine } from "../../../core/command-line.ts";
import type { FollowItem } from "../../../core/follow-item.ts";
import { Styled, styled, type Text } from "../../../core/styled.ts";
import type { TelemetryItem } from "../../../generated/types.ts";
import { safeJson } from "../../../render/json.ts";
import { ConnectionNotices } from "../../lib/follow/connection-notices.ts";
import { gapLine } from "../../lib/follow/event-lines.ts";
import { logProblems, reconnectProblems } from "../../lib/follow/log-problems.ts";
import { sessionEnded } from "../lib/session-ended.ts";
import { type EventRow, eventColumns, eventRow } from "./lib/event-rows.ts";
import type { telemetryTail } from "./tail.ts";

type Tail = BodyOf<typeof telemetryTail>;

type ArrivedItem = Extract<FollowItem<TelemetryItem>, { kind: "event" }>;

/** Event of the session; for programs also a place where events are missing, which people see on stderr. */
type Item = ArrivedItem | Extract<FollowItem<TelemetryItem>, { kind: "gap" }>;

export const check: Check<typeof telemetryTail> = ({ flags, output }) => [
  ...logProblems(output, undefined),
  ...reconnectProblems(flags),
];

/** Prints the events of a session until the command is interrupted or the session ends. */
export const run: Run<typeof telemetryTail> = async (body) => {
  await warnWhenOff(body);
  return body.batches(items(body), { print: (batch) => printed(batch, body), value: recordOf });
};

/** Warns when the session captures nothing: its stream opens all the same, and stays silent. */
async function warnWhenOff({ args, call, warn }: Tail): Promise<void> {
  const { telemetry } = await call("browsers.get", { params: { id_or_name: args.id } });
  if (telemetry) return;
  const way = commandLine`browsers update ${args.id} --telemetry on`;
  warn(`session ${args.id} captures no telemetry; turn it on with: ${way}`);
}

async function* items(body: Tail): AsyncGenerator<readonly Item[], number> {
  const { args, flags, log, note, output, request, selects, signal, stream, wantsValue } = body;
  const { category, idleTimeout, maxReconnects } = flags;
  const connection = new ConnectionNotices(note);
  if (output === "text") note(`following session ${args.id}; press Ctrl-C to stop`);
  const follow = stream("telemetry.stream", request, {
    signal,
    idleTimeoutMs: idleTimeout,
    numbered: {
      maxReconnects,
      placeOf: ({ seq, event }) => (typeof seq === "number" ? { number: seq, time: event?.ts ?? 0 } : undefined),
      isOver: () => sessionEnded(body, args.id),
    },
  });
  for await (const batch of follow) {
    let shown: Item[] = [];
    for (const item of batch) {
      if (item.kind === "connected" || item.kind === "reconnecting") connection.take(item);
      else if (item.kind === "gap" && (selects || !wantsValue)) {
        if (shown.length > 0) yield shown;
        shown = [];
        await log(Styled.lines([gapLine(item)]));
      } else if (item.kind === "gap" || isWanted(item, category)) shown.push(item);
    }
    if (shown.length > 0) yield shown;
  }
  note(`session ${args.id} has ended`);
  return 0;
}

/** False for an event of another category, and for a kind of item that a newer service sends beside the events. */
function isWanted({ value }: ArrivedItem, categories: readonly string[] | undefined): boolean {
  const { category } = value.event;
  return category !== undefined && (categories?.includes(category) ?? true);
}

function recordOf(item: Item): unknown {
  return item.kind === "event" ? item.value : { event: "gap", after: item.after ?? null, reason: item.reason };
}

/** Form of a batch: unchanged for programs, tab-separated in a pipe, aligned at a terminal. */
function printed(batch: readonly Item[], { selects, tty, wantsValue }: Tail): Printed {
  if (selects) return { values: batch.map(recordOf) };
  if (wantsValue) {
    const line = (item: Item): string => safeJson(item.kind === "event" ? item.raw : JSON.stringify(recordOf(item)));
    return { to: "stdout", data: batch.map((item) => `${line(item)}\n`).join("") };
  }
  const rows = batch.flatMap((item) => (item.kind === "event" ? [eventRow(item.value)] : []));
  if (!tty.stdout) return { values: [rows], columns: eventColumns };
  return { to: "stdout", data: Styled.join(rows.map(lineOf)) };
}

function lineOf({ time, category, type, details }: EventRow): Text {
  return styled`${time}  ${category.padEnd(11)}  ${type.padEnd(20)}  ${details}\n`;
}
