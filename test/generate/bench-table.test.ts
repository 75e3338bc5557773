import { expect, test } from "vitest";
import { type Baseline, type BaselineRow, benchTable, missingPicks } from "../../src/generate/bench-table.ts";

const machine = { cores: 2, node: "26.10.0", platform: "linux", arch: "x64" };

function tableOf(row: Partial<BaselineRow>): string {
  const rows = [{ benchmark: "startup", name: "help / bare node", value: 40, ...row }];
  const pick = { what: "`--help`", benchmark: "startup", row: "help / bare node", against: "bare node" };
  return benchTable({ machine, rows }, [pick]).trimEnd().split("\n").at(-1) ?? "";
}

test.for([
  ["a ratio", { floor: 20, ratio: 2 }, "| 40 ms | bare node | 20 ms | 2.00x |"],
  ["a small ratio", { value: 1_240, floor: 60_000, ratio: 0.0207 }, "| 1.2 s | bare node | 60 s | 0.02x |"],
  ["a difference", { floor: 35.4, above: 4.6 }, "| 40 ms | bare node | 35 ms | +4.6 ms |"],
  ["a value alone", { value: 3.14 }, "| 3.1 ms | bare node |  |  |"],
  ["another unit", { value: 12.7, unit: "s" }, "| 13 s | bare node |  |  |"],
] as const)("the README shows %s", ([, row, cells]) => {
  expect(tableOf(row)).toBe(`| \`--help\` ${cells}`);
});

test("the README names the machine", () => {
  expect(benchTable({ machine, rows: [] }, [])).toContain("(linux x64, 2 cores, Node 26.10.0)");
});

test("a row that no benchmark has written is left out and named", () => {
  const picks = [
    { what: "a", benchmark: "startup", row: "a" },
    { what: "b", benchmark: "files", row: "b" },
  ];
  const baseline: Baseline = { machine, rows: [{ benchmark: "startup", name: "a", value: 1 }] };
  expect(benchTable(baseline, picks)).not.toContain("| b |");
  expect(missingPicks(baseline, picks)).toEqual(["files: b"]);
});
