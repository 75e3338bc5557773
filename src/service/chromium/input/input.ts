import type { OperationById } from "../../../contract/index.ts";
import type { BodyOf } from "../../../contract/operation.ts";
import type { ActionParams } from "../../../input-rules/action-rules.ts";
import type { BrowserConnection } from "../browser-connection.ts";
import { BrowserError } from "../browser-error.ts";
import type { Clipboard } from "./clipboard.ts";
import { InputQueue } from "./input-queue.ts";
import { Mouse, type Point } from "./mouse.ts";
import { type PreparedAction, prepareAction } from "./prepare-action.ts";
import { prepareBatch } from "./prepare-batch.ts";

/**
 * Input of one session (spec 4.7 to 4.9, contract 2.4): keyboard, mouse, pointer and clipboard, used by one request at a
 * time, in order of arrival.
 *
 * Invalid input is rejected before anything else happens. Throws a {@link BrowserError}: `invalid` with the
 * fields, `input-busy` after 30 s of waiting for the turn, those of `InputPage`; or the reason of the signal.
 */
export class Input {
  readonly #connection: BrowserConnection;
  readonly #clipboard: Clipboard;
  readonly #queue: InputQueue;
  readonly #mouse = new Mouse();

  constructor(connection: BrowserConnection, clipboard: Clipboard) {
    this.#connection = connection;
    this.#clipboard = clipboard;
    this.#queue = new InputQueue(connection);
  }

  /** Position of the mouse, in CSS pixels; 0, 0 before its first movement. */
  get mousePosition(): Point {
    return this.#mouse.position;
  }

  /** Performs one action. */
  async act<Name extends keyof ActionParams>(
    name: Name,
    params: ActionParams[Name],
    signal: AbortSignal,
  ): Promise<undefined> {
    await this.#run(prepareAction(name, params), signal);
    return undefined;
  }

  /** Performs several actions in order, without other input between them. */
  async batch({ actions }: BodyOf<OperationById<"computer.batch">>, signal: AbortSignal): Promise<undefined> {
    await this.#run(prepareBatch(actions), signal);
    return undefined;
  }

  /** Text on the clipboard; empty when there is none. */
  clipboardText(signal: AbortSignal): Promise<string> {
    return this.#queue.turn(signal, (turn) => this.#clipboard.read(turn));
  }

  async setClipboardText(text: string, signal: AbortSignal): Promise<undefined> {
    if (!text.isWellFormed()) {
      const message = "is not valid Unicode: half of a surrogate pair";
      throw BrowserError.invalid(`text: ${message}`, [{ path: "text", message }]);
    }
    await this.#queue.turn(signal, (turn) => this.#clipboard.write(text, turn));
    return undefined;
  }

  #run(action: PreparedAction, signal: AbortSignal): Promise<void> {
    const [connection, mouse] = [this.#connection, this.#mouse];
    return this.#queue.turn(signal, (turn) => action.run({ connection, mouse, signal: turn }));
  }
}
