import { beforeAll, expect, test } from "vitest";
import { deployed, invoke } from "../../../support/service/app.ts";
import type { TestService } from "../../../support/service/service.ts";
import { LogTail } from "./log-tail.ts";

const actions = `
  flood: async (_context, { lines }) => {
    let block = "";
    for (let n = 1; n <= lines; n += 1) {
      block += "line " + n + "\\n";
      if (block.length < 65536 && n < lines) continue;
      if (!process.stdout.write(block)) await new Promise((done) => process.stdout.once("drain", done));
      block = "";
    }
    return lines;
  },
  hurry: (_context, { lines, end }) => {
    for (let n = 1; n <= lines; n += 1) (n % 1000 ? console.log : console.error)("line " + n);
    if (end === "throw") throw new Error("broke after it");
    if (end === "exit") process.exit(1);
  },
`;
const app = "printing";

/** Final state of an invocation, by the way its action ends after it has printed. */
const states = { return: "succeeded", throw: "failed", exit: "failed" } as const;

/** Amount of output of such an app, and the ways in which it ends. */
export interface PrintedInOrder {
  /** Number of lines that it prints and waits for. */
  readonly lines: number;
  /** Ways to end without waiting for the printed output. */
  readonly ends: readonly (keyof typeof states)[];
}

/** Tests of an app with much output: every line is in the log once and in order. Call it in a describe. */
export function printedInOrderTests(service: () => TestService, { lines: count, ends }: PrintedInOrder): void {
  beforeAll(() => deployed(service(), actions, { name: app }));
  const begin = async (action: string, payload: object): Promise<string> =>
    (await invoke(service(), action, { app, payload, async: true })).id;

  test(`${count} lines: none is missing, none is there twice, their times only go up`, async () => {
    const id = await begin("flood", { lines: count });
    const tail = new LogTail(service(), id);
    await tail.done;
    let last = "";
    let next = 1;
    for (const { event, message, timestamp } of tail.events) {
      if (timestamp <= last) throw new Error(`${timestamp} after ${last}`);
      last = timestamp;
      if (event !== "log") continue;
      if (message !== `line ${next}`) throw new Error(`"${message}" where line ${next} belongs`);
      next += 1;
    }
    expect(next - 1).toBe(count);
    expect(tail.states).toEqual(["queued", "running", "succeeded"]);
    expect((await service().api("GET", `/invocations/${id}`)).body.output).toBe(String(count));
  });

  test.each(ends)("nothing of what it never waited for is lost or in another order: %s", async (end) => {
    // Many times the capacity of the pipe between the app and the service.
    const printed = 20_000;
    const id = await begin("hurry", { lines: printed, end });
    const tail = new LogTail(service(), id);
    await tail.done;
    const lines = tail.lines.slice(0, printed);
    expect(lines.every((line, at) => line === `line ${at + 1}`)).toBe(true);
    expect([lines.length, tail.states.at(-1)]).toEqual([printed, states[end]]);
  });
}
