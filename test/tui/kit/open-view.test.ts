import { expect, test } from "vitest";
import { expectMainScreen, expectRestored, kitViews, resultOf } from "../support/kit-views.ts";
import { ESC } from "../support/log-views.ts";

const opened = kitViews();

test("a view fills the terminal with its bars and rows, none wider than the terminal", async () => {
  const view = await opened("screen", "80x24");
  expect(view.screen().slice(0, 6)).toEqual([
    `a view of the kit first second${" ".repeat(43)}running`,
    "80x24 · a longer part",
    "",
    "",
    `${"x".repeat(79)}…`,
    "q leave  ? help",
  ]);
  expect(view.terminal.buffer.active.type).toBe("alternate");
});

test("a view is laid out again when the terminal is resized", async () => {
  const view = await opened("screen", "80x24");
  view.resize(30, 8);
  await view.shows("30x8");
  const rows = (): string[] => view.screen().map((row) => row.trimEnd());
  expect(rows()[0]).toBe("a view of the kit      running");
  expect(rows()[1]).toBe("30x8 · a longer part");
  expect(rows()[4]).toBe(`${"x".repeat(29)}…`);
  view.resize(12, 8);
  await view.shows("12x8");
  expect(rows()[0]).toBe("a …  running");
  expect(rows()[1]).toBe("12x8");
  expect(rows()[5]).toBe("q leave");
});

test("keys arrive by name and one by one, also when they are typed in one chunk", async () => {
  const view = await opened("screen", "80x24");
  view.type("ab\u007f\r\u0015");
  await view.shows("a b backspace return clear");
  view.type(`${ESC}[Z`);
  await view.shows("backTab");
  view.type(`${ESC}[3~`);
  await view.shows("backTab delete");
  view.type(`${ESC}[D`);
  await view.shows("left");
  view.type(ESC);
  await view.shows("left escape");
  view.type("q");
  await expectRestored(view);
  expect(resultOf(view)).toBe("a b backspace return clear backTab delete left escape");
});

test("Ctrl-C interrupts every view and restores the terminal", async () => {
  const view = await opened("screen", "80x24");
  view.type("\u0003");
  await expectRestored(view);
  expect(view.scrollback().join("\n")).toContain("error interrupted");
});

test("Ctrl-Z stops every view with a restored terminal, and fg draws it again", async () => {
  const view = await opened("screen", "80x24", { inShell: true });
  view.type("a\u001a");
  await view.until(() => /Stopped/.test(view.screen().join("\n")), "a stopped job");
  expect([view.terminal.buffer.active.type, view.terminal.modes.wraparoundMode]).toEqual(["normal", true]);
  view.type("fg\r");
  await view.shows("80x24 · a longer part");
  expect(view.terminal.modes.wraparoundMode).toBe(false);
  view.type("b");
  await view.shows("a b");
  view.type("q");
  await view.shows("terminal restored");
  expect([view.terminal.buffer.active.type, view.terminal.modes.wraparoundMode]).toEqual(["normal", true]);
  expect(resultOf(view)).toBe("a b");
});

test("a view that no shell can continue goes on after Ctrl-Z", async () => {
  const view = await opened("screen", "80x24");
  view.type("\u001a");
  await view.until(() => view.output.split(`${ESC}[?1049h`).length === 3, "the view once more");
  view.type("b");
  await view.shows("\nb");
  view.type("q");
  await expectRestored(view);
  expect(resultOf(view)).toBe("b");
});

test.each(["SIGTERM", "SIGHUP", "SIGINT"])("%s restores the terminal", async (signal) => {
  const view = await opened("screen", "80x24");
  view.pty.kill(signal);
  await expectRestored(view);
  expect(view.scrollback().join("\n")).toContain("error interrupted");
});

test("a component that throws restores the terminal and passes its error on", async () => {
  const view = await opened("throwing", "press a key");
  view.type("x");
  await expectRestored(view);
  expect(view.scrollback().join("\n")).toContain("error the component is broken");
});

test("a process that exits inside of a view leaves the main screen, with cursor and line wrap", async () => {
  const view = await opened("exiting", "press a key");
  view.type("x");
  await view.ended();
  expect(view.exitCode).toBe(5);
  expectMainScreen(view);
});

test("without a keyboard a view is drawn, and ends by a signal", async () => {
  const view = await opened("screen", "80x24", { noStdin: true });
  view.pty.kill("SIGTERM");
  await view.ended();
  expectMainScreen(view);
  expect(view.scrollback().join("\n")).toContain("error interrupted");
});

test("under a flood of events frames are throttled, and a key is answered", async () => {
  const view = await opened("frames", "counting");
  const started = performance.now();
  await view.until(() => performance.now() - started > 300, "a few frames");
  view.type("x");
  await expectRestored(view);
  const { events, frames } = resultOf(view) as { events: number; frames: number };
  expect(events).toBeGreaterThan(10_000);
  expect(frames).toBeGreaterThan(1);
  const elapsedMs = performance.now() - started;
  expect(frames).toBeLessThan(2 + (elapsedMs + 1_000) / 50);
});
