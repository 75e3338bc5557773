import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";

const block = 500;
const placeholder = "2026-01-02T03:04:05";

/**
 * Serves the log of an invocation of any length as fast as it is read: `/invocations/500000/events` has that many lines.
 * Prints its port. A process of its own, for it must not take the time of whoever reads.
 */
const server = createServer((request, response) => {
  const count = Number(/^\/invocations\/(\d+)\/events/.exec(request.url ?? "")?.[1]);
  response.writeHead(200, { "content-type": "text/event-stream" });
  Readable.from(stream(count)).pipe(response);
});
server.listen(0, "127.0.0.1");
await once(server, "listening");
process.stdout.write(`${(server.address() as AddressInfo).port}\n`);

function* stream(count: number): Generator<Buffer> {
  const events = Array.from({ length: block }, (_, at) => {
    const timestamp = `${placeholder}.${String(at * 2_000_000).padStart(9, "0")}Z`;
    return `data: ${JSON.stringify({ event: "log", timestamp, message: `line ${at}: clicked "Buy now", then waited` })}\n\n`;
  });
  const template = Buffer.from(events.join(""));
  const places: number[] = [];
  for (let at = template.indexOf(placeholder); at !== -1; at = template.indexOf(placeholder, at + 1)) places.push(at);
  for (let sent = 0; sent < count; sent += block) {
    // The times go on: each block is a second later.
    const time = Buffer.from(new Date(Date.UTC(2026, 0, 2) + (sent / block) * 1_000).toISOString().slice(0, 19));
    const frames = Buffer.from(template);
    for (const place of places) time.copy(frames, place);
    yield frames;
  }
  const time = "2026-02-02T00:00:00Z";
  const invocation = {
    id: String(count),
    app_name: "bench",
    action_name: "log",
    version: "1",
    status: "succeeded",
    started_at: time,
    finished_at: time,
  };
  yield Buffer.from(`data: ${JSON.stringify({ event: "invocation_state", timestamp: time, invocation })}\n\n`);
}
