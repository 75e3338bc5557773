import { type BreakageRow, reply, request, withHeaders } from "./breakage-kinds.ts";

const output = /\/stdout\/stream$/;

/** Ways in which the tests break the streams of a service. */
export const streamBreakages: readonly BreakageRow[] = [
  [
    "a stream with an item that is not JSON",
    "process.output",
    "example",
    "event: is not JSON",
    { stream: (text) => text.replace(/data: \{/g, "data: [{") },
  ],
  [
    "a stream with items of another form",
    "process.output",
    "example",
    "event:",
    { stream: (text) => text.replace(/"stream":/g, '"channel":') },
  ],
  [
    "a stream without events",
    "process.output",
    "example",
    "the stream has no events",
    request("GET", output, () => ({
      status: 200,
      headers: { "content-type": "text/event-stream", "x-browserctl-local": "0.1.0" },
      body: Buffer.alloc(0),
    })),
  ],
  [
    "a stream of another content type",
    "process.output",
    "example",
    "not text/event-stream",
    reply("GET", output, withHeaders({ "content-type": "text/event-stream2" })),
  ],
];
