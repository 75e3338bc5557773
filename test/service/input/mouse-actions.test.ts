import { describe, expect, test } from "vitest";
import type { ActionParams } from "../../../src/input-rules/action-rules.ts";
import type { InputDevice, InputDriver, Point } from "../../../src/service/input/device.ts";
import { Input } from "../../../src/service/input/input.ts";

/** Device of 100x50 pixels that records its calls, and fails at one of them on request. */
class Recorder implements InputDevice {
  readonly calls: string[] = [];
  readonly failAt: string | undefined;
  mousePosition: Point = { x: 0, y: 0 };
  #isHolding = false;

  constructor(failAt?: string) {
    this.failAt = failAt;
  }

  async area() {
    return { name: "screen" as const, width: 100, height: 50 };
  }

  async moveMouse(to: Point) {
    this.mousePosition = { x: Math.round(to.x), y: Math.round(to.y) };
    this.#call(`move ${to.x},${to.y}`);
  }

  async pressButton(button: string, { clickCount, mayDrag }: { clickCount: number; mayDrag: boolean }) {
    this.#call(`press ${button} ${clickCount}${mayDrag ? " may drag" : ""}`);
  }

  async releaseButton(button: string, { clickCount }: { clickCount: number }) {
    this.#call(`release ${button} ${clickCount}`);
  }

  async turnWheel({ x, y }: Point) {
    this.#call(`wheel ${x},${y}`);
  }

  async holding(keys: readonly { code: string }[], work: () => Promise<void>) {
    const codes = keys.map(({ code }) => code).join("+");
    if (codes === "") return work();
    this.#call(`hold ${codes}`);
    this.#isHolding = true;
    await work().finally(() => this.#call(`let go ${codes}`));
  }

  async pressChord(chord: { keys: readonly { code: string }[] } | { insert: string }, durationMs: number) {
    this.#call("insert" in chord ? chord.insert : `${chord.keys.map(({ code }) => code).join("+")} ${durationMs}`);
  }

  async typeText(text: string, delayMs: number) {
    this.#call(`type ${text} ${delayMs}`);
  }

  async settled() {
    if (this.#isHolding) this.#call("settled");
  }

  async pause() {}

  #call(call: string) {
    this.calls.push(call);
    if (call === this.failAt) throw new Error(`failed: ${call}`);
  }
}

async function act<Name extends keyof ActionParams>(name: Name, params: ActionParams[Name], recorder = new Recorder()) {
  const driver: InputDriver = {
    use: (_signal, work) => work(recorder),
    mousePosition: recorder.mousePosition,
    cursorHidden: false,
    setCursorHidden: async (hidden) => void recorder.calls.push(`hidden ${hidden}`),
    readClipboard: async () => "",
    writeClipboard: async () => {},
  };
  await new Input(driver, new Promise(() => {})).act(name, params, new AbortController().signal);
  return recorder.calls;
}

describe("a click", () => {
  test("a click counts to three and starts again", async () => {
    expect(await act("click_mouse", { x: 1, y: 2, num_clicks: 4, hold_keys: ["ctrl"] })).toEqual([
      "hold ControlLeft",
      "settled",
      "move 1,2",
      ...["press left 1", "release left 1", "press left 2", "release left 2"],
      ...["press left 3", "release left 3", "press left 1", "release left 1"],
      "let go ControlLeft",
      "settled",
    ]);
  });

  test("a click that only presses may become a drag", async () => {
    expect(await act("click_mouse", { x: 1, y: 2, click_type: "down", button: "right" })).toEqual([
      "move 1,2",
      "press right 1 may drag",
    ]);
  });

  test("a click releases button and keys when the press fails", async () => {
    const recorder = new Recorder("press left 1");
    const clicked = act("click_mouse", { x: 1, y: 2, hold_keys: ["shift"] }, recorder);
    await expect(clicked).rejects.toThrow("failed: press left 1");
    expect(recorder.calls.slice(-2)).toEqual(["release left 1", "let go ShiftLeft"]);
  });
});

test("a drag releases the button when a movement fails", async () => {
  const recorder = new Recorder("move 10,10");
  const path = [
    [0, 0],
    [10, 10],
  ];
  const dragged = act("drag_mouse", { path, smooth: false, steps_per_segment: 2 }, recorder);
  await expect(dragged).rejects.toThrow("failed: move 10,10");
  expect(recorder.calls).toEqual(["move 0,0", "press left 1 may drag", "move 5,5", "move 10,10", "release left 1"]);
});

test("a smooth movement stays between its ends and reaches its end exactly", async () => {
  const recorder = new Recorder();
  recorder.mousePosition = { x: 0, y: 40 };
  const calls = await act("move_mouse", { x: 99, y: 0, duration_ms: 320 }, recorder);
  const points = calls.map((call) => call.replace("move ", "").split(",").map(Number));
  expect(points).toHaveLength(20);
  expect(points.every(([x = -1, y = -1]) => x > 0 && x <= 99 && y >= 0 && y <= 40)).toBe(true);
  expect(points.at(-1)).toEqual([99, 0]);
});

test("a scroll turns the wheel at its point, by wheel units", async () => {
  expect(await act("scroll", { x: 5, y: 6, delta_x: -1, delta_y: 2 })).toEqual(["move 5,6", "wheel -1,2"]);
});

test("keys, text and the pointer reach the device as they are", async () => {
  const keys = await act("press_key", { keys: ["ctrl+t", "é"], duration: 7, hold_keys: ["shift"] });
  expect(keys).toEqual(["hold ShiftLeft", "ControlLeft+KeyT 7", "é", "let go ShiftLeft", "settled"]);
  expect(await act("type_text", { text: "aé", delay: 3 })).toEqual(["type aé 3"]);
  expect(await act("set_cursor", { hidden: true })).toEqual(["hidden true"]);
});

test("coordinates outside the device's area name the area, each field and its limit, and nothing is done", async () => {
  const recorder = new Recorder();
  await expect(act("click_mouse", { x: 100, y: 50 }, recorder)).rejects.toMatchObject({
    kind: "invalid",
    message: "the point is outside the screen of 100x50",
    problems: [
      { path: "x", message: "is 100, and must be from 0 to 99" },
      { path: "y", message: "is 50, and must be from 0 to 49" },
    ],
  });
  expect(recorder.calls).toEqual([]);
});
