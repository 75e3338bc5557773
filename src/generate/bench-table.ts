import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { root } from "./paths.ts";

/** Facts about a machine that numbers depend on. */
export interface BenchMachine {
  readonly cores: number;
  readonly node: string;
  readonly platform: string;
  readonly arch: string;
}

/** Row of the benchmarks as the baseline keeps it. */
export interface BaselineRow {
  readonly benchmark: string;
  readonly name: string;
  readonly value: number;
  /** `ms` by default. */
  readonly unit?: string;
  readonly floor?: number;
  readonly ratio?: number;
  /** Interquartile range of the ratios of the rounds. */
  readonly spread?: number;
  readonly above?: number;
  readonly limit?: number;
}

/** Numbers of the last run that was committed. `npm run bench -- --write` writes them. */
export interface Baseline {
  readonly machine: BenchMachine;
  readonly rows: readonly BaselineRow[];
}

/** Path of the baseline below the project's directory. */
export const baselinePath = "test/perf/baseline.json";

export async function readBaseline(): Promise<Baseline> {
  return JSON.parse(await readFile(join(root, baselinePath), "utf8")) as Baseline;
}

/** Row of the README: its text, its row of the baseline, and its floor. */
interface Pick {
  readonly what: string;
  readonly benchmark: string;
  readonly row: string;
  readonly against?: string;
}

const bareNode = "`node -e 0`";

/** Rows of the README. */
export const benchPicks: readonly Pick[] = [
  { what: "`browserctl --version`", benchmark: "startup", row: "--version / bare node", against: bareNode },
  { what: "`browserctl --help`", benchmark: "startup", row: "--help / bare node", against: bareNode },
  {
    what: "`browserctl browsers get`",
    benchmark: "startup",
    row: "a call, -o json / bare fetch script",
    against: "a script with one `fetch`",
  },
  {
    what: "Tab for a command, first in a new bash",
    benchmark: "completion-scripts",
    row: "bash: source, and the first TAB",
    against: "start of bash",
  },
  {
    what: "Tab for a session, 100 names cached",
    benchmark: "completion",
    row: "100 names from the cache, above bare node",
    against: bareNode,
  },
  {
    what: "Tab for a session, 100 names from the service",
    benchmark: "completion",
    row: "100 names from the service / bare node",
    against: bareNode,
  },
  {
    what: "`batch` of 1,000 `browsers get`",
    benchmark: "batch",
    row: "batch of 1,000 calls / 1,000 processes",
    against: "1,000 processes",
  },
  {
    what: "Create a session",
    benchmark: "create",
    row: "browsers create, in the service",
    against: "Chromium started by hand",
  },
  {
    what: "Request of 1 KB by `browsers curl`, in the service",
    benchmark: "curl",
    row: "curl, 1 KB, length announced",
    against: "`fetch` in a page",
  },
  {
    what: "`browsers process exec -- true`",
    benchmark: "exec",
    row: "exec of true, client",
    against: "`browserctl auth context`",
  },
  {
    what: "Upload of a 1 GiB directory",
    benchmark: "files",
    row: "fs upload-zip of 1 GiB, against zip -0 and curl",
    against: "`zip -0` and `curl`",
  },
  {
    what: "Download of a 1 GiB profile",
    benchmark: "files",
    row: "profiles download of 1 GiB",
    against: "`curl`, `sha256sum` and `sync`",
  },
  {
    what: "Tail of 500,000 events",
    benchmark: "tail",
    row: "invocations tail, 500,000 events",
    against: "`curl`, `sed` and `jq`",
  },
  {
    what: "Screenshot of a 1920x1080 screen",
    benchmark: "screen",
    row: "screenshot of text, 1920x1080, against CDP",
    against: "headless Chromium over CDP",
  },
  {
    what: "Key in the log view at 20,000 events/s, 99 % of presses",
    benchmark: "log-view",
    row: "live view, 20,000 events/s: a key, p99",
  },
];

/** Names of the README's rows that a baseline does not have, each with its benchmark. */
export function missingPicks({ rows }: Baseline, picks = benchPicks): string[] {
  const has = ({ benchmark, row }: Pick): boolean => rows.some((each) => isRowOf(each, benchmark, row));
  return picks.filter((pick) => !has(pick)).map(({ benchmark, row }) => `${benchmark}: ${row}`);
}

/** The table of README.md, with the machine of its numbers. Rows missing in the baseline are left out. */
export function benchTable({ machine, rows }: Baseline, picks = benchPicks): string {
  const { platform, arch, cores, node } = machine;
  const lines = picks.flatMap(({ what, benchmark, row: name, against = "" }) => {
    const row = rows.find((each) => isRowOf(each, benchmark, name));
    if (row === undefined) return [];
    const floor = row.floor === undefined ? "" : duration(row.floor, row.unit);
    return [[what, duration(row.value, row.unit), against, floor, comparison(row)]];
  });
  const head = ["what", "time", "compared with", "its time", "ratio"];
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |\n`;
  return `Medians of \`npm run bench\` on one machine (${platform} ${arch}, ${cores} ${cores === 1 ? "core" : "cores"}, Node ${node}).

${line(head)}| --- | ---: | --- | ---: | ---: |\n${lines.map(line).join("")}`;
}

function isRowOf(row: BaselineRow, benchmark: string, name: string): boolean {
  return row.benchmark === benchmark && row.name === name;
}

function comparison({ ratio, above, unit }: BaselineRow): string {
  if (ratio !== undefined) return `${ratio < 0.1 ? ratio.toPrecision(1) : ratio.toFixed(2)}x`;
  if (above === undefined) return "";
  return `${above < 0 ? "-" : "+"}${duration(Math.abs(above), unit)}`;
}

/** A time that people read: three digits at most, in milliseconds or seconds. */
function duration(value: number, unit = "ms"): string {
  const [amount, shown] = unit === "ms" && value >= 1_000 ? [value / 1_000, "s"] : [value, unit];
  return `${amount < 10 ? amount.toFixed(1) : Math.round(amount)} ${shown}`.trim();
}
