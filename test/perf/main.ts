import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { baselinePath, missingPicks, readBaseline } from "../../src/generate/bench-table.ts";
import { root } from "../../src/generate/paths.ts";
import {
  baselineText,
  type Change,
  changeOf,
  isWithinLimit,
  machineDifferences,
  rowIn,
  thisMachine,
  updatedBaseline,
} from "./baseline.ts";
import type { Bench, Benchmark, Row } from "./bench.ts";

/** In the order they run; each is loaded when its turn comes. */
const benchmarks: Readonly<Record<string, () => Promise<Benchmark>>> = {
  startup: async () => (await import("./startup.ts")).benchStartup,
  completion: async () => (await import("./completion.ts")).benchCompletion,
  "completion-scripts": async () => (await import("./completion-scripts.ts")).benchCompletionScripts,
  batch: async () => (await import("./batch.ts")).benchBatch,
  standalone: async () => (await import("./standalone.ts")).benchStandalone,
  create: async () => (await import("./create.ts")).benchCreate,
  pools: async () => (await import("./pools.ts")).benchPools,
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
  audit: async () => (await import("./audit.ts")).benchAudit,
  isolation: async () => (await import("./isolation.ts")).benchIsolation,
  tail: async () => (await import("./tail.ts")).benchTail,
  followers: async () => (await import("./followers.ts")).benchFollowers,
  "log-view": async () => (await import("./log-view.ts")).benchLogView,
  "live-view": async () => (await import("./live-view.ts")).benchLiveView,
  screen: async () => (await import("./screen.ts")).benchScreen,
  login: async () => (await import("./login.ts")).benchLogin,
  agent: async () => (await import("./agent.ts")).benchAgent,
  crowd: async () => (await import("./crowd.ts")).benchCrowd,
  cycles: async () => (await import("./cycles.ts")).benchCycles,
};

const { values: flags } = parseArgs({
  options: {
    only: { type: "string", multiple: true },
    json: { type: "boolean" },
    /** More cycles, more rounds. */
    long: { type: "boolean" },
    /** Ends with exit 1 when a row is over its limit, or slower than in the baseline. */
    check: { type: "boolean" },
    /** Replaces the rows of the benchmarks that ran in the baseline. */
    write: { type: "boolean" },
  },
});
const unknown = flags.only?.find((name) => !Object.hasOwn(benchmarks, name));
if (unknown !== undefined) {
  process.stderr.write(`there is no benchmark "${unknown}"; there are ${Object.keys(benchmarks).join(", ")}\n`);
  process.exit(2);
}

const baseline = await readBaseline().catch((error: NodeJS.ErrnoException) => {
  if (error.code !== "ENOENT") throw error;
  return undefined;
});
const machine = thisMachine();
const differences = baseline ? machineDifferences(machine, baseline.machine) : [];
if (differences.length > 0) {
  const found = `${baselinePath} is from another machine (${differences.join(", ")})`;
  if (flags.write && flags.only) {
    process.stderr.write(`${found}: write a whole run, without --only\n`);
    process.exit(2);
  }
  process.stderr.write(`note: ${found}; even ratios may differ\n`);
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

const header = ["what", "value", "floor", "against it", "limit", "baseline", ""];
const widths = [48, 12, 12, 12, 8, 8, 6];
const print = (cells: readonly string[]): void => {
  const line = cells.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)));
  process.stdout.write(`${line.join("  ").trimEnd()}\n`);
};

if (!flags.json) print(header);
const all: (Row & { benchmark: string; ok: boolean | undefined; change: Change })[] = [];
const ran = new Map<string, readonly Row[]>();
for (const [benchmark, load] of Object.entries(benchmarks)) {
  if (stop.signal.aborted || (flags.only && !flags.only.includes(benchmark))) continue;
  try {
    const rows = await run(await load());
    ran.set(benchmark, rows);
    for (const row of rows) {
      const ok = isWithinLimit(row);
      const change = changeOf(row, rowIn(baseline, benchmark, row));
      all.push({ benchmark, ...row, ok, change });
      if (!flags.json) print(cells(row, ok, change));
    }
  } catch (error) {
    if (stop.signal.aborted) break;
    process.stderr.write(`${benchmark} broke: ${(error as Error).stack ?? error}\n`);
    process.exitCode ??= 1;
  }
}
if (flags.json) process.stdout.write(`${JSON.stringify(all, null, 2)}\n`);
if (flags.write && !stop.signal.aborted) await write();
const failed = all.filter(({ ok, change }) => ok === false || change.slower).map(({ name }) => name);
if (flags.check && failed.length > 0) {
  process.stderr.write(`over a limit, or slower than the baseline: ${failed.join("; ")}\n`);
  process.exitCode ??= 1;
}
process.exit();

/** Writes the baseline with the rows of the benchmarks that came to their end. */
async function write(): Promise<void> {
  const order = Object.keys(benchmarks);
  const updated = updatedBaseline(baseline, ran, machine, order);
  await writeFile(join(root, baselinePath), baselineText(updated));
  const names = order.filter((name) => ran.has(name)).join(", ");
  process.stderr.write(`wrote ${baselinePath}: ${names || "nothing new"}; now: npm run generate\n`);
  for (const missing of missingPicks(updated)) process.stderr.write(`the README's table lacks ${missing}\n`);
}

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

function cells(row: Row, ok: boolean | undefined, { part, slower }: Change): string[] {
  const { name, value, floor, ratio, above, limit, unit = "ms" } = row;
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
    part === undefined ? "" : `${part < 0 ? "" : "+"}${Math.round(part * 100)} %`,
    ok === false ? "over" : slower ? "slower" : ok ? "ok" : "",
  ];
}

function digits(number: number): string {
  return Number.isInteger(number) ? String(number) : number.toFixed(1);
}
