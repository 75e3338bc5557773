import { setTimeout as delay } from "node:timers/promises";
import { buildLogDriver, LogTerminal, state } from "../tui/support/log-terminal.ts";
import type { Bench, Row } from "./bench.ts";

const PER_SECOND = 20_000;
const SECONDS = 10;

/**
 * The live view of an invocation's log under 20,000 events per second for 10 s, at a terminal of 120 columns and 40 rows:
 * lines that it does not count, milliseconds from a key to what it changes on the screen (99th percentile; the key help,
 * shown and hidden), and seconds of processor that it takes per second, those that make the events included.
 */
export async function benchLogView(bench: Bench): Promise<readonly Row[]> {
  const driver = await buildLogDriver();
  bench.defer(() => driver.remove());
  const view = await LogTerminal.start(driver.file, { columns: 120, rows: 40 });
  bench.defer(() => view.close());
  view.items({ kind: "connected" }, state("running"));
  await view.shows("connected");
  const count = PER_SECOND * SECONDS;
  view.order({ do: "flood", count, perSecond: PER_SECOND });
  await view.shows("of the flood");
  const latencies: number[] = [];
  while (view.answer("flooded") === undefined) {
    bench.signal.throwIfAborted();
    // Nothing is measured against the rhythm of the pictures.
    await delay(20 + Math.random() * 60);
    const begin = performance.now();
    view.type("?");
    await view.shows("this help");
    latencies.push(performance.now() - begin);
    await delay(20 + Math.random() * 60);
    const hide = performance.now();
    view.type("?");
    await view.hides("this help");
    latencies.push(performance.now() - hide);
  }
  const flooded = view.answer("flooded");
  if (!flooded) throw new Error("the flood has not ended");
  const counted = (): number => Number(/(\d+) lines/.exec(view.screen()[1] ?? "")?.[1]);
  await view.until(() => counted() >= count, `${count} lines`).catch(() => {});
  const name = "live view, 20,000 events/s";
  latencies.sort((a, b) => a - b);
  return [
    { name: `${name}: lines lost`, value: count - counted(), unit: "", limit: 0 },
    {
      name: `${name}: a key, p99`,
      value: latencies[Math.ceil(latencies.length * 0.99) - 1] ?? Number.NaN,
      limit: 100,
    },
    { name: `${name}: processor`, value: flooded.cpuMs / flooded.ms, unit: "s/s", limit: 1 },
    { name: `${name}: took`, value: flooded.ms / 1_000, unit: "s", limit: SECONDS * 1.1 },
  ];
}
