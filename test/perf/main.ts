import { parseArgs } from "node:util";
import type { Bench, Benchmark, Row } from "./bench.ts";

/** In the order they run; each is loaded when its turn comes. */
const benchmarks: Readonly<Record<string, () => Promise<Benchmark>>> = {
  startup: async () => (await import("./startup.ts")).benchStartup,
  completion: async () => (await import("./completion.ts")).benchCompletion,
  "completion-scripts": async () => (await import("./completion-scripts.ts")).benchCompletionScripts,
  batch: async () => (await import("./batch.ts")).benchBatch,
  standalone: async () => (await import("./standalone.ts")).benchStandalone,
  create: async () => (await import("./create.ts")).benchCreate,
  curl: async () => {
    const { benchCurl } = await import("./curl.ts");
    return async () => (await benchCurl()).rows;
  },
  typing: async () => {
    const { benchTyping } = await import("./typing.ts");
    return async () => (await benchTyping()).rows;
  },
  exec: async () => (await import("./exec.ts")).benchExec,
  process: async () => {
    const { benchProcess } = await import("./process.ts");
    return async () => (await benchProcess()).rows;
  },
  files: async () => (await import("./files.ts")).benchFiles,
  lists: async () => (await import("./lists.ts")).benchLists,
  isolation: async () => (await import("./isolation.ts")).benchIsolation,
  tail: async () => (await import("./tail.ts")).benchTail,
  followers: async () => (await import("./followers.ts")).benchFollowers,
  "log-view": async () => (await import("./log-view.ts")).benchLogView,
  "live-view": async () => (await import("./live-view.ts")).benchLiveView,
  screen: async () => (await import("./screen.ts")).benchScreen,
  crowd: async () => (await import("./crowd.ts")).benchCrowd,
  cycles: async () => (await import("./cycles.ts")).benchCycles,
};

const { values: flags } = parseArgs({
  options: { only: { type: "string", multiple: true }, json: { type: "boolean" }, long: { type: "boolean" } },
});
const unknown = flags.only?.find((name) => !Object.hasOwn(benchmarks, name));
if (unknown !== undefined) {
  process.stderr.write(`there is no benchmark "${unknown}"; there are ${Object.keys(benchmarks).join(", ")}\n`);
  process.exit(2);
}

const stop = new AbortController();
for (const [signal, code] of [
  ["SIGINT", 130],
  ["SIGTERM", 143],
] as const) {
  process.on(signal, () => {
    process.exitCode = code;
    stop.abort(new Error("interrupted"));
  });
}

const header = ["what", "value", "floor", "against it", "limit", ""];
const widths = [48, 12, 12, 12, 8, 4];
const print = (cells: readonly string[]): void => {
  const line = cells.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)));
  process.stdout.write(`${line.join("  ").trimEnd()}\n`);
};

if (!flags.json) print(header);
const all: (Row & { benchmark: string; ok: boolean | undefined })[] = [];
for (const [benchmark, load] of Object.entries(benchmarks)) {
  if (stop.signal.aborted || (flags.only && !flags.only.includes(benchmark))) continue;
  try {
    for (const row of await run(await load())) {
      const ok = row.limit === undefined ? undefined : (row.ratio ?? row.above ?? row.value) <= row.limit;
      all.push({ benchmark, ...row, ok });
      if (!flags.json) print(cells(row, ok));
    }
  } catch (error) {
    if (stop.signal.aborted) break;
    process.stderr.write(`${benchmark} broke: ${(error as Error).stack ?? error}\n`);
    process.exitCode ??= 1;
  }
}
if (flags.json) process.stdout.write(`${JSON.stringify(all, null, 2)}\n`);
process.exit();

/** Runs one benchmark and undoes what it has set up, also when it breaks or is interrupted. */
async function run(benchmark: Benchmark): Promise<readonly Row[]> {
  const cleanups: (() => unknown)[] = [];
  const bench: Bench = {
    defer: (cleanup) => void cleanups.push(cleanup),
    long: flags.long === true,
    signal: stop.signal,
  };
  try {
    return await benchmark(bench);
  } finally {
    for (const cleanup of cleanups.reverse()) {
      try {
        await cleanup();
      } catch (error) {
        process.stderr.write(`cannot clean up: ${(error as Error).message}\n`);
      }
    }
  }
}

function cells({ name, value, floor, ratio, above, limit, unit = "ms" }: Row, ok: boolean | undefined): string[] {
  const amount = (number: number): string => `${digits(number)}${unit && ` ${unit}`}`;
  const against =
    ratio !== undefined
      ? `x ${ratio.toFixed(2)}`
      : above !== undefined
        ? `${above < 0 ? "" : "+"}${amount(above)}`
        : "";
  return [
    name,
    amount(value),
    floor === undefined ? "" : amount(floor),
    against,
    limit === undefined ? "" : `${ratio === undefined && above !== undefined ? "+" : ""}${limit}`,
    ok === undefined ? "" : ok ? "ok" : "over",
  ];
}

function digits(number: number): string {
  return Number.isInteger(number) ? String(number) : number.toFixed(1);
}
