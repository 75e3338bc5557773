import { describe, expect, test } from "vitest";
import { log, state } from "../support/log-terminal.ts";
import { ESC, expectAsBefore, keys, lines, logViews } from "../support/log-views.ts";

const { opened, started } = logViews();

describe("the end", () => {
  test("the view closes at the end of the invocation; a summary stays in the scrollback", async () => {
    const view = await started();
    view.lines(...lines(30), `${ESC}[31mlast${ESC}[0m`);
    view.items(state("failed", { finished_at: "2026-11-20T10:00:12.300Z", status_reason: `it${ESC}[2J broke` }));
    view.order({ do: "end" });
    await view.ended();
    expectAsBefore(view);
    const left = view.scrollback().filter((row) => row !== "");
    expect(left).toEqual([
      "The last 10 of 31 lines; all of them: browserctl invocations tail inv_1 --plain",
      ...lines(9, 21),
      "last",
      "shop › charge inv_1 failed in 12.3 s, 31 lines",
      "the command goes on",
    ]);
    expect(view.answer("end")?.end).toMatchObject({ how: "ended", invocation: { status: "failed" } });
  });

  test("the view stays open while the person reads, until q", async () => {
    const view = await started();
    view.lines(...lines(100));
    await view.shows("line 99;");
    view.type(keys.up);
    await view.shows("scrolled back");
    view.items(state("succeeded", { finished_at: "2026-11-20T10:01:00Z" }));
    view.order({ do: "end" });
    await view.shows("ended");
    expect(view.screen()[0]).toMatch(/succeeded 1m$/);
    view.type("q");
    await view.ended();
    expect(view.answer("end")?.end.how).toBe("ended");
    expectAsBefore(view);
  });

  test("q leaves the view at once", async () => {
    const view = await started();
    view.lines("a line");
    await view.shows("a line");
    view.type("q");
    await view.ended();
    expect(view.answer("end")?.end.how).toBe("left");
    expect(view.scrollback().join("\n")).toMatch(/a line\nshop › charge inv_1 is running after .*, 1 line\n/);
    expectAsBefore(view);
  });

  test.each(["an idle screen", "a flood", "a prompt", "reading that hangs"])(
    "Ctrl-C leaves %s at once",
    async (where) => {
      const view = await started({ earlier: "hangs" });
      if (where === "a flood") view.order({ do: "flood", count: 10_000_000 });
      if (where === "reading that hangs") view.order({ do: "flood", count: 30_000 });
      if (where !== "an idle screen" && where !== "a prompt") await view.shows("of the flood");
      if (where === "a prompt") view.type("/abc");
      if (where === "a prompt") await view.shows("abc");
      if (where === "reading that hangs") {
        await view.shows("30000 lines");
        view.type("g");
        await view.shows("reading earlier lines…");
      }
      view.type("\u0003");
      // Before the terminal gives keys it is a signal.
      const how = (): string | undefined => view.answer("end")?.end.how ?? view.answer("error")?.error;
      await view.until(() => how() !== undefined, "the end");
      expect(how()).toBe("interrupted");
      if (where === "a flood") return;
      await view.ended();
      expectAsBefore(view);
    },
  );

  test("a failure of the stream is passed on, with the terminal restored", async () => {
    const view = await started();
    view.lines("a line");
    view.order({ do: "fail", message: "the stream is gone" });
    await view.ended();
    expect(view.answer("error")?.error).toBe("the stream is gone");
    expectAsBefore(view);
  });

  test("a failure of the stream is shown to a person who is reading, with the clock stopped, and passed on afterwards", async () => {
    const view = await started();
    view.lines(...lines(60));
    await view.shows("line 59;");
    view.type(keys.pageUp);
    await view.shows("scrolled back");
    view.order({ do: "fail", message: "the stream is gone" });
    await view.shows("lost: the stream is gone");
    expect(view.screen().join("\n")).not.toContain("ended");
    view.type("q");
    await view.ended();
    expect(view.answer("error")?.error).toBe("the stream is gone");
  });

  test("SIGTERM closes the view and restores the terminal", async () => {
    const view = await started();
    view.pty.kill("SIGTERM");
    await view.ended();
    expect(view.answer("error")?.error).toMatch(/terminated|interrupted/);
    expectAsBefore(view);
  });
});

describe("without a keyboard", () => {
  test("the view follows to the end without a keyboard", async () => {
    const view = await opened({ noStdin: true });
    view.items({ kind: "connected" }, state("running"), log("a line"));
    await view.shows("Ctrl-C leaves");
    view.items(state("succeeded"));
    view.order({ do: "end" });
    await view.ended();
    expect(view.answer("end")?.end.how).toBe("ended");
    expect(view.terminal.buffer.active.type).toBe("normal");
  });

  test("Ctrl-C is a signal without a keyboard", async () => {
    const view = await opened({ noStdin: true });
    await view.shows("Ctrl-C leaves");
    view.type("\u0003");
    await view.ended();
    expect(view.answer("error")?.error).toBe("interrupted");
    expect(view.terminal.buffer.active.type).toBe("normal");
  });
});

describe("much", () => {
  test("200,000 lines at full speed: none is lost, and the last is visible", async () => {
    const view = await started();
    view.order({ do: "flood", count: 200_000 });
    await view.shows("200000 lines", 30_000);
    await view.shows("line 199999 of the flood");
    view.order({ do: "end" });
    await view.ended();
    expect(view.scrollback().join("\n")).toContain("line 199990 of the flood\n");
  });

  test("earlier lines are read again when the person scrolls there", async () => {
    const view = await started({ earlier: "works" });
    view.order({ do: "flood", count: 50_000 });
    await view.shows("50000 lines");
    view.type("g");
    await view.shows("line 0 of the flood");
    expect(view.answer("earlier")).toBeDefined();
    view.type(keys.pageDown);
    await view.shows("line 39 of the flood");
    view.type("G");
    await view.shows("line 49999 of the flood");
  });

  test("the status bar reports that earlier lines are being read, that this failed, or that they are not available", async () => {
    const hangs = await started({ earlier: "hangs" });
    hangs.order({ do: "flood", count: 30_000 });
    await hangs.shows("30000 lines");
    hangs.type("g");
    await hangs.shows("reading earlier lines…");
    const fails = await started({ earlier: "fails" });
    fails.order({ do: "flood", count: 30_000 });
    await fails.shows("30000 lines");
    fails.type("g");
    await fails.shows("cannot read earlier lines: the service is gone");
    const none = await started();
    none.order({ do: "flood", count: 30_000 });
    await none.shows("30000 lines");
    none.type("g");
    await none.shows("older lines are not available");
    expect([hangs, fails, none].map((view) => view.answer("earlier") !== undefined)).toEqual([true, true, false]);
  });
});

describe("with a screen reader", () => {
  const env = { INK_SCREEN_READER: "true" };

  test("with a screen reader, every line is written once and nothing is drawn over", async () => {
    const view = await started({ env });
    view.items(log("INFO one"), log(`${ESC}[2Jtwo`), { kind: "gap", reason: "restart", after: undefined });
    view.items({ kind: "reconnecting", reason: "broken off", attempt: 1, inMs: 3_000 }, { kind: "connected" });
    view.items(log("three"), state("succeeded", { finished_at: "2026-11-20T10:00:05Z" }));
    view.order({ do: "end" });
    await view.ended();
    expect(view.scrollback().filter((row) => row !== "")).toEqual([
      "shop charge 1.4.2: queued; keys: s prints the state, q leaves, Ctrl-C interrupts",
      "connected",
      "now running",
      "INFO one",
      "␛[2Jtwo",
      "--- lines may be missing here: restart ---",
      "reconnecting in 3 s: broken off",
      "connected",
      "three",
      "now succeeded",
      "shop › charge inv_1 succeeded in 5.0 s, 3 lines, 1 gap",
      "the command goes on",
    ]);
    expect(view.output).not.toMatch(/\u001b\[(?:\?1049h|[0-9]*[ABHJK])/);
    expect(view.answer("end")?.end.how).toBe("ended");
  });

  test("with a screen reader, s prints the state; q and Ctrl-C leave", async () => {
    for (const [key, how] of [
      ["q", "left"],
      ["\u0003", "interrupted"],
    ] as const) {
      const view = await started({ env });
      view.lines("a line");
      await view.shows("a line");
      view.type("s");
      await view.until(() => /running for .*, connected, 1 line/.test(view.screen().join("\n")), "the state");
      view.type(key);
      await view.ended();
      expect(view.answer("end")?.end.how).toBe(how);
      expect(view.answer("modes")?.modes).toMatch(/(?<!-)\bicanon\b/);
    }
  });
});
