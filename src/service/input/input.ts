import type { OperationById } from "../../contract/index.ts";
import type { BodyOf } from "../../contract/operation.ts";
import type { ActionParams } from "../../input-rules/action-rules.ts";
import type { InputDevice, InputDriver, Point } from "./device.ts";
import { InputError } from "./input-error.ts";
import { InputQueue } from "./input-queue.ts";
import { type PreparedAction, prepareAction } from "./prepare-action.ts";
import { prepareBatch } from "./prepare-batch.ts";

/**
 * Input of one session (spec 4.7 to 4.9, contract 2.4): keyboard, mouse, pointer and clipboard, used by one request at a
 * time, in order of arrival.
 *
 * Invalid input is rejected before anything else happens. Throws an {@link InputError}: `invalid` with the fields,
 * `input-busy` after 30 s of waiting for the turn; the errors of its driver; or the reason of the signal.
 */
export class Input {
  readonly #driver: InputDriver;
  readonly #queue: InputQueue;

  /** @param ended resolves with the reason when the driver is no longer usable */
  constructor(driver: InputDriver, ended: Promise<Error>) {
    this.#driver = driver;
    this.#queue = new InputQueue(ended);
  }

  /** Position of the mouse, in whole pixels; 0, 0 before its first movement. */
  get mousePosition(): Point {
    return this.#driver.mousePosition;
  }

  get cursorHidden(): boolean {
    return this.#driver.cursorHidden;
  }

  /** Shows or hides the mouse pointer, without waiting for the turn. */
  setCursorHidden(hidden: boolean): Promise<void> {
    return this.#driver.setCursorHidden(hidden);
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

  /** Runs work with the device, without other input in between. Rejects with the error of the work. */
  perform(work: (device: InputDevice) => Promise<void>, signal: AbortSignal): Promise<void> {
    return this.#queue.turn(signal, (turn) => this.#driver.use(turn, work));
  }

  /** Performs several actions in order, without other input between them. */
  async batch({ actions }: BodyOf<OperationById<"computer.batch">>, signal: AbortSignal): Promise<undefined> {
    await this.#run(prepareBatch(actions), signal);
    return undefined;
  }

  /** Text on the clipboard; empty when there is none. */
  clipboardText(signal: AbortSignal): Promise<string> {
    return this.#queue.turn(signal, (turn) => this.#driver.readClipboard(turn));
  }

  async setClipboardText(text: string, signal: AbortSignal): Promise<undefined> {
    if (!text.isWellFormed()) {
      const message = "is not valid Unicode: half of a surrogate pair";
      throw InputError.invalid(`text: ${message}`, [{ path: "text", message }]);
    }
    await this.#queue.turn(signal, (turn) => this.#driver.writeClipboard(text, turn));
    return undefined;
  }

  #run(action: PreparedAction, signal: AbortSignal): Promise<void> {
    return this.#queue.turn(signal, (turn) => action.run({ driver: this.#driver, signal: turn }));
  }
}
