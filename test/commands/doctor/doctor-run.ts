import { expect } from "vitest";
import type { FindingRow } from "../../../src/commands/doctor/lib/finding.ts";
import { type CliOptions, runCli, runHere } from "../../support/cli/run-cli.ts";

export interface Report {
  code: number | null;
  rows: FindingRow[];
  /** The finding of that id; fails the test where there is none. */
  of(id: string): FindingRow;
}

/** Runs `doctor` over some areas in this process, or as a program of its own. */
export async function diagnose(
  only: readonly string[],
  { own = false, args = [], ...options }: CliOptions & { own?: boolean; args?: readonly string[] } = {},
): Promise<Report> {
  const words = ["doctor", ...only.flatMap((area) => ["--only", area]), ...args, "-o", "json"];
  const result = await (own ? runCli : runHere)(words, options as object);
  expect(result.stderr).toBe("");
  const rows = JSON.parse(result.stdout) as FindingRow[];
  const of = (id: string): FindingRow => {
    const found = rows.find((row) => row.id === id);
    if (!found) throw new Error(`no ${id} in ${result.stdout}`);
    return found;
  };
  return { code: result.code, rows, of };
}
