import type { BrowserConnection } from "../../../../src/service/chromium/browser-connection.ts";
import type { CdpSession } from "../../../../src/service/chromium/cdp.ts";
import { until } from "../../../support/until.ts";

/** Person who operates the shown page of a browser by mouse and keyboard, as in a live view. */
export class Person {
  readonly #connection: BrowserConnection;
  readonly #sessions = new Map<string, CdpSession>();

  constructor(connection: BrowserConnection) {
    this.#connection = connection;
  }

  /** Clicks an element once the page shows it; `selector` of a frame in the page is `iframe >> selector`. */
  async click(selector: string): Promise<void> {
    const session = await this.#session();
    const { x, y } = await until(() => this.#pointOf(session, selector), { what: () => selector });
    const at = { x, y, button: "left" as const, clickCount: 1 };
    await session.send("Input.dispatchMouseEvent", { ...at, type: "mousePressed", buttons: 1 });
    await session.send("Input.dispatchMouseEvent", { ...at, type: "mouseReleased" });
  }

  /** Types into the focused element, or after a click into that of a selector. */
  async type(text: string, selector?: string): Promise<void> {
    if (selector !== undefined) await this.click(selector);
    const session = await this.#session();
    for (const key of text) {
      await session.send("Input.dispatchKeyEvent", { type: "keyDown", key, text: key });
      await session.send("Input.dispatchKeyEvent", { type: "keyUp", key });
    }
  }

  async enter(): Promise<void> {
    const session = await this.#session();
    const key = { key: "Enter", code: "Enter", windowsVirtualKeyCode: 13 };
    await session.send("Input.dispatchKeyEvent", { ...key, type: "keyDown", text: "\r" });
    await session.send("Input.dispatchKeyEvent", { ...key, type: "keyUp" });
  }

  /** Waits until the page shows an element. */
  async sees(selector: string): Promise<void> {
    await until(async () => (await this.#pointOf(await this.#session(), selector)) !== undefined, {
      what: () => selector,
    });
  }

  async #session(): Promise<CdpSession> {
    const [page] = await this.#connection.pageWatch.pages();
    if (!page) throw new Error("no page is open");
    const known = this.#sessions.get(page.targetId);
    if (known) return known;
    const { targetId } = page;
    const { sessionId } = await this.#connection.send("Target.attachToTarget", { targetId, flatten: true });
    const session = this.#connection.session(sessionId);
    this.#sessions.set(targetId, session);
    return session;
  }

  async #pointOf(session: CdpSession, selector: string): Promise<{ x: number; y: number } | undefined> {
    const expression = `(() => {
      let [root, left, top] = [document, 0, 0];
      for (const part of ${JSON.stringify(selector)}.split(" >> ")) {
        const found = root?.querySelector(part);
        const box = found?.getBoundingClientRect();
        if (!box || box.width === 0) return undefined;
        root = found.contentDocument ?? found.shadowRoot ?? { box };
        if (found.contentDocument) [left, top] = [left + box.left, top + box.top];
        if (root.box || root === found.shadowRoot) root = Object.assign(root, { box });
        globalThis.lastBox = box;
      }
      return { x: left + lastBox.left + lastBox.width / 2, y: top + lastBox.top + lastBox.height / 2 };
    })()`;
    const { result } = await session.send("Runtime.evaluate", { expression, returnByValue: true });
    return result.value;
  }
}
