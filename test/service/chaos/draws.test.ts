import { describe, expect, test } from "vitest";
import { Chaos, drawOf } from "../../../src/service/chaos.ts";
import { Faults } from "../../../src/service/faults.ts";

const hundred = Array.from({ length: 100 }, (_, at) => at);

describe("decisions by a seed", () => {
  const errors = (seed: number, between: (faults: Faults) => void = () => {}): boolean[] => {
    const faults = new Faults();
    new Chaos(faults, () => {}).set({ error: 0.3, latency: { min_ms: 0, max_ms: 9 }, drop_stream: 0.5, seed });
    return hundred.map(() => {
      between(faults);
      return faults.strike("answer-error") !== undefined;
    });
  };

  test("decisions are the same for the same seed, and others for another", () => {
    expect(errors(42)).toEqual(errors(42));
    expect(errors(42)).not.toEqual(errors(43));
    // A recorded seed gives the same faults in later versions.
    expect(
      errors(42)
        .flatMap((strikes, at) => (strikes ? [at + 1] : []))
        .slice(0, 8),
    ).toEqual([3, 5, 6, 12, 19, 20, 21, 22]);
  });

  test("decisions of one kind are not shifted by those of another", () => {
    const others = (faults: Faults): void => {
      faults.strike("latency");
      faults.strike("drop-stream", {});
    };
    expect(errors(42, others)).toEqual(errors(42));
  });

  test("decisions of one stream are not shifted by those of another, and differ from them", () => {
    const drops = (withOther: boolean): string => {
      const faults = new Faults();
      new Chaos(faults, () => {}).set({ drop_stream: 0.3, seed: 7 });
      const [one, other] = [{}, {}];
      return hundred
        .map(() => {
          const strike = faults.strike("drop-stream", one);
          if (withOther) faults.strike("drop-stream", other);
          return strike?.at;
        })
        .join();
    };
    expect(drops(true)).toBe(drops(false));
    expect(drops(true)).toMatch(/0\.\d/);
    const ofStream = (stream: number): boolean[] =>
      hundred.map((n) => drawOf(7, "drop_stream", stream, n, 0.3).strikes);
    expect(ofStream(1)).not.toEqual(ofStream(2));
  });

  test("decisions strike at the requested rate, and cut anywhere", () => {
    const draws = Array.from({ length: 20_000 }, (_, n) => drawOf(1, "error", 0, n, 0.05));
    const share = draws.filter(({ strikes }) => strikes).length / draws.length;
    // Five standard deviations.
    expect(Math.abs(share - 0.05)).toBeLessThan(0.0078);
    const tenths = new Set(draws.filter(({ strikes }) => strikes).map(({ at }) => Math.floor(at * 10)));
    expect([...tenths].sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(draws.every(({ at }) => at >= 0 && at < 1)).toBe(true);
  });

  test("a fault of 0% never strikes, a fault of 100% always", () => {
    for (const n of hundred) {
      expect(drawOf(n, "error", 0, n, 0).strikes).toBe(false);
      expect(drawOf(n, "error", 0, n, 1).strikes).toBe(true);
    }
  });
});

describe("what is set", () => {
  test("a specification without a seed gets its own, and restarts when it is set again", () => {
    const chaos = new Chaos(new Faults(), () => {});
    chaos.set({ error: 1 });
    const first = chaos.state;
    expect(first.spec).toBe(`error=100%,seed=${first.seed}`);
    chaos.set({ error: 1 });
    expect(chaos.state.seed).not.toBe(first.seed);
  });

  test("a specification that is off leaves no trace; a fault of a test stays", () => {
    const faults = new Faults();
    const log: string[] = [];
    const chaos = new Chaos(faults, (line) => void log.push(line));
    chaos.off();
    faults.inject("disk-full", { error: () => new Error("full") });
    chaos.set({ error: 1, latency: { min_ms: 1, max_ms: 2 }, seed: 1 });
    faults.strike("answer-error");
    expect(chaos.state.struck).toEqual({
      latency: 0,
      error: 1,
      drop_stream: 0,
      cut_download: 0,
      extension_live: 0,
    });
    chaos.set({ drop_stream: 1, seed: 2 });
    expect(faults.isArmed("answer-error")).toBe(false);
    chaos.off();
    expect(faults.isArmed("drop-stream")).toBe(false);
    expect(faults.isArmed("disk-full")).toBe(true);
    expect(chaos.state).toMatchObject({ spec: null, seed: null, struck: { error: 0 } });
    expect(log).toEqual([
      "fault injection: latency=1ms-2ms,error=100%,seed=1",
      "injected fault: error (decision 1)",
      "fault injection: drop-stream=100%,seed=2",
      "fault injection: off",
    ]);
  });
});

describe("the seam", () => {
  test("an injected fault strikes the given number of times, in the middle", () => {
    const faults = new Faults();
    faults.inject("cut-download", { times: 2 });
    expect(faults.strike("cut-download")).toEqual({ delayMs: 0, error: undefined, at: 0.5 });
    faults.strike("cut-download");
    expect(faults.strike("cut-download")).toBeUndefined();
  });

  test("times counts strikes, not draws", () => {
    const faults = new Faults();
    let strikes = false;
    faults.inject("cut-download", { times: 1, chance: () => ({ strikes, at: 0.9 }) });
    expect(faults.strike("cut-download")).toBeUndefined();
    strikes = true;
    expect(faults.strike("cut-download")?.at).toBe(0.9);
    expect(faults.isArmed("cut-download")).toBe(false);
  });

  test("an injected wait ends with its signal", async () => {
    const faults = new Faults();
    faults.inject("latency", { delayMs: 600_000 });
    const gone = new AbortController();
    const waiting = faults.pass("latency", gone.signal);
    gone.abort(new Error("gone"));
    await expect(waiting).rejects.toThrow("gone");
  });
});
