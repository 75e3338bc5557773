import { describe, expect, test } from "vitest";
import { hasMatch, matchesIn, parsePattern } from "../../../src/core/pattern.ts";
import { levelOf } from "../../../src/tui/invocation-log/level.ts";
import { rowText } from "../../../src/tui/invocation-log/line-text.ts";
import { lineTime, timeWidth } from "../../../src/tui/invocation-log/line-time.ts";
import { type Line, LogRing } from "../../../src/tui/invocation-log/log-ring.ts";
import { TimeIndex } from "../../../src/tui/invocation-log/time-index.ts";
import { cutAt, rowStarts, shorten } from "../../../src/tui/kit/columns.ts";
import { layoutOf } from "../../../src/tui/kit/layout.ts";
import { paint, parseStyled } from "../../../src/tui/kit/styled-text.ts";

function line(ordinal: number, text = `line ${ordinal}`, kind: Line["kind"] = "log"): Line {
  return { ordinal, kind, timestamp: undefined, text, bytes: Buffer.byteLength(text), isMatch: false };
}

describe("the ring", () => {
  test("a full ring drops lines at the other end", () => {
    const ring = new LogRing(3);
    const gone: number[] = [];
    for (let at = 10; at < 15; at += 1) ring.push(line(at), ({ ordinal }) => gone.push(ordinal));
    ring.unshift(line(11), ({ ordinal }) => gone.push(ordinal));
    expect([...ring].map(({ ordinal }) => ordinal)).toEqual([11, 12, 13]);
    expect(gone).toEqual([10, 11, 14]);
    expect(ring.first?.ordinal).toBe(11);
    expect(ring.last?.ordinal).toBe(13);
  });

  test("a ring is bounded in bytes of UTF-8 too; a single line may be larger", () => {
    const ring = new LogRing(100, 10);
    for (let at = 0; at < 4; at += 1) ring.push(line(at, "ééé"));
    expect(ring.length).toBe(1);
    ring.push(line(4, "x".repeat(50)));
    expect([ring.length, ring.bytes]).toEqual([1, 50]);
    ring.push(line(5, "y"));
    expect([ring.length, ring.bytes]).toEqual([1, 1]);
  });

  test("a ring finds a line by its ordinal, or the next one", () => {
    const ring = new LogRing(10);
    for (const ordinal of [3, 5, 9]) ring.push(line(ordinal));
    expect([0, 3, 4, 9, 10].map((ordinal) => ring.indexOf(ordinal))).toEqual([0, 0, 1, 2, 3]);
  });
});

describe("the index of times", () => {
  test("the index returns a time before a line, and the first line with this time", () => {
    const index = new TimeIndex();
    for (let at = 0; at < 5_000; at += 1) index.add(at, `t${String(Math.floor(at / 7)).padStart(5, "0")}`);
    const { ordinal, timestamp } = index.before(3_500);
    expect(ordinal % 7).toBe(0);
    expect(ordinal).toBeGreaterThan(2_000);
    expect(ordinal).toBeLessThanOrEqual(3_500);
    expect(timestamp).toBe(`t${String(ordinal / 7).padStart(5, "0")}`);
  });

  test("the index stays small: its entries get further apart", () => {
    const index = new TimeIndex();
    for (let at = 0; at < 20_000_000; at += 500) index.add(at, String(at));
    expect(index.before(9_999_999).ordinal).toBeGreaterThan(9_990_000);
    expect(index.before(10).ordinal).toBe(0);
  });

  test("an index without times returns the start of the log", () => {
    const index = new TimeIndex();
    index.add(5, undefined);
    expect(index.before(100)).toEqual({ ordinal: 0, timestamp: undefined });
  });
});

describe("columns", () => {
  test.each([
    ["abcdefgh", 3, [0, 3, 6]],
    ["abc", 3, [0]],
    ["", 3, [0]],
    ["日本語", 4, [0, 2]],
    ["a日本", 2, [0, 1, 2]],
    ["日", 1, [0]],
    ["👩‍👩‍👧👩‍👩‍👧", 3, [0, 8]],
    ["ab\u0301cd", 2, [0, 3]],
    ["abé日def", 4, [0, 3, 6]],
  ])("rows of %j at %i", (text, width, starts) => {
    expect(rowStarts(text, width)).toEqual(starts);
  });

  test("a text is cut between graphemes", () => {
    expect(cutAt("日本語", 5)).toBe(2);
    expect(cutAt("abc", 9)).toBe(3);
    expect(shorten("日本語x", 6)).toBe("日本…");
    expect(shorten("abcdef", 4)).toBe("abc…");
    expect(shorten("abc", 0)).toBe("");
  });

  test("the rows of a long line are computed in one pass, whatever its characters", () => {
    // A pass for each row would take hours.
    for (const text of ["x".repeat(1_000_000), "日".repeat(1_000_000), "a日".repeat(500_000)]) {
      expect(rowStarts(text, 80).length).toBeGreaterThanOrEqual(12_500);
    }
  });
});

describe("patterns", () => {
  test.each([
    ["error", "an Error", true],
    ["Error", "an error", true],
    ["/Error/", "an error", false],
    ["a.c", "abc", false],
    ["/a.c/", "abc", true],
    ["/A.C/", "abc", false],
    ["/A.C/i", "abc", true],
    ["/^x/m", "ax", false],
    ["a/b", "xa/bx", true],
    ["日本", "日本語", true],
  ])("%s in %j: %s", (source, text, wanted) => {
    const pattern = parsePattern(source);
    if (!pattern) throw new Error("no pattern");
    expect([hasMatch(text, pattern), hasMatch(text, pattern)]).toEqual([wanted, wanted]);
  });

  test("an empty text is no pattern, an invalid expression is refused", () => {
    expect(parsePattern("")).toBeUndefined();
    expect(() => parsePattern("/(/")).toThrow(SyntaxError);
    expect(() => parsePattern("/a/y")).toThrow(SyntaxError);
    expect(() => parsePattern("/usr/bin")).toThrow('not "bin"; as a text it is /\\/usr\\/bin/');
  });

  test("empty matches are skipped", () => {
    const pattern = parsePattern("/x*/");
    expect(pattern && matchesIn("axxb", pattern)).toEqual([[1, 3]]);
  });
});

describe("colours of the app", () => {
  test("sequences become runs; both forms of long colours give the same style", () => {
    const { plain, runs } = parseStyled("a\u001b[1;31mb\u001b[38:2::1:2:3mc\u001b[38;5;208md\u001b[22;39me\u001b[0mf");
    expect(plain).toBe("abcdef");
    expect(runs.map(({ from, style }) => [from, style])).toEqual([
      [1, { bold: "1", fg: "31" }],
      [2, { bold: "1", fg: "38;2;1;2;3" }],
      [3, { bold: "1", fg: "38;5;208" }],
      [4, {}],
      [5, {}],
    ]);
  });

  test("paint without colour applies only weight and inversion", () => {
    const style = { bold: "1", fg: "31", bg: "48;5;3", inverse: "7", italic: "3" };
    expect(paint("x", style, true)).toBe("\u001b[1m\u001b[31m\u001b[48;5;3m\u001b[7m\u001b[3mx\u001b[0m");
    expect(paint("x", style, false)).toBe("\u001b[1m\u001b[7mx\u001b[0m");
  });
});

describe("levels", () => {
  test.each([
    ["2026-11-20 ERROR it broke", "error"],
    ["[warn] careful", "warn"],
    ["error: no", "error"],
    ['{"level":"info","msg":"x"}', "info"],
    ['{"time":1,"level":50,"msg":"x"}', "error"],
    ['{"level":20}', "debug"],
    ["ts=1 level=debug msg=x", "debug"],
    ["FATAL", "error"],
    ["TRACE x", "debug"],
    ["Error handling is done", "no level"],
    ["NO_ERROR here", "no level"],
    ["no errors, TERROR", "no level"],
    [`${"x".repeat(70)} ERROR`, "no level"],
  ])("%s: %s", (text, wanted) => {
    expect(levelOf(text)?.level ?? "no level").toBe(wanted);
  });

  test("a level is found with the indexes of its word", () => {
    const found = levelOf('{"level":"warn"}');
    expect(found && '{"level":"warn"}'.slice(found.from, found.to)).toBe("warn");
  });
});

describe("times of lines", () => {
  const start = Date.parse("2026-11-20T10:00:00Z");
  test.each([
    ["2026-11-20T10:00:01.234567890Z", "  1.234s "],
    ["2026-11-20T10:02:03.100Z", " 2m03.1s "],
    ["2026-11-20T12:02:03Z", "2h02m03s "],
    ["2026-11-25T12:02:03Z", " 122h02m "],
    ["2026-11-20T09:59:58.5Z", "  -1.500s".slice(1).padEnd(9)],
    ["nonsense", "         "],
  ])("relative: %s", (timestamp, wanted) => {
    expect(lineTime(timestamp, "relative", start, 80)).toBe(wanted);
  });

  test("relative: a line without a time has blanks", () => {
    expect(lineTime(undefined, "relative", start, 80)).toBe("         ");
  });

  test("every form of a time has the declared width", () => {
    for (const form of ["relative", "absolute", "none"] as const) {
      for (const columns of [40, 80]) {
        for (const timestamp of [undefined, "2026-11-20T10:00:00Z", "2020-01-01T00:00:00Z", "2099-01-01T00:00:00Z"]) {
          expect(lineTime(timestamp, form, start, columns)).toHaveLength(timeWidth(form, columns));
        }
      }
    }
  });
});

describe("a row of a line", () => {
  const plain = { width: 20, wrap: true, colour: false, search: undefined, isCurrent: false };

  test("a row shows hostile sequences as text and keeps the colours of the app", () => {
    const text = "\u001b]52;c;QQ==\u0007\u001b[2J\u001b[35mx";
    expect(rowText(line(0, text), 0, { ...plain, width: 80, colour: true })).toBe(
      "␛]52;c;QQ==␇␛[2J\u001b[35mx\u001b[0m",
    );
    expect(rowText(line(0, text), 0, { ...plain, width: 80 })).toBe("␛]52;c;QQ==␇␛[2Jx");
  });

  test("a row inverts matches across rows and colours", () => {
    const search = parsePattern("needle");
    const text = `${"x".repeat(17)}nee\u001b[31mdle end`;
    const first = rowText(line(0, text), 0, { ...plain, search });
    const second = rowText(line(0, text), 1, { ...plain, search });
    expect(first).toBe(`${"x".repeat(17)}\u001b[7mnee\u001b[0m`);
    expect(second).toBe("\u001b[7mdle\u001b[0m end");
  });

  test("a row that is not wrapped is cut with an ellipsis", () => {
    expect(rowText(line(0, "x".repeat(30)), 0, { ...plain, wrap: false })).toBe(`${"x".repeat(19)}\u001b[2m…\u001b[0m`);
    expect(rowText(line(0, "x".repeat(20)), 0, { ...plain, wrap: false })).toBe("x".repeat(20));
  });
});

test("the parts of the layout fill a screen of any size", () => {
  for (let rows = 1; rows < 60; rows += 1) {
    const { title, status, middle, keys } = layoutOf(rows);
    expect(title + status + middle + keys, `${rows} rows`).toBe(rows);
    expect(middle).toBeGreaterThan(0);
  }
});
