import { resolve } from "node:path";
import type { Needs } from "../page-agent/act/check-element.ts";
import { pressKeys, typeKeys } from "../page-agent/act/keyboard.ts";
import { type MouseButton, pressAt, pressElement, unlessBlocked } from "../page-agent/act/mouse.ts";
import { Refusal } from "../page-agent/requests.ts";
import type { Elements } from "./elements.ts";
import { chordName } from "./key-name.ts";
import { readChoice, readNumber, readOptions, readText } from "./options.ts";
import type { Patience } from "./patience.ts";

const BUTTONS: readonly MouseButton[] = ["left", "middle", "right"];
const STATES = ["attached", "detached", "visible", "hidden"] as const;
/** Maximum number of presses of a click. */
const MAX_CLICKS = 10;
const TIMEOUT_SEC = 10;

const toPress: Needs = { enabled: true, writable: false, place: true };
const toWrite: Needs = { enabled: true, writable: true, place: true };

/** Functions that fire the events of a person who has typed. */
const TYPED = `function () {
  this.dispatchEvent(new Event("input", { bubbles: true }));
  this.dispatchEvent(new Event("change", { bubbles: true }));
}`;

/** Helpers for mouse, keyboard and files (contract 2.28). */
export function inputHelpers(elements: Elements, patience: Patience) {
  return {
    async click(target: unknown, given?: unknown): Promise<void> {
      const defaults = { button: "left", clickCount: 1, timeoutSec: TIMEOUT_SEC };
      const { button, clickCount, timeoutSec } = readOptions("click", given, defaults);
      const name = readChoice("click", "button", button, BUTTONS);
      if (!Number.isInteger(clickCount) || clickCount < 1 || clickCount > MAX_CLICKS) {
        throw new RangeError(`click: clickCount must be a whole number from 1 to ${MAX_CLICKS}`);
      }
      const { x, y } = (target ?? {}) as { readonly x?: unknown; readonly y?: unknown };
      if (typeof target === "object" && x !== undefined) {
        const point = { x: readNumber("click", "x", x), y: readNumber("click", "y", y) };
        const page = await elements.page();
        await page.session.send("Input.dispatchMouseEvent", { type: "mouseMoved", ...point });
        await pressAt(page, point, clickCount, name);
        return;
      }
      await elements.operate("click", target, toPress, timeoutSec, (page, checked) =>
        pressElement(page, checked, clickCount, false, name),
      );
    },
    async fillInput(target: unknown, text: unknown, given?: unknown): Promise<void> {
      const { clearFirst, timeoutSec } = readOptions("fillInput", given, { clearFirst: true, timeoutSec: TIMEOUT_SEC });
      const value = readText("fillInput", "text", text);
      await elements.operate("fillInput", target, toWrite, timeoutSec, async (page, { element, state }) => {
        if (!state.isEditable) throw new Refusal("wrong_kind", `a ${state.tag} takes no text`);
        if (await element.run("isSet")) return element.run("setValue", value);
        if (!(await element.run("focus"))) throw new Refusal("wrong_kind", "the field does not take the focus");
        await unlessBlocked(page, async () => {
          if (clearFirst && (await element.run("value")) !== "") {
            await element.run("selectAll");
            await pressKeys(page.session, ["Delete"]);
          } else await element.run("toEnd");
          await typeKeys(page.session, value);
          await element.session.send("Runtime.callFunctionOn", {
            objectId: element.objectId,
            functionDeclaration: TYPED,
          });
        });
      });
    },
    async typeText(text: unknown): Promise<void> {
      const { session } = await elements.page();
      await session.send("Input.insertText", { text: readText("typeText", "text", text) });
    },
    async pressKey(key: unknown, modifiers?: unknown): Promise<void> {
      const page = await elements.page();
      const name = chordName(key, modifiers);
      await unlessBlocked(page, () => pressKeys(page.session, [name]));
    },
    async scroll(x: unknown, y: unknown, dy: unknown = -300, dx: unknown = 0): Promise<void> {
      const { session } = await elements.page();
      await session.send("Input.dispatchMouseEvent", {
        type: "mouseWheel",
        x: readNumber("scroll", "x", x),
        y: readNumber("scroll", "y", y),
        deltaX: readNumber("scroll", "dx", dx),
        deltaY: readNumber("scroll", "dy", dy),
      });
    },
    async waitForElement(target: unknown, given?: unknown): Promise<boolean> {
      const options = readOptions("waitForElement", given, { state: "visible", timeoutSec: TIMEOUT_SEC });
      const state = readChoice("waitForElement", "state", options.state, STATES);
      const reached = await patience.until(options.timeoutSec, async () => {
        const visible = await elements.visible("waitForElement", target);
        const isVisible = visible.includes(true);
        const isThere = visible.length > 0;
        const isReached = { attached: isThere, detached: !isThere, visible: isVisible, hidden: !isVisible }[state];
        return isReached || undefined;
      });
      return reached ?? false;
    },
    async uploadFile(target: unknown, paths: unknown): Promise<void> {
      const files = Array.isArray(paths) ? paths : [paths];
      if (files.length === 0) throw new TypeError("uploadFile: name a file");
      const absolute = files.map((path) => resolve(readText("uploadFile", "the path", path)));
      const { backendId: backendNodeId, session } = await elements.first("uploadFile", target);
      await session.send("DOM.setFileInputFiles", { files: absolute, backendNodeId });
    },
  };
}
