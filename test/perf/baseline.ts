import { availableParallelism } from "node:os";
import type { Baseline, BaselineRow, BenchMachine } from "../../src/generate/bench-table.ts";
import type { Row } from "./bench.ts";

/** Part of its ratio in the baseline by which a row may be slower. */
const TOLERANCE = 0.25;

/** Facts of this machine and Node, for the baseline. */
export function thisMachine(): BenchMachine {
  return {
    cores: availableParallelism(),
    node: process.versions.node,
    platform: process.platform,
    arch: process.arch,
  };
}

/** Differences between two machines, such as `Node 24.0.0 instead of 26.10.0`. */
export function machineDifferences(now: BenchMachine, then: BenchMachine): string[] {
  const names = { cores: "cores", node: "Node", platform: "platform", arch: "architecture" } as const;
  return (Object.keys(names) as (keyof BenchMachine)[])
    .filter((fact) => now[fact] !== then[fact])
    .map((fact) => `${names[fact]} ${now[fact]} instead of ${then[fact]}`);
}

/** A row against the same row of the baseline. */
export interface Change {
  /** Part of the old number by which the new one differs; absent where the baseline has no such row. */
  readonly part?: number;
  /** True for a ratio that grew by more than the tolerance and by more than the spread of either run. */
  readonly slower: boolean;
}

/** Compares a row with the baseline. Only a ratio can be slower: other numbers depend on the machine. */
export function changeOf(row: Row, old: BaselineRow | undefined): Change {
  if (old === undefined) return { slower: false };
  if (row.ratio === undefined || old.ratio === undefined) {
    const part = (row.value - old.value) / old.value;
    return { slower: false, ...(Number.isFinite(part) && { part }) };
  }
  const growth = row.ratio - old.ratio;
  const noise = Math.max(old.ratio * TOLERANCE, old.spread ?? 0, row.spread ?? 0);
  return { part: growth / old.ratio, slower: growth > noise };
}

/** True for a row within its limit; undefined for one without. */
export function isWithinLimit(row: Row): boolean | undefined {
  return row.limit === undefined ? undefined : (row.ratio ?? row.above ?? row.value) <= row.limit;
}

/** The row of a baseline for a measured one. */
export function rowIn(baseline: Baseline | undefined, benchmark: string, { name }: Row): BaselineRow | undefined {
  return baseline?.rows.find((each) => each.benchmark === benchmark && each.name === name);
}

/**
 * The baseline with the rows of the benchmarks that ran, each in its place; those of others stay, unless there is no such
 * benchmark any more.
 *
 * @param order names of all benchmarks
 */
export function updatedBaseline(
  old: Baseline | undefined,
  ran: ReadonlyMap<string, readonly Row[]>,
  machine: BenchMachine,
  order: readonly string[],
): Baseline {
  const kept = (benchmark: string): readonly BaselineRow[] =>
    old?.rows.filter((row) => row.benchmark === benchmark) ?? [];
  const rows = order.flatMap((benchmark) => {
    const fresh = ran.get(benchmark);
    return fresh === undefined ? kept(benchmark) : fresh.map((row) => stored(benchmark, row));
  });
  return { machine, rows };
}

/** Text of a baseline: a line for each row, so that a change shows what it is about. */
export function baselineText({ machine, rows }: Baseline): string {
  const lines = rows.map((row) => `    ${spaced(row)}`).join(",\n");
  return `{\n  "machine": ${spaced(machine)},\n  "rows": [\n${lines}\n  ]\n}\n`;
}

function spaced(value: object): string {
  const entries = Object.entries(value).map(([name, each]) => `${JSON.stringify(name)}: ${JSON.stringify(each)}`);
  return `{ ${entries.join(", ")} }`;
}

function stored(benchmark: string, { name, value, unit, floor, ratio, spread, above, limit }: Row): BaselineRow {
  return {
    benchmark,
    name,
    value: rounded(value),
    ...(unit !== undefined && { unit }),
    ...(floor !== undefined && { floor: rounded(floor) }),
    ...(ratio !== undefined && { ratio: rounded(ratio) }),
    ...(spread !== undefined && { spread: rounded(spread) }),
    ...(above !== undefined && { above: rounded(above) }),
    ...(limit !== undefined && { limit }),
  };
}

/** Three significant digits: more are noise. */
function rounded(value: number): number {
  return Number(value.toPrecision(3));
}
