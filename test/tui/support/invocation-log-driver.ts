import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { createInterface } from "node:readline";
import { Lifetime, listenToSignals } from "../../../src/core/abort.ts";
import type { FollowItem } from "../../../src/core/follow-item.ts";
import { processIo } from "../../../src/core/io.ts";
import { type EarlierLine, showInvocationLog } from "../../../src/tui/invocation-log/show.ts";
import type { Answer, DriverOptions, Order } from "./log-orders.ts";

/** Shows the log of an invocation that a test simulates with orders over a socket. */
const options = JSON.parse(process.env["DRIVER_OPTIONS"] ?? "") as DriverOptions;
const socket = connect(options.port, "127.0.0.1");
await once(socket, "connect");
const answer = (value: Answer): void => void socket.write(`${JSON.stringify(value)}\n`);

const lifetime = new Lifetime();
listenToSignals(lifetime, (code) => process.exit(code));

const sent: EarlierLine[] = [];
const queue: Order[] = [];
let wake = (): void => {};
createInterface({ input: socket }).on("line", (text) => {
  queue.push(JSON.parse(text) as Order);
  wake();
});

async function nextOrder(): Promise<Order> {
  for (;;) {
    const order = queue.shift();
    if (order) return order;
    await new Promise<void>((resolve) => {
      wake = resolve;
    });
  }
}

const startMs = Date.parse("2026-11-20T10:00:00Z");

/** The line `number` of a flood, with a unique time. */
function floodLine(number: number): FollowItem & { kind: "event" } {
  const nanoseconds = String((number % 1_000) * 1_000_000 + 7).padStart(9, "0");
  const timestamp = `${new Date(startMs + Math.floor(number / 1_000) * 1_000).toISOString().slice(0, 19)}.${nanoseconds}Z`;
  return { kind: "event", raw: "", value: { event: "log", timestamp, message: `INFO line ${number} of the flood` } };
}

function keep(item: FollowItem): void {
  if (item.kind !== "event" || item.value.event !== "log") return;
  if (options.earlier) sent.push({ timestamp: item.value.timestamp ?? "", message: item.value.message ?? "" });
}

async function* items(): AsyncGenerator<readonly FollowItem[]> {
  let number = 0;
  for (;;) {
    const order = await nextOrder();
    if (order.do === "items") {
      order.items.forEach(keep);
      yield order.items;
    } else if (order.do === "flood") {
      const started = performance.now();
      const cpuBefore = cpuMs();
      for (const end = number + order.count; number < end; ) {
        const batch: FollowItem[] = [];
        const due = order.perSecond
          ? ((performance.now() - started) / 1_000) * order.perSecond
          : Number.POSITIVE_INFINITY;
        const until = Math.min(end, order.perSecond ? end - order.count + Math.floor(due) : number + 500);
        for (; number < until; number += 1) batch.push(floodLine(number));
        batch.forEach(keep);
        if (batch.length > 0) yield batch;
        if (order.perSecond) await new Promise((resolve) => setTimeout(resolve, 2));
      }
      answer({ flooded: order.count, ms: performance.now() - started, cpuMs: cpuMs() - cpuBefore });
    } else if (order.do === "fail") throw new Error(order.message);
    else return;
  }
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

async function* earlier({ since }: { since?: string }): AsyncGenerator<readonly EarlierLine[]> {
  answer({ earlier: since ?? null });
  if (options.earlier === "fails") throw new Error("the service is gone");
  if (options.earlier === "hangs") await new Promise(() => {});
  const from = since === undefined ? 0 : sent.findIndex((line) => line.timestamp >= since);
  for (let at = from; at >= 0 && at < sent.length; at += 100) yield sent.slice(at, at + 100);
}

try {
  const end = await showInvocationLog({
    io: processIo(),
    signal: lifetime.signal,
    title: { app_name: "shop", action_name: "charge", version: "1.4.2", id: "inv_1", ...options.title },
    status: "queued",
    startedAt: new Date(Date.now() - 5_000).toISOString(),
    items: items(),
    ...(options.earlier && { earlier }),
    ...(options.cancel && {
      onCancel: () => {
        answer({ cancelled: true });
        if (options.cancel === "fails") throw new Error("not allowed");
      },
    }),
  });
  answer({ end });
} catch (error) {
  answer({ error: (error as Error).message });
}
// Modes of the terminal, which its output does not show.
const modes = spawnSync("stty", ["-a"], { stdio: ["inherit", "pipe", "inherit"], encoding: "utf8" }).stdout;
answer({ modes });
process.stdout.write("the command goes on\n");
socket.end();
