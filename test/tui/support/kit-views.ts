import { afterAll, beforeAll, expect, onTestFinished } from "vitest";
import { buildDriver, type TerminalOptions, ViewTerminal } from "./view-terminal.ts";

export type OpenKitView = (view: string, first: string, options?: TerminalOptions) => Promise<ViewTerminal>;

/** Builds the driver of the kit for a test file. The function it returns opens a view and waits for its first text. */
export function kitViews(): OpenKitView {
  return driverViews("kit-driver.tsx", "DRIVER_VIEW");
}

/** As {@link kitViews}, for another driver, which reads the view to show from a variable. */
export function driverViews(entry: string, variable: string): OpenKitView {
  let driver: Awaited<ReturnType<typeof buildDriver>>;
  beforeAll(async () => {
    driver = await buildDriver(entry);
  });
  afterAll(() => driver.remove());
  return async (name, first, options = {}) => {
    const view = new ViewTerminal(driver.file, options, { [variable]: name });
    onTestFinished(() => view.close());
    await view.shows(first);
    return view;
  };
}

/** Waits until the program has exited, and checks that the next program finds the terminal as it was. */
export async function expectRestored(view: ViewTerminal): Promise<void> {
  await view.ended();
  expect(view.scrollback().join("\n")).toContain("terminal restored");
  expectMainScreen(view);
}

/** Checks everything that escape sequences can change: screen, cursor, line wrap, paste and mouse modes. */
export function expectMainScreen(view: ViewTerminal): void {
  const cursor = (letter: string): number => view.output.lastIndexOf(`\u001b[?25${letter}`);
  expect(view.terminal.buffer.active.type).toBe("normal");
  expect(cursor("h")).toBeGreaterThanOrEqual(cursor("l"));
  expect(view.terminal.modes.wraparoundMode).toBe(true);
  expect(view.terminal.modes.bracketedPasteMode).toBe(false);
  expect(view.terminal.modes.mouseTrackingMode).toBe("none");
}

/** The result that the driver printed. */
export function resultOf(view: ViewTerminal): unknown {
  const line = view.scrollback().find((row) => row.startsWith("result "));
  return line === undefined ? undefined : JSON.parse(line.slice("result ".length));
}
