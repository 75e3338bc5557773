import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  type Bench,
  environment,
  median,
  program,
  type Row,
  temporaryDirectory,
  timeProgram,
  timesFloor,
} from "./bench.ts";
import { sessionServer } from "./session-server.ts";

const LINES = 1_000;
const PROCESSES = 30;
/** Part of the time of as many processes that a batch may take. */
const LIMIT = 0.05;

/** A batch of `browsers get` against a process for each, of which some are measured. */
export async function benchBatch(bench: Bench): Promise<readonly Row[]> {
  const home = await temporaryDirectory(bench);
  const baseUrl = await sessionServer(bench);
  const env = environment(home, { BROWSERCTL_BASE_URL: baseUrl, BROWSERCTL_TOKEN: "token" });
  const words = ["browsers", "get", "shop"];
  const file = join(home, "lines");
  await writeFile(file, `${JSON.stringify(words)}\n`.repeat(LINES));
  const one = [program, ...words, "-o", "json"];
  const batch = (...flags: string[]) => timeProgram(bench, [program, "batch", file, ...flags], env);
  await timeProgram(bench, one, env);
  const [alone, inTurn, atOnce]: number[][] = [[], [], []];
  for (let round = 0; round < (bench.long ? 10 : 3); round += 1) {
    for (let at = 0; at < PROCESSES / 3; at += 1) alone?.push(await timeProgram(bench, one, env));
    inTurn?.push(await batch());
    atOnce?.push(await batch("--concurrency", "8"));
  }
  const floor = median(alone ?? []) * LINES;
  const row = (name: string, times: readonly number[] = []): Row =>
    timesFloor(
      name,
      times,
      times.map(() => floor),
      LIMIT,
    );
  return [row("batch of 1,000 calls / 1,000 processes", inTurn), row("the same, 8 at once", atOnce)];
}
