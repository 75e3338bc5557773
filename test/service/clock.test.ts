import { describe, expect, test } from "vitest";
import { Clock, LATEST_TIME } from "../../src/service/clock.ts";
import { until } from "../support/until.ts";

const start = Date.UTC(2026, 0, 31, 12);

describe("a pinned clock", () => {
  test("a pinned clock stands still, moves on request, and runs due work in order, each at its own time", async () => {
    const clock = new Clock(start);
    const seen: [string, number][] = [];
    const note = (name: string) => (): void => void seen.push([name, clock.now() - start]);
    clock.schedule(300, note("c"));
    clock.schedule(100, note("a"));
    clock.schedule(200, note("b"));
    clock.schedule(150, note("never")).cancel();
    await clock.advance(250);
    expect(seen).toEqual([
      ["a", 100],
      ["b", 200],
    ]);
    expect(clock.now()).toBe(start + 250);
    expect(clock.timestamp()).toBe("2026-01-31T12:00:00.250Z");
    await clock.advance(50);
    expect(seen.at(-1)).toEqual(["c", 300]);
  });

  test("work that schedules itself again runs each time during a move", async () => {
    const clock = new Clock(start);
    const seen: number[] = [];
    const tick = (): void => {
      seen.push(clock.now() - start);
      clock.schedule(1_000, tick);
    };
    clock.schedule(1_000, tick);
    await clock.advance(3_500);
    expect(seen).toEqual([1_000, 2_000, 3_000]);
  });

  test("a move waits for work that takes time, and a second move waits for the first", async () => {
    const clock = new Clock(start);
    const seen: string[] = [];
    clock.schedule(10, async () => {
      await new Promise((resolve) => setImmediate(resolve));
      seen.push(`done at ${clock.now() - start}`);
    });
    await Promise.all([clock.advance(20), clock.advance(5)]);
    expect(seen).toEqual(["done at 10"]);
    expect(clock.now()).toBe(start + 25);
  });

  test("failing work fails the move, and the clock continues", async () => {
    const clock = new Clock(start);
    clock.schedule(10, () => {
      throw new Error("broken");
    });
    await expect(clock.advance(20)).rejects.toThrow("broken");
    expect(clock.now()).toBe(start + 20);
    await clock.advance(5);
    expect(clock.now()).toBe(start + 25);
  });
});

/** The clock is `ms` ahead of the system's time, give or take the half minute by which a machine may correct its own. */
function expectAhead(clock: Clock, ms: number): void {
  expect(Math.abs(clock.now() - ms - Date.now())).toBeLessThan(30_000);
}

describe("a running clock", () => {
  test("a running clock follows the system, also after it was moved or pinned", async () => {
    const clock = new Clock();
    expectAhead(clock, 0);
    await clock.advance(3_600_000);
    expectAhead(clock, 3_600_000);
    clock.pin(start);
    expect(clock.now()).toBe(start);
    clock.unpin();
    const before = clock.now();
    await until(() => clock.now() > before);
    expect(clock.now() - start).toBeLessThan(60_000);
  });

  test("a running clock runs only due work", async () => {
    const clock = new Clock();
    let early = false;
    const later = clock.schedule(3_600_000, () => {
      early = true;
    });
    await new Promise<void>((resolve) => void clock.schedule(20, resolve));
    expect(early).toBe(false);
    later.cancel();
  });

  test("a running clock runs work at its time, by itself or by a move", async () => {
    const clock = new Clock();
    await new Promise<void>((resolve) => void clock.schedule(20, resolve));
    let ran = false;
    clock.schedule(86_400_000 * 60, () => {
      ran = true;
    });
    await clock.advance(86_400_000 * 60);
    expect(ran).toBe(true);
  });
});

describe("a clock that is set", () => {
  const HOUR = 3_600_000;

  test("setting a clock forward runs due work; setting it back runs nothing, and scheduled work keeps its delay", async () => {
    const clock = new Clock(start);
    const seen: string[] = [];
    clock.schedule(HOUR, () => void seen.push("an hour"));
    clock.schedule(3 * HOUR, () => void seen.push("three hours"));
    await clock.set(start - 365 * 24 * HOUR);
    expect(seen).toEqual([]);
    expect(clock.now()).toBe(start - 365 * 24 * HOUR);
    await clock.advance(HOUR);
    expect(seen).toEqual(["an hour"]);
    await clock.set(start - 365 * 24 * HOUR + 3 * HOUR);
    expect(seen).toEqual(["an hour", "three hours"]);
  });

  test("a clock that is set measures durations over moves back", async () => {
    const clock = new Clock(start);
    const before = clock.elapsed();
    await clock.advance(HOUR);
    await clock.set(0);
    await clock.advance(HOUR);
    expect(clock.elapsed() - before).toBe(2 * HOUR);
  });

  test("a clock that is set returns to the system's time and follows it", async () => {
    const clock = new Clock(start);
    let ran = 0;
    clock.schedule(HOUR, () => {
      ran += 1;
    });
    expect(clock.moved).toBe(true);
    for (const away of [-10 * HOUR, 0, 10 * HOUR]) {
      await clock.set(Date.now() + away);
      await clock.reset();
      expect(clock.moved).toBe(false);
      expect(Math.abs(clock.now() - Date.now())).toBeLessThan(5_000);
    }
    expect(ran).toBe(1);
    const reading = clock.elapsed();
    await until(() => clock.elapsed() > reading);
  });

  test("a clock copes with thousands of years of repeating work", async () => {
    const clock = new Clock(start);
    let ticks = 0;
    const tick = (): void => {
      ticks += 1;
      clock.schedule(5_000, tick);
    };
    clock.schedule(5_000, tick);
    await clock.set(LATEST_TIME);
    expect(ticks).toBeGreaterThan(9_000);
    expect(clock.timestamp()).toBe("9999-12-31T23:59:59.999Z");
    await clock.advance(HOUR);
    expect(clock.now()).toBe(LATEST_TIME);
  });
});
