import type { Point } from "../../input/device.ts";
import { BrowserError } from "../browser-error.ts";
import { decodePng } from "../png.ts";
import type { InputPage } from "./input-page.ts";
import { findList, type ListPicture, type Span } from "./list-picture.ts";
import { type OpenPicker, openPicker } from "./open-picker.ts";

/** Maximum number of times that the highlight is moved towards a point. */
const MAX_MOVES = 20;
/** Maximum wait until the effect of a click or key is visible, in milliseconds. */
const PAINT_BOUND_MS = 500;
const CHECK_EVERY_MS = 15;

/**
 * Handles a click while the list of a select may be open over the page. Without a window, Chromium sends such a click
 * to the page below the list. So a click on an option highlights and chooses it by keys, and a click beside the list
 * closes it; the page gets the same `input` and `change` events as in a window.
 *
 * @returns false when no picker is open, and the click belongs to the page @throws BrowserError `picker-open` for a
 * picker that is not a list, and when no option is found
 */
export async function clickPicker(page: InputPage, at: Point): Promise<boolean> {
  const picker = await openPicker(page);
  if (!picker) return false;
  const list = picker.control === "select" ? await paintedList(page, picker) : undefined;
  if (!list) throw pickerOpen(picker);
  if (isInside(list.x, at.x) && isInside(list.y, at.y)) await choose(page, picker, list, at.y);
  else await close(page, "Escape");
  return true;
}

/** Throws a {@link BrowserError} `picker-open` while a picker is open over the page. */
export async function assertNoPicker(page: InputPage): Promise<void> {
  const picker = await openPicker(page);
  if (picker) throw pickerOpen(picker);
}

/** Chooses the option at `y`, as soon as a screenshot shows it highlighted. */
async function choose(page: InputPage, picker: OpenPicker, shown: ListPicture, y: number): Promise<void> {
  if (await highlightAt(page, picker, shown, y)) return close(page, "Enter");
  // Escape would choose an option that was highlighted by a key.
  const list = await listOf(page, picker);
  if (list) await highlightAt(page, picker, list, shown.highlight.start);
  throw new BrowserError("picker-open", `the open list has no option to choose at that point; ${WAY_OUT}`);
}

/** Moves the highlight to the option at `y`. Returns false when no option there can be chosen. */
async function highlightAt(page: InputPage, picker: OpenPicker, shown: ListPicture, y: number): Promise<boolean> {
  let list: ListPicture | undefined = shown;
  let lastDown: boolean | undefined;
  let oneByOne = false;
  for (let move = 0; list && move < MAX_MOVES; move++) {
    const { start, end } = list.highlight;
    if (isInside(list.highlight, y)) return true;
    const down = y >= end;
    if (lastDown !== undefined && down !== lastDown) {
      // Keys skip options that cannot be chosen: options that were passed are approached one by one, but only once.
      if (oneByOne) return false;
      oneByOne = true;
    }
    lastDown = down;
    const rows = Math.ceil((down ? y - end + 1 : start - y) / (end - start));
    list = await moveHighlight(page, picker, list, down, oneByOne ? 1 : rows);
  }
  return false;
}

/** Presses an arrow key a number of times. Undefined when the highlight does not move. */
async function moveHighlight(
  page: InputPage,
  picker: OpenPicker,
  from: ListPicture,
  down: boolean,
  times: number,
): Promise<ListPicture | undefined> {
  for (let count = 0; count < times; count++) await press(page, down ? "ArrowDown" : "ArrowUp");
  const distance = times * (from.highlight.end - from.highlight.start);
  let latest: ListPicture | undefined;
  await bounded(page, async () => {
    latest = await listOf(page, picker);
    return latest && Math.abs(latest.highlight.start - from.highlight.start) >= distance ? latest : undefined;
  });
  // Fewer rows than key presses: the list has ended, or has scrolled.
  return latest && latest.highlight.start !== from.highlight.start ? latest : undefined;
}

const KEY_CODES = { ArrowDown: 40, ArrowUp: 38, Enter: 13, Escape: 27 } as const;

/** Presses a key that the list handles. Its release is not sent: the page would get it once the list is closed. */
async function press(page: InputPage, key: keyof typeof KEY_CODES): Promise<void> {
  const event = { key, code: key, windowsVirtualKeyCode: KEY_CODES[key] };
  await page.input("Input.dispatchKeyEvent", { type: "rawKeyDown", ...event });
}

/** Closes the list by a key, and waits until it is closed. */
async function close(page: InputPage, key: "Enter" | "Escape"): Promise<void> {
  await press(page, key);
  await bounded(page, async () => (await openPicker(page)) === undefined || undefined);
}

/** List that was just opened; it is painted a little later. */
async function paintedList(page: InputPage, picker: OpenPicker): Promise<ListPicture | undefined> {
  return bounded(page, () => listOf(page, picker));
}

/** Reads a value until it is defined, within the time limit. */
async function bounded<T>(page: InputPage, read: () => Promise<T | undefined>): Promise<T | undefined> {
  const end = performance.now() + PAINT_BOUND_MS;
  for (;;) {
    const value = await read();
    if (value !== undefined || performance.now() > end) return value;
    await page.pause(CHECK_EVERY_MS);
  }
}

async function listOf(page: InputPage, picker: OpenPicker): Promise<ListPicture | undefined> {
  const options = { format: "png" as const, optimizeForSpeed: true };
  const { data } = await page.send("Page.captureScreenshot", options);
  return findList(await decodePng(Buffer.from(data, "base64")), picker);
}

const WAY_OUT = "choose with press_key (Down, Up or the first letters, then Return), or close it with Escape";

function pickerOpen({ control }: OpenPicker): BrowserError {
  const message =
    control === "select"
      ? `a list of options is open over the page, and the option at that point cannot be told; ${WAY_OUT}`
      : "the picker of an input field is open over the page and takes no clicks in a session without a window; close it with press_key Escape and type the value, or choose with the arrow keys and Return";
  return new BrowserError("picker-open", message);
}

function isInside({ start, end }: Span, at: number): boolean {
  return at >= start && at < end;
}
