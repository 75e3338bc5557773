import type { InputDevice, InputDriver, Point } from "../../input/device.ts";
import type { BrowserConnection } from "../browser-connection.ts";
import { Clipboard } from "./clipboard.ts";
import { Cursor } from "./cursor.ts";
import { InputPage } from "./input-page.ts";
import { Mouse } from "./mouse.ts";
import { PageDevice } from "./page-device.ts";

/**
 * Input of a browser without a window, over its active page. One object per connection; creating it sends nothing.
 * Errors: those of {@link InputPage}, {@link Clipboard} and {@link Cursor}.
 */
export class PageDriver implements InputDriver {
  readonly #connection: BrowserConnection;
  readonly #mouse = new Mouse();
  readonly #cursor: Cursor;
  readonly #clipboard: Clipboard;

  constructor(connection: BrowserConnection) {
    this.#connection = connection;
    this.#cursor = new Cursor(connection, connection.pageWatch, connection.attachments);
    this.#clipboard = new Clipboard(connection, connection.hiddenTabs);
  }

  use(signal: AbortSignal, work: (device: InputDevice) => Promise<void>): Promise<void> {
    return InputPage.use(this.#connection, signal, (page) => work(new PageDevice(page, this.#mouse)));
  }

  get mousePosition(): Point {
    return this.#mouse.position;
  }

  get cursorHidden(): boolean {
    return this.#cursor.hidden;
  }

  setCursorHidden(hidden: boolean): Promise<void> {
    return this.#cursor.set(hidden);
  }

  readClipboard(signal: AbortSignal): Promise<string> {
    return this.#clipboard.read(signal);
  }

  writeClipboard(text: string, signal: AbortSignal): Promise<void> {
    return this.#clipboard.write(text, signal);
  }
}
