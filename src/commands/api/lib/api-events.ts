import type { BodyOf, Result } from "../../../cli/declare/body.ts";
import type { Printed } from "../../../cli/declare/spec.ts";
import { readBytes } from "../../../client/call.ts";
import type { ApiResponse } from "../../../client/request.ts";
import { SseReader } from "../../../client/sse.ts";
import { jsonOrText } from "../../../core/or-text.ts";
import type { Styled } from "../../../core/styled.ts";
import { safeJson } from "../../../render/json.ts";
import type { api } from "../../api.ts";

type Api = BodyOf<typeof api>;

/**
 * A stream of events as it arrives: with `-o json` and `-o jsonl` the JSON of each event on a line, with other forms
 * and selections its value, and otherwise the text of the stream. Only the text has heartbeats.
 */
export function eventsResult(body: Api, response: ApiResponse, before: Styled | undefined): Result {
  const { items, output, selects, tty, wantsValue } = body;
  const head: Printed[] = before === undefined ? [] : [{ to: "stdout", data: before }];
  if (!wantsValue) {
    const shown: AsyncIterable<string | Uint8Array> = tty.stdout ? shownText(response) : readBytes(response);
    return items(
      each(head, shown, (data): Printed => ({ to: "stdout", data })),
      (item) => item,
    );
  }
  const asLines = !selects && /^jsonl?$/.test(output);
  const print = (data: string): Printed => {
    const value = jsonOrText(data);
    if (!asLines) return { values: [value] };
    // JSON on one line is printed as received, so numbers keep their digits.
    const line = value === data || data.includes("\n") ? JSON.stringify(value) : data;
    return { to: "stdout", data: `${safeJson(line)}\n` };
  };
  return items(each(head, eventData(response), print), (item) => item);
}

async function* each<T>(
  head: readonly Printed[],
  source: AsyncIterable<T>,
  print: (item: T) => Printed,
): AsyncGenerator<Printed, number> {
  yield* head;
  for await (const item of source) yield print(item);
  return 0;
}

async function* eventData(response: ApiResponse): AsyncGenerator<string> {
  const reader = new SseReader();
  for await (const chunk of readBytes(response)) {
    for (const data of reader.read(chunk)) if (!isHeartbeat(data)) yield data;
  }
}

/** The stream for a terminal, as text. */
async function* shownText(response: ApiResponse): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  for await (const chunk of readBytes(response)) yield decoder.decode(chunk, { stream: true });
}

function isHeartbeat(data: string): boolean {
  const value = jsonOrText(data);
  return typeof value === "object" && value !== null && "event" in value && value.event === "sse_heartbeat";
}
