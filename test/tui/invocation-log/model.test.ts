import { describe, expect, test } from "vitest";
import { handleKey } from "../../../src/tui/invocation-log/key-actions.ts";
import { plainText } from "../../../src/tui/invocation-log/line-text.ts";
import { LogModel } from "../../../src/tui/invocation-log/model.ts";
import type { EarlierLine, ReadEarlier } from "../../../src/tui/invocation-log/record.ts";
import type { Key } from "../../../src/tui/kit/keys.ts";
import { until } from "../../support/until.ts";
import { log, state } from "../support/log-terminal.ts";

const start = Date.parse("2026-11-20T10:00:00Z");

interface Fixture {
  readonly model: LogModel;
  /** Lines `from` up to `to` arrive. */
  arrive(from: number, to: number, text?: (number: number) => string): void;
  keys(...keys: (Key | string)[]): void;
  /** The texts on the screen. */
  screen(): string[];
  readonly asked: (string | undefined)[];
}

/** Lines have times of their own, but each three share one. */
function time(number: number): string {
  return new Date(start + Math.floor(number / 3)).toISOString();
}

function fixture(options: { earlier?: boolean | ReadEarlier; rows?: number } = {}): Fixture {
  const all: EarlierLine[] = [];
  const asked: (string | undefined)[] = [];
  const read: ReadEarlier = async function* ({ since }) {
    asked.push(since);
    const from = since === undefined ? 0 : all.findIndex(({ timestamp }) => timestamp >= since);
    for (let at = from; at < all.length; at += 333) yield all.slice(at, at + 333);
  };
  const model = new LogModel({
    status: "running",
    startedAt: start,
    earlier: options.earlier === true ? read : options.earlier || undefined,
    canCancel: true,
    now: () => start + 60_000,
    size: { columns: 80, rows: (options.rows ?? 10) + 3 },
    onChange: () => {},
  });
  return {
    model,
    asked,
    arrive(from, to, text = (number) => `line ${number}`) {
      for (let number = from; number < to; number += 1) {
        const message = text(number);
        all.push({ timestamp: time(number), message });
        model.take({ kind: "event", raw: "", value: { event: "log", timestamp: time(number), message } });
      }
    },
    keys(...keys) {
      const named = ["up", "down", "pageUp", "pageDown", "home", "end", "return", "escape", "backspace", "clear"];
      for (const key of keys) {
        if (typeof key !== "string" || named.includes(key)) handleKey(model, key as Key);
        else for (const character of key) handleKey(model, { character });
      }
    },
    screen: () => model.screen().map(({ line }) => plainText(line)),
  };
}

function lines(from: number, to: number): string[] {
  return Array.from({ length: to - from }, (_, at) => `line ${from + at}`);
}

async function read(model: LogModel): Promise<void> {
  await until(() => !model.reader.reading, { what: () => "earlier lines" });
}

describe("scrolling", () => {
  test("the log follows its end, scrolls back by line and screen, and follows again", () => {
    const { model, arrive, keys, screen } = fixture();
    arrive(0, 50);
    expect(screen()).toEqual(lines(40, 50));
    keys("up");
    expect(screen()).toEqual(lines(39, 49));
    expect(model.following).toBe(false);
    arrive(50, 60);
    expect(screen()).toEqual(lines(39, 49));
    expect(model.store.arrived).toBe(10);
    keys("pageUp");
    expect(screen()).toEqual(lines(30, 40));
    keys("pageDown", "pageDown", "pageDown");
    expect(model.following).toBe(true);
    expect(screen()).toEqual(lines(50, 60));
    keys("home");
    expect(screen()).toEqual(lines(0, 10));
    keys("end");
    arrive(60, 61);
    expect(screen()).toEqual(lines(51, 61));
    keys("g", "j", "k", "G");
    expect(model.following).toBe(true);
  });

  test("a log that fits on the screen is always followed", () => {
    const { model, arrive, keys } = fixture();
    arrive(0, 3);
    keys("up", "pageUp");
    expect(model.following).toBe(true);
  });

  test("scrolling counts the rows of wrapped lines; cut lines have one row", () => {
    const { model, arrive, keys, screen } = fixture();
    arrive(0, 30, (number) => `${number} ${"x".repeat(200)}`);
    expect(model.screen().map(({ line, row }) => `${line.ordinal}.${row}`)).toEqual([
      "26.2",
      ...[27, 28, 29].flatMap((line) => [`${line}.0`, `${line}.1`, `${line}.2`]),
    ]);
    keys("up");
    expect(model.screen()[0]).toMatchObject({ line: { ordinal: 26 }, row: 1 });
    keys("G", "w");
    expect(screen()[0]).toMatch(/^20 x/);
    expect(screen()).toHaveLength(10);
  });

  test("a larger terminal is filled, a smaller one shows the end", () => {
    const { model, arrive, keys, screen } = fixture();
    arrive(0, 30);
    keys("up");
    model.size = { columns: 80, rows: 23 };
    expect(screen()).toEqual(lines(10, 30));
    model.size = { columns: 80, rows: 8 };
    keys("G");
    expect(screen()).toEqual(lines(25, 30));
  });
});

describe("pause", () => {
  test("pause freezes the screen, counts waiting lines, and resumes at the end", () => {
    const { model, arrive, keys, screen } = fixture();
    arrive(0, 20);
    keys("p");
    arrive(20, 25);
    expect([screen(), model.store.arrived, model.paused]).toEqual([lines(10, 20), 5, true]);
    keys("pageUp", "pageDown", "pageDown", "down", "G");
    expect([screen(), model.paused]).toEqual([lines(10, 20), true]);
    keys(" ");
    expect([screen(), model.paused, model.following]).toEqual([lines(15, 25), false, true]);
  });

  test("a paused log keeps its visible lines during a flood", () => {
    const { model, arrive, keys, screen } = fixture();
    arrive(0, 25_000);
    keys("p");
    arrive(25_000, 100_000);
    expect(screen()).toEqual(lines(24_990, 25_000));
    keys("pageUp", "pageUp");
    expect(screen()).toEqual(lines(24_972, 24_982));
    expect(model.store.arrived).toBe(75_000);
    expect(model.store.logLines).toBe(100_000);
    expect(model.store.ring.length + model.store.page.lines.length).toBeLessThanOrEqual(40_000);
  });
});

describe("search", () => {
  test("search at the end goes to the last match; n and N move on, with a count", () => {
    const { model, arrive, keys, screen } = fixture();
    arrive(0, 100);
    keys("/", "line 1", "return");
    const visible = (): boolean => screen().includes(`line ${model.current}`);
    expect([model.current, model.store.page.found, visible()]).toEqual([19, 11, true]);
    keys("N");
    expect([model.current, model.store.page.rank(18), visible()]).toEqual([18, 10, true]);
    keys("n", "n");
    expect([model.current, model.note]).toEqual([19, "no next match"]);
    keys("g", "/", "clear", "LINE X", "return");
    expect([model.store.page.found, model.note]).toEqual([0, "not found"]);
    keys("/", "clear", "LINE 50", "return");
    expect(model.store.page.found).toBe(1);
    keys("/", "backspace", "/^line 5$/", "return");
    expect(model.current).toBe(5);
    arrive(100, 101, () => "line 5");
    expect(model.store.page.found).toBe(2);
    keys("escape", "n");
    expect(model.note).toContain("type / to search");
  });

  test("search goes to the next match below the visible lines", () => {
    const { model, arrive, keys } = fixture();
    arrive(0, 100);
    keys("g", "/", "7", "return");
    expect(model.current).toBe(7);
  });

  test("an invalid expression is reported and can be corrected", () => {
    const { model, arrive, keys } = fixture();
    arrive(0, 100);
    keys("/", "/(/", "return");
    expect(model.prompt?.problem).toContain("Invalid regular expression");
    keys("backspace", "backspace", "5/", "return");
    expect([model.prompt, model.current]).toEqual([undefined, 95]);
  });

  test("search continues in earlier lines, which are read for it", async () => {
    const { model, arrive, keys } = fixture({ earlier: true });
    arrive(0, 40_000);
    keys("/", "/^line 19000$/", "return");
    expect(model.note).toContain("N searches the earlier lines");
    await read(model);
    keys("N");
    expect(model.current).toBe(19_000);
  });
});

describe("filter", () => {
  test("filter shows only matching lines, new ones too; an empty filter shows all", () => {
    const { model, arrive, keys, screen } = fixture();
    arrive(0, 100);
    keys("f", "/7$/", "return");
    expect(screen()).toEqual([7, 17, 27, 37, 47, 57, 67, 77, 87, 97].map((number) => `line ${number}`));
    arrive(100, 110);
    expect(screen().at(-1)).toBe("line 107");
    keys("up");
    expect(screen().at(-1)).toBe("line 97");
    keys("f", "clear", "return");
    expect(model.store.page.filter).toBeUndefined();
    keys("G");
    expect(screen()).toEqual(lines(100, 110));
  });

  test("a mark of the stream passes every filter", () => {
    const { model, arrive, keys, screen } = fixture();
    arrive(0, 5);
    model.take({ kind: "gap", reason: "the service was restarted", after: time(4) });
    keys("f", "nothing has this", "return");
    expect(screen()).toEqual(["--- lines may be missing here: the service was restarted ---"]);
    expect(model.gaps).toBe(1);
  });

  test("filter matches the visible text without its colours", () => {
    const { arrive, keys, screen } = fixture();
    arrive(0, 1, () => "a\u001b[31mb\u001b[0mc");
    keys("f", "abc", "return");
    expect(screen()).toEqual(["abc"]);
  });

  test("filter in a paused log works on the frozen lines", () => {
    const { arrive, keys, screen } = fixture();
    arrive(0, 20);
    keys("p");
    arrive(20, 40);
    keys("f", "9", "return");
    expect(screen()).toEqual(["line 9", "line 19"]);
  });
});

describe("earlier lines", () => {
  test("earlier lines are requested from a time near them, get their numbers, and end where the kept ones begin", async () => {
    const { model, arrive, keys, screen, asked } = fixture({ earlier: true });
    arrive(0, 30_000);
    keys("up");
    for (let pages = 0; screen()[0] !== "line 8000"; pages += 1) {
      if (pages > 3_000) throw new Error(`stands at ${screen()[0]}`);
      keys(Number(screen()[0]?.slice(5)) - 8_000 >= 9 ? "pageUp" : "up");
      expect(screen()).toEqual(lines(Number(screen()[0]?.slice(5)), Number(screen()[0]?.slice(5)) + 10));
      await read(model);
    }
    expect(asked.length).toBeGreaterThan(0);
    expect(asked).not.toContain(undefined);
    keys("G");
    expect(screen()).toEqual(lines(29_990, 30_000));
  });

  test("Home reads the first lines again, and scrolling down from there shows every line", async () => {
    const { model, arrive, keys, screen } = fixture({ earlier: true });
    arrive(0, 60_000);
    keys("home");
    expect(model.reader.reading).toBe(true);
    await read(model);
    expect(screen()).toEqual(lines(0, 10));
    for (let at = 9; at < 30_000; at += 9) {
      keys("pageDown");
      await read(model);
      expect(screen()[0]).toBe(`line ${at}`);
    }
  });

  test("earlier lines keep the marks between them", async () => {
    const { model, arrive, keys, screen } = fixture({ earlier: true });
    arrive(0, 4);
    model.take({ kind: "gap", reason: "x", after: undefined });
    arrive(4, 40_000);
    keys("g");
    await read(model);
    expect(screen().slice(3, 6)).toEqual(["line 3", "--- lines may be missing here: x ---", "line 4"]);
  });

  test("a filter is applied to all earlier lines", async () => {
    const { model, arrive, keys, screen } = fixture({ earlier: true });
    arrive(0, 100_000);
    keys("f", "/0000$/", "return");
    expect(screen()).toEqual(["line 80000", "line 90000"]);
    keys("up");
    await read(model);
    expect(screen()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => `line ${n * 10_000}`).slice(1));
  });

  test("earlier lines that cannot be read again are reported as not available", () => {
    const { model, arrive, keys, screen } = fixture();
    arrive(0, 30_000);
    keys("g");
    expect([screen()[0], model.note]).toEqual(["line 10000", "older lines are not available"]);
    keys("down", "up", "up");
    expect(model.note).toBe("older lines are not available");
  });

  test("dropped lines below the visible ones are reported with their number", () => {
    const { model, arrive, keys, screen } = fixture();
    arrive(0, 1_000);
    keys("up");
    arrive(1_000, 60_000);
    expect(screen()).toEqual(lines(989, 999));
    for (let pages = 0; !model.note; pages += 1) {
      if (pages > 3_000) throw new Error(`stands at ${screen()[0]}`);
      keys("pageDown");
    }
    expect([screen()[0], model.note]).toEqual(["line 40000", "20000 lines before these are not available"]);
  });

  test("a failure to read earlier lines is reported; the end can still be followed", async () => {
    const broken: ReadEarlier = async function* () {
      yield [];
      throw new Error("the service is gone");
    };
    const { model, arrive, keys, screen } = fixture({ earlier: broken });
    arrive(0, 30_000);
    keys("g");
    await read(model);
    expect(model.reader.failure).toBe("the service is gone");
    keys("G");
    expect(screen()).toEqual(lines(29_990, 30_000));
  });

  test("a request for earlier lines that hangs is aborted", () => {
    let given: AbortSignal | undefined;
    const hanging: ReadEarlier = async function* ({ signal }) {
      given = signal;
      await new Promise(() => {});
      yield [];
    };
    const { model, arrive, keys } = fixture({ earlier: hanging });
    arrive(0, 30_000);
    keys("g");
    expect(model.reader.reading).toBe(true);
    keys("G");
    expect([given?.aborted, model.reader.reading]).toEqual([true, false]);
  });
});

describe("the invocation", () => {
  test("the record of an invocation sets status and times; errors of the stream are marks", () => {
    const { model, screen } = fixture();
    model.take(state("running"));
    model.take(log("x", 1));
    model.take({ kind: "event", raw: "", value: { event: "error", error: { code: "c", message: "m" } } });
    model.take({ kind: "event", raw: "", value: { event: "from_the_future" } });
    expect(screen()).toEqual(["x", "c: m"]);
    expect(model.elapsedMs).toBe(60_000);
    model.take(state("failed", { finished_at: "2026-11-20T10:00:02.500Z", status_reason: "why" }));
    model.end();
    expect([model.status, model.elapsedMs, model.store.logLines]).toEqual(["failed", 2_500, 1]);
  });

  test("x asks before it cancels the invocation; every key except y declines", () => {
    const { model } = fixture();
    expect(handleKey(model, { character: "x" })).toBeUndefined();
    expect(handleKey(model, { character: "n" })).toBeUndefined();
    expect(model.confirming).toBe(false);
    handleKey(model, { character: "x" });
    expect(handleKey(model, { character: "y" })).toBe("cancel");
  });

  test("q leaves, but is a letter in a prompt", () => {
    const { model } = fixture();
    expect(handleKey(model, { character: "q" })).toBe("leave");
    handleKey(model, { character: "/" });
    expect(handleKey(model, { character: "q" })).toBeUndefined();
  });
});
