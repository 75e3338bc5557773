import type { WebSocket } from "ws";
import { type CastMessage, MAX_CLIPBOARD } from "../../live-view/messages.ts";
import { textPieces } from "../../live-view/text-pieces.ts";
import type { InputDevice } from "../input/device.ts";
import type { Input } from "../input/input.ts";
import { TYPED_PIECE, ViewerQueue } from "./viewer-queue.ts";

/** CSS pixels of one wheel unit. */
const WHEEL_UNIT = 120;

/** Message that becomes input of the session. */
export type CastAction = Exclude<CastMessage, { type: "drawn" | "answer" }>;
type OfType<Type extends CastAction["type"]> = CastAction & { type: Type };
type Button = OfType<"press">["button"];
type Point = Readonly<Record<"x" | "y", number>>;

export interface CastInputOptions {
  readonly signal: AbortSignal;
  /** Called with the clipboard when the keys for copying were pressed. */
  copied(text: string): void;
  /** Called after each action. */
  acted(): void;
  /** Called for a clipboard that is too large, with the reason. */
  refused(reason: string): void;
  readonly stallMs: number;
}

/**
 * Input of one viewer, in order. Waiting movements and wheel turns are joined. Input that fails is dropped: its page
 * was closed, or is blocked by a dialog, which the viewer sees.
 */
export class CastInput {
  readonly #input: Input;
  readonly #options: CastInputOptions;
  readonly #queue: ViewerQueue<CastAction>;
  readonly #held = new Map<Button, Point>();
  #hasLeft = false;
  /** Parts of the clipboard that arrived before the last one. */
  #clipboard = new LimitedText(MAX_CLIPBOARD);

  constructor(viewer: WebSocket, input: Input, options: CastInputOptions) {
    this.#input = input;
    this.#options = options;
    this.#queue = new ViewerQueue(viewer, { handle: (action) => this.#handle(action), stallMs: options.stallMs });
  }

  /** Adds an action that arrived in a message of `bytes` bytes. */
  push(action: CastAction, bytes: number): void {
    if (!this.#queue.join((last) => joined(last, action))) this.#queue.push(action, bytes);
  }

  /** Drops waiting input, because a dialog blocks the page. */
  drop(): void {
    this.#queue.drop();
  }

  /** Releases the held buttons. */
  leave(): void {
    this.#hasLeft = true;
    this.drop();
    for (const [button, at] of this.#held) this.push({ type: "release", button, ...at }, 0);
  }

  async #handle(action: CastAction): Promise<void> {
    try {
      await this.#act(action);
    } catch {
      // The page or the session was closed in the meantime, or the point is outside of a viewport that has changed.
    }
    this.#options.acted();
  }

  async #act(action: CastAction): Promise<void> {
    const { signal } = this.#options;
    switch (action.type) {
      case "text":
        for (const text of textPieces(action.text, TYPED_PIECE)) {
          if (this.#hasLeft) return;
          await this.#input.act("type_text", { text }, signal);
          this.#queue.progress();
        }
        return;
      case "key":
        await this.#input.act("press_key", { keys: [action.keys] }, signal);
        if (/^(Ctrl|Super)\+(c|x|Insert)$/i.test(action.keys)) {
          this.#options.copied(await this.#input.clipboardText(signal));
        }
        return;
      case "clipboard": {
        if (!this.#clipboard.add(action.text)) {
          this.#clipboard.take();
          this.#options.refused(`the text for the clipboard is too large; at most ${MAX_CLIPBOARD} bytes`);
        } else if (!action.more) await this.#input.setClipboardText(this.#clipboard.take(), signal);
        return;
      }
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

/** Combines two successive actions: the last of two movements, the sum of two wheel turns. */
function joined(last: CastAction, action: CastAction): CastAction | undefined {
  if (action.type === "move" && last.type === "move") return action;
  if (action.type !== "wheel" || last.type !== "wheel") return undefined;
  if (action.x !== last.x || action.y !== last.y) return undefined;
  return { ...action, deltaX: action.deltaX + last.deltaX, deltaY: action.deltaY + last.deltaY };
}

/** Text of several parts, with a limit in bytes of UTF-8. */
class LimitedText {
  readonly #limit: number;
  #text = "";
  #bytes = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Adds a part; false when the text is too large. */
  add(piece: string): boolean {
    this.#bytes += Buffer.byteLength(piece);
    if (this.#bytes > this.#limit) return false;
    this.#text += piece;
    return true;
  }

  /** Returns the text so far and clears it. */
  take(): string {
    const text = this.#text;
    this.#text = "";
    this.#bytes = 0;
    return text;
  }
}
