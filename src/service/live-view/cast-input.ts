import type { CastMessage } from "../../live-view/messages.ts";
import type { InputDevice } from "../input/device.ts";
import type { Input } from "../input/input.ts";

/** CSS pixels of one wheel unit. */
const WHEEL_UNIT = 120;

/** Message that becomes input of the session. */
export type CastAction = Exclude<CastMessage, { type: "drawn" | "answer" }>;
type OfType<Type extends CastAction["type"]> = CastAction & { type: Type };
type Button = OfType<"press">["button"];
type Point = Readonly<Record<"x" | "y", number>>;

export interface CastInputOptions {
  readonly signal: AbortSignal;
  /** Called when the keys that copy have been pressed, with the clipboard. */
  copied(text: string): void;
  /** Called after each action. */
  acted(): void;
}

/**
 * Input of one viewer, in order. Movements and turns of the wheel that wait are joined. Input that fails is lost: its page
 * was closed, or is blocked by a dialog, which the viewer sees.
 */
export class CastInput {
  readonly #input: Input;
  readonly #options: CastInputOptions;
  readonly #waiting: CastAction[] = [];
  readonly #held = new Map<Button, Point>();
  #acting = false;

  constructor(input: Input, options: CastInputOptions) {
    this.#input = input;
    this.#options = options;
  }

  /** Number of actions that wait. */
  get waiting(): number {
    return this.#waiting.length;
  }

  push(action: CastAction): void {
    const last = this.#waiting.at(-1);
    if (action.type === "move" && last?.type === "move") this.#waiting.pop();
    if (action.type === "wheel" && last?.type === "wheel" && action.x === last.x && action.y === last.y) {
      this.#waiting.pop();
      const [deltaX, deltaY] = [action.deltaX + last.deltaX, action.deltaY + last.deltaY];
      this.#waiting.push({ ...action, deltaX, deltaY });
    } else this.#waiting.push(action);
    if (!this.#acting) void this.#run();
  }

  /** Drops what waits: a dialog blocks the page. */
  drop(): void {
    this.#waiting.length = 0;
  }

  /** Releases the buttons that are held. */
  leave(): void {
    this.drop();
    for (const [button, at] of this.#held) this.push({ type: "release", button, ...at });
  }

  async #run(): Promise<void> {
    this.#acting = true;
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) {
      try {
        await this.#act(next);
      } catch {
        // The page, or the session, was closed meanwhile; or the point is outside of a viewport that has changed.
      }
      this.#options.acted();
    }
    this.#acting = false;
  }

  async #act(action: CastAction): Promise<void> {
    const { signal } = this.#options;
    switch (action.type) {
      case "text":
        if (action.text !== "") await this.#input.act("type_text", { text: action.text }, signal);
        return;
      case "key":
        await this.#input.act("press_key", { keys: [action.keys] }, signal);
        if (/^(Ctrl|Super)\+(c|x|Insert)$/i.test(action.keys)) {
          this.#options.copied(await this.#input.clipboardText(signal));
        }
        return;
      case "clipboard":
        await this.#input.setClipboardText(action.text, signal);
        return;
      default:
        await this.#input.perform((device) => this.#point(device, action), signal);
    }
  }

  async #point(device: InputDevice, action: OfType<"move" | "click" | "press" | "release" | "wheel">): Promise<void> {
    const { width, height } = await device.area();
    const at = { x: Math.min(action.x, width - 1), y: Math.min(action.y, height - 1) };
    await device.moveMouse(at);
    if (action.type === "wheel") {
      await device.turnWheel({ x: action.deltaX / WHEEL_UNIT, y: action.deltaY / WHEEL_UNIT });
    } else if (action.type === "press") {
      this.#held.set(action.button, at);
      await device.pressButton(action.button, { clickCount: 1, mayDrag: true });
    } else if (action.type === "release") {
      this.#held.delete(action.button);
      await device.releaseButton(action.button, { clickCount: 1 });
    } else if (action.type === "click") {
      const { button, count: clickCount } = action;
      try {
        await device.pressButton(button, { clickCount, mayDrag: false });
      } finally {
        await device.releaseButton(button, { clickCount });
      }
    }
    await device.settled();
  }
}
