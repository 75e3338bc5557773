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

  /**
   * Clicks an element once the page shows it. `iframe >> selector` is an element of a frame, `host >> selector` one of a
   * shadow root; the page has its closed roots in `closedRoots`, by their hosts. `text=…` is the innermost element with
   * that text.
   */
  async click(selector: string): Promise<void> {
    const session = await this.#session();
    const { x, y } = await until(() => this.#pointOf(session, selector), { what: () => selector });
    const at = { x, y, button: "left" as const, clickCount: 1 };
    await session.send("Input.dispatchMouseEvent", { ...at, type: "mousePressed", buttons: 1 });
    await session.send("Input.dispatchMouseEvent", { ...at, type: "mouseReleased" });
  }

  /** Types into the focused element, or after a click into that of a selector. */
  async type(text: string, selector?: string): Promise<void> {
    if (selector !== undefined) await this.#focus(selector);
    const session = await this.#session();
    for (const key of text) {
      await session.send("Input.dispatchKeyEvent", { type: "keyDown", key, text: key });
      await session.send("Input.dispatchKeyEvent", { type: "keyUp", key });
    }
  }

  /** Types over what a field contains. */
  async replace(text: string, selector: string): Promise<void> {
    await this.#focus(selector);
    const session = await this.#session();
    const key = { key: "a", code: "KeyA", modifiers: 2, windowsVirtualKeyCode: 65 };
    await session.send("Input.dispatchKeyEvent", { ...key, type: "rawKeyDown", commands: ["selectAll"] });
    await session.send("Input.dispatchKeyEvent", { ...key, type: "keyUp" });
    await this.type(text);
  }

  /** Clicks a field until it has the focus: what has just appeared may get no clicks yet. */
  async #focus(selector: string): Promise<void> {
    const session = await this.#session();
    const hasFocus = async (): Promise<boolean> => {
      if ((await this.#pointOf(session, selector))?.isFocused) return true;
      await this.click(selector);
      return false;
    };
    await until(hasFocus, { what: () => `the focus of ${selector}` });
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
    return this.#attached(page.targetId);
  }

  /** Center of an element in the viewport of the page; undefined as long as the page does not show it. */
  async #pointOf(session: CdpSession, selector: string): Promise<Point | undefined> {
    const expression = `(${pointIn})(${JSON.stringify(selector.split(" >> "))})`;
    const { result } = await session.send("Runtime.evaluate", { expression, returnByValue: true });
    const found: (Point & { readonly rest?: readonly string[] }) | undefined = result.value;
    if (!found?.rest) return found;
    const frame = await this.#remoteFrame();
    const inner = frame && (await this.#pointOf(frame, found.rest.join(" >> ")));
    return inner && { ...inner, x: found.x + inner.x, y: found.y + inner.y };
  }

  /** The only frame with a process of its own. */
  async #remoteFrame(): Promise<CdpSession | undefined> {
    const filter = [{ type: "iframe" }, { exclude: true }];
    const [frame] = (await this.#connection.send("Target.getTargets", { filter })).targetInfos;
    return frame && this.#attached(frame.targetId);
  }

  async #attached(targetId: string): Promise<CdpSession> {
    const known = this.#sessions.get(targetId);
    if (known) return known;
    const { sessionId } = await this.#connection.send("Target.attachToTarget", { targetId, flatten: true });
    const session = this.#connection.session(sessionId);
    this.#sessions.set(targetId, session);
    return session;
  }
}

interface Point {
  readonly x: number;
  readonly y: number;
  readonly isFocused?: boolean;
}

/** Function of the page: center of an element, or the place of a frame of another site with the rest of the path. */
const pointIn = `(parts) => {
  const find = (root, part) => part.startsWith("text=")
    ? [...root.querySelectorAll("*")].findLast((one) => one.checkVisibility() && one.textContent.trim() === part.slice(5))
    : root.querySelector(part);
  let [root, left, top] = [document, 0, 0];
  for (const [at, part] of parts.entries()) {
    // Styles that come late move what is there.
    if (root?.readyState !== undefined && root.readyState !== "complete") return undefined;
    const found = root && find(root, part);
    found?.scrollIntoViewIfNeeded();
    const box = found?.getBoundingClientRect();
    const isLast = at === parts.length - 1;
    // The host of a shadow root may have no box of its own.
    if (!box || (box.width === 0 && (isLast || found.localName === "iframe"))) return undefined;
    const isFocused = root.activeElement === found;
    if (isLast) return { x: left + box.left + box.width / 2, y: top + box.top + box.height / 2, isFocused };
    if (found.localName === "iframe") {
      [left, top] = [left + box.left + found.clientLeft, top + box.top + found.clientTop];
      if (!found.contentDocument) return { x: left, y: top, rest: parts.slice(at + 1) };
      root = found.contentDocument;
    } else root = found.ownerDocument.defaultView.closedRoots?.get(found) ?? found.shadowRoot;
  }
}`;
