import { expect } from "vitest";
import { runCli } from "../../../support/cli/run-cli.ts";
import {
  eventServer,
  invocationId,
  logEvent,
  type Play,
  seeded,
  stateEvent,
} from "../../../support/servers/event-server.ts";

/** A log of some hundred or thousand events: duplicates, characters of every length, binary, colours, and a line of 1 MB. */
function longLog(seed: number, lines: number): string[] {
  const random = seeded(seed);
  const events = [stateEvent("queued"), stateEvent("running")];
  const texts = ["plain text", "ünïcödé 🦊 → 漢字", "\u001b[31mred\u001b[0m \u0000\u0007", 'quotes " and \\', ""];
  let nanos = 0;
  for (let line = 0; line < lines; line += 1) {
    const text = texts[Math.floor(random() * texts.length)] ?? "";
    const event = logEvent(nanos, random() < 0.2 ? text : `${line} ${text}`);
    events.push(event);
    // The same once more, which is two events.
    if (random() < 0.1) events.push(event);
    if (line === lines - 100) events.push(logEvent(nanos, "long ".repeat(200_000)));
    nanos += [0, 1, 1_000, 999_999, 1_000_000, 30_000_000][Math.floor(random() * 6)] ?? 0;
  }
  events.push(stateEvent("succeeded", { output: '"done"' }));
  return events;
}

/** A cut at a random byte of each of the first connections, and two in the long line. */
function cutPlays({ seed, lines, cuts, since }: CutLog): Play[] {
  const random = seeded(seed);
  const fromTheBeginning = since === "ignored";
  const bytes = Array.from(
    { length: cuts },
    (_, at) => Math.floor(random() * 8_000) + (fromTheBeginning ? at * 4_000 : 0),
  );
  const inLongLine = fromTheBeginning ? lines * 125 : 100_000;
  return [...bytes, inLongLine + 200_000, inLongLine + 700_000].map((each) => ({
    bytes: each,
    afterwards: random() < 0.5 ? "reset" : "end",
  }));
}

/** A log and the cuts of its stream. `since` is how the server takes it. */
export interface CutLog {
  since: "inclusive" | "exclusive" | "ignored";
  seed: number;
  lines: number;
  cuts: number;
}

/** Expects that a stream cut at random bytes gives byte for byte the log of an uncut one, as text and as JSON lines. */
export async function expectLogOfUncut(log: CutLog): Promise<void> {
  const { since, seed, lines, cuts } = log;
  const events = longLog(seed, lines);
  const whole = await eventServer({ events });
  for (const words of [[], ["-o", "jsonl"]]) {
    const uncut = await runCli(["invocations", "tail", invocationId, ...words], { env: whole.env });
    expect([uncut.code, uncut.stderr.includes("gap")], uncut.stderr).toEqual([0, false]);
    if (words.length > 0) expect(uncut.stdout).toBe(`${events.join("\n")}\n`);
    const server = await eventServer({ events, since, plays: cutPlays(log) });
    const cut = await runCli(["invocations", "tail", invocationId, "--max-reconnects=100", ...words], {
      env: server.env,
    });
    expect(cut.stderr).not.toContain("gap");
    expect(cut.code).toBe(0);
    expect(server.asked.length).toBe(cuts + 3);
    expect(cut.bytes.equals(uncut.bytes)).toBe(true);
  }
}
