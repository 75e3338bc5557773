import { describe, expect, test } from "vitest";
import { log, state } from "../support/log-terminal.ts";
import { ESC, keys, lines, logViews } from "../support/log-views.ts";

const { opened, started } = logViews();

describe("the screen", () => {
  test("the screen has a title, a status, the log and keys", async () => {
    const view = await started();
    view.lines("INFO begins", "ERROR breaks");
    await view.shows("breaks");
    const screen = view.screen();
    expect(screen[0]).toMatch(/^shop › charge 1\.4\.2 {2}inv_1 +running \d+[a-z]/);
    expect(screen[1]).toContain("2 lines · connected");
    expect(screen.slice(2, 4)).toEqual(["  0.000s INFO begins", "  1.000s ERROR breaks"]);
    expect(screen[23]).toMatch(/^q leave {2}\? keys/);
    const error = view.row(3)?.getCell(12);
    expect([error?.getFgColor(), error?.isFgPalette()]).toEqual([1, true]);
  });

  test("the screen shows a lost connection with a countdown, and gaps", async () => {
    const view = await started();
    view.items(log("before", 1), { kind: "reconnecting", reason: "the stream ended early", attempt: 2, inMs: 3_000 });
    await view.shows("reconnecting in 3 s, attempt 2: the stream ended early");
    await view.until(() => /reconnecting in [12] s/.test(view.screen()[1] ?? ""), "less to wait");
    view.items({ kind: "connected" }, { kind: "gap", reason: "the service was restarted", after: undefined });
    await view.shows("--- lines may be missing here: the service was restarted ---");
    await view.shows("1 gap · 1 line · connected");
    expect(view.screen().join("\n")).not.toContain("reconnecting");
  });

  test("the screen keeps the app's colours, of 256 and of 16 million", async () => {
    const view = await started();
    view.lines(`${ESC}[38;5;208mo${ESC}[0m${ESC}[48;2;1;2;3mt${ESC}[0m plain`);
    await view.shows("ot plain");
    const [o, t, plain] = [9, 10, 12].map((column) => view.row(2)?.getCell(column));
    expect([o?.isFgPalette(), o?.getFgColor()]).toEqual([true, 208]);
    expect([t?.isBgRGB(), t?.getBgColor()]).toEqual([true, 0x010203]);
    expect([plain?.isFgDefault(), plain?.isBgDefault()]).toEqual([true, true]);
  });

  test.each([{ NO_COLOR: "1" }, { FORCE_COLOR: "0" }])("the screen has no colour with %o", async (env) => {
    const view = await started({ env });
    view.lines(`ERROR ${ESC}[31mred${ESC}[0m`, `${ESC}[38;2;1;2;3mtrue${ESC}[0m`);
    await view.shows("true");
    view.type("/red\r");
    await view.shows("search red");
    const sequences = new Set(view.output.match(/\u001b\[[0-9;:]*m/g));
    const plain = new Set([0, 1, 2, 7, 22, 27].map((number) => `${ESC}[${number}m`));
    expect([...sequences].filter((sequence) => !plain.has(sequence))).toEqual([]);
  });

  test("the screen shows hostile sequences as text and executes none of them", async () => {
    const view = await started({ title: { app_name: `ev${ESC}[2Jil`, version: "1\n2" } });
    let title = "";
    view.terminal.onTitleChange((text) => {
      title = text;
    });
    view.items(
      log(`${ESC}]52;c;QQ==\u0007 clipboard`),
      log(`${ESC}[H${ESC}[2J${ESC}[?1049l moves`),
      log(`${ESC}]0;owned\u0007 title`),
      log(`${ESC}[5mblinks ${ESC}[8mhides`),
      log(`\u009b31m c1 \u202eright to left`),
      log("a\rb\nc\u0008"),
      { kind: "gap", reason: `${ESC}[31mgap`, after: undefined },
      { kind: "event", raw: "", value: { event: "error", error: { code: "x", message: `${ESC}]0;owned\u0007` } } },
    );
    await view.shows("x: ␛]0;owned␇");
    const screen = view.screen().join("\n");
    for (const text of [
      "␛]52;c;QQ==␇ clipboard",
      "␛[H␛[2J␛[?1049l moves",
      "␛]0;owned␇ title",
      "␛[5mblinks ␛[8mhides",
    ]) {
      expect(screen).toContain(text);
    }
    expect(screen).toContain("\\x9b31m c1 \\u202eright to left");
    expect(screen).toContain("a␍b␊c␈");
    expect(screen).toContain("missing here: ␛[31mgap");
    expect(view.screen()[0]).toMatch(/^ev␛\[2Jil › charge 1␊2/);
    expect([title, view.output.includes("\u001b]"), view.terminal.buffer.active.type]).toEqual([
      "",
      false,
      "alternate",
    ]);
  });

  test("wide characters and emoji do not shift the screen", async () => {
    const view = await started({ columns: 40, rows: 10 });
    view.lines("日本語".repeat(10), "👩‍👩‍👧👍🏽🇩🇪❤️ é".repeat(8), "e\u0301\u200d end");
    await view.shows("end");
    const screen = view.screen();
    expect(screen[0]).toMatch(/^shop › charge/);
    expect(screen[2]).toBe(`  0.000s ${"日本語".repeat(5)}`);
    expect(screen[3]).toBe(`         ${"日本語".repeat(5)}`);
    expect(screen[9]).toMatch(/^q leave/);
  });
});

test("a message that is not a text is shown as JSON", async () => {
  const view = await started();
  const odd = { event: "log", message: { a: 1 }, timestamp: 5 } as unknown as { event: string };
  view.items({ kind: "event", raw: "", value: odd });
  await view.shows('{"a":1}');
  expect(view.screen().filter((row) => row.includes('{"a":1}'))).toHaveLength(1);
});

describe("sizes", () => {
  test.each([
    [40, 10],
    [20, 5],
    [200, 50],
    [10, 2],
  ])("%i columns and %i rows", async (columns, rows) => {
    const view = await opened({ columns, rows });
    view.items({ kind: "connected" }, state("running"));
    view.lines(...lines(60));
    await view.shows("line 59;".slice(0, columns - 9));
    if (rows >= 6) expect(view.screen()[0]).toContain("running");
    expect(view.screen().every((row) => row.length <= columns)).toBe(true);
    expect(view.screen()[rows - 1]).toMatch(/^q leave/);
    view.type("?");
    await view.shows("leave; ".slice(0, Math.max(1, columns - 12)));
  });

  test("the view is laid out again when the terminal is resized", async () => {
    const view = await started();
    view.lines(...lines(100), "x".repeat(100));
    await view.shows("line 99;");
    view.resize(40, 10);
    await view.until(() => view.screen()[9]?.startsWith("q leave") === true, "the keys on the last row");
    await view.until(() => view.screen()[6] === `         ${"x".repeat(31)}`, "the long line wrapped anew");
    expect(view.screen()[0]).toMatch(/^shop › charge .*running/);
    view.resize(120, 40);
    await view.until(() => view.screen()[39]?.startsWith("q leave") === true, "the keys on the last row");
    await view.until(() => view.screen()[38] === ` 1m40.0s ${"x".repeat(100)}`, "the long line on one row");
    expect(view.screen()[2]).toContain("line 64;");
    expect(view.screen().filter((row) => row.startsWith("shop"))).toHaveLength(1);
  });
});

describe("keys", () => {
  test("keys scroll by line and screen, to both ends, and follow again", async () => {
    const view = await started();
    view.lines(...lines(100));
    await view.shows("line 99;");
    view.type(keys.up);
    await view.shows("scrolled back");
    expect(view.screen()[2]).toContain("line 78;");
    view.type(keys.pageUp);
    await view.until(() => view.screen()[2]?.includes("line 58;") === true, "a screen up");
    view.type(keys.pageDown + keys.down);
    await view.hides("scrolled back");
    view.type(keys.home);
    await view.until(() => view.screen()[2]?.includes("line 0;") === true, "the first line");
    view.lines(...lines(5, 100));
    await view.shows("scrolled back, 5 new");
    view.type("j");
    await view.until(() => view.screen()[2]?.includes("line 1;") === true, "a line down");
    view.type(keys.end);
    await view.shows("line 104;");
    view.type("g");
    await view.shows("line 0;");
    view.type("k");
    view.type("G");
    await view.shows("line 104;");
  });

  test("the pause key shows a count of waiting lines", async () => {
    const view = await started();
    view.lines(...lines(100));
    await view.shows("line 99;");
    view.type(" ");
    await view.shows("paused, 0 lines waiting");
    view.lines(...lines(7, 100));
    await view.shows("paused, 7 lines waiting");
    expect(view.screen().join("\n")).not.toContain("line 100;");
    view.type("p");
    await view.shows("line 106;");
  });

  test("search inverts matches and moves to the next and the previous one", async () => {
    const view = await started();
    view.lines(...lines(100));
    await view.shows("line 99;");
    view.type("/");
    await view.shows("search (text or /regex/):");
    view.type("LINE 6x\u007f");
    await view.shows("search (text or /regex/): LINE 6");
    view.type("\u0015line 6\r");
    await view.shows("search line 6: 11 of 11 matches");
    const cell = (column: number) =>
      view.row(view.screen().findIndex((text) => text.includes("line 69;")))?.getCell(column);
    await view.until(() => Boolean(cell(9)?.isInverse()), "the match in inverse");
    expect(cell(16)?.isInverse()).toBeFalsy();
    view.type("N");
    await view.shows("10 of 11");
    view.type("n");
    await view.shows("11 of 11");
    view.type("n");
    await view.shows("no next match");
    view.type("/");
    await view.shows("text or /regex/");
    view.type(ESC);
    await view.hides("text or /regex/");
    view.type(ESC);
    await view.hides("search line 6");
  });

  test("an invalid expression is reported", async () => {
    const view = await started();
    view.type("f/(/\r");
    await view.shows("Invalid regular expression");
    view.type(ESC);
    await view.shows("q leave");
    expect(view.screen().join("\n")).not.toContain("Invalid regular expression");
  });

  test("the filter key shows matching lines, and all lines again", async () => {
    const view = await started();
    view.lines(...lines(100));
    await view.shows("line 99;");
    view.type("f/[57]0;/\r");
    await view.shows("filter /[57]0;/: 2 shown");
    expect(view.screen().filter((row) => row.includes("line"))).toHaveLength(3);
    expect(view.screen()[2]).toContain("line 50;");
    view.type("f\u0015\r");
    await view.shows("line 99;");
  });

  test("t changes the time, w wraps or cuts lines, ? shows the help", async () => {
    const view = await started();
    view.lines("a".repeat(100));
    await view.shows("  0.000s aaa");
    view.type("t");
    await view.shows("10:00:00.000 aaa");
    view.type("t");
    await view.until(() => view.screen()[2] === "a".repeat(80), "no time");
    expect(view.screen()[3]).toBe("a".repeat(20));
    view.type("w");
    await view.until(() => view.screen()[2] === `${"a".repeat(79)}…`, "the cut line");
    expect(view.screen()[3]).toBe("");
    view.type("?");
    await view.shows("wrap long lines, or cut them");
    expect(view.screen().at(-1)).toBe("Esc close");
    view.type("z");
    view.type("q");
    await view.shows("aaa");
  });

  test("the help of a small terminal has pages", async () => {
    const view = await started({ columns: 40, rows: 10 });
    view.type("?");
    await view.shows("Ctrl-C     leave");
    expect(view.screen().at(-1)).toBe("page 1/2  space next  Esc close");
    view.type("z");
    view.type("?");
    await view.shows("search for text");
    expect(view.screen().join("\n")).not.toContain("Ctrl-C     leave");
    view.type("?");
    await view.shows("this help");
    expect(view.screen().at(-1)).toBe("page 2/2  space close  Esc close");
    view.type("?");
    await view.hides("this help");
  });

  test("at 40x15 every key is on a page of the help", async () => {
    const view = await started({ columns: 40, rows: 15, cancel: "works" });
    view.type("?");
    await view.shows("page 1/2");
    const first = view.screen().slice(2, -1);
    view.type(" ");
    await view.shows("page 2/2");
    const keys = [...first, ...view.screen().slice(2, -1)].filter((row) => row !== "");
    expect(keys).toHaveLength(15);
    expect(keys.at(-1)).toContain("this help");
  });

  test("an invalid expression is reported beside the prompt, which stays open", async () => {
    const view = await started({ columns: 80, rows: 10 });
    view.type("//(/\r");
    await view.shows("Invalid regular expression");
    expect(view.screen().at(-1)).toBe("search (text or /regex/): /(/ ");
    view.type("\u007f\u007f5");
    await view.shows("search (text or /regex/): /5");
    expect(view.screen().join("\n")).not.toContain("Invalid");
  });

  test("x asks for confirmation, and cancels the invocation", async () => {
    const view = await started({ cancel: "works" });
    view.type("x");
    await view.shows("cancel the invocation? y or n");
    view.type("n");
    await view.shows("q leave");
    expect(view.answer("cancelled")).toBeUndefined();
    view.type("xy");
    await view.shows("cancellation requested");
    expect(view.answer("cancelled")).toBeDefined();
  });

  test("a failed cancellation is reported", async () => {
    const view = await started({ cancel: "fails" });
    view.type("xy");
    await view.shows("cannot cancel the invocation: not allowed");
    expect(view.exitCode).toBeUndefined();
  });
});
