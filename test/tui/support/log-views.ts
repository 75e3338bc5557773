import { afterAll, beforeAll, expect, onTestFinished } from "vitest";
import { buildLogDriver, LogTerminal, type LogTerminalOptions, state } from "./log-terminal.ts";

export const ESC = "\u001b";
export const keys = {
  up: `${ESC}[A`,
  down: `${ESC}[B`,
  pageUp: `${ESC}[5~`,
  pageDown: `${ESC}[6~`,
  home: `${ESC}[H`,
  end: `${ESC}[F`,
};

export const lines = (count: number, from = 0): string[] =>
  Array.from({ length: count }, (_, at) => `line ${from + at};`);

type Start = (options?: LogTerminalOptions) => Promise<LogTerminal>;

/** Builds the driver for a file of tests. `opened` starts a view, `started` one that is connected and runs. */
export function logViews(): { opened: Start; started: Start } {
  let driver: Awaited<ReturnType<typeof buildLogDriver>>;
  beforeAll(async () => {
    driver = await buildLogDriver();
  });
  afterAll(() => driver.remove());
  const opened: Start = async (options) => {
    const view = await LogTerminal.start(driver.file, options);
    onTestFinished(() => view.close());
    return view;
  };
  const started: Start = async (options = {}) => {
    const view = await opened(options);
    view.items({ kind: "connected" }, state("running"));
    await view.shows(options.env?.["INK_SCREEN_READER"] ? "connected" : "leave");
    return view;
  };
  return { opened, started };
}

/** Checks that the next program finds the terminal as it was. */
export function expectAsBefore(view: LogTerminal): void {
  expect(view.terminal.buffer.active.type).toBe("normal");
  expect(view.output.lastIndexOf(`${ESC}[?25h`)).toBeGreaterThan(view.output.lastIndexOf(`${ESC}[?25l`));
  expect(view.terminal.modes.wraparoundMode).toBe(true);
  expect(view.terminal.modes.bracketedPasteMode).toBe(false);
  expect(view.terminal.modes.mouseTrackingMode).toBe("none");
  const modes = view.answer("modes")?.modes ?? "";
  expect(modes).toMatch(/(?<!-)\bicanon\b/);
  expect(modes).toMatch(/(?<!-)\becho\b/);
  expect(modes).toMatch(/(?<!-)\bisig\b/);
  expect(view.screen().join("\n")).toContain("the command goes on");
}
