import type { ClickPoint, NodeOperations } from "../../../login-reader/operations.ts";
import { CdpError } from "../../chromium/cdp.ts";
import type { ReadFrame } from "../page/frames.ts";
import { operate, type WorldNode } from "../page/reader-script.ts";

/**
 * Element of one reading of a frame. It becomes invalid with the document: later calls then reject with `CdpError`.
 */
export class PageElement {
  readonly frame: ReadFrame;
  readonly #objectId: string;

  private constructor(frame: ReadFrame, objectId: string) {
    this.frame = frame;
    this.#objectId = objectId;
  }

  static async of({ frame, index }: { frame: ReadFrame; index: number }): Promise<PageElement> {
    const expression = `browserctlLogin.elements[${index}]`;
    const { result } = await frame.session.send("Runtime.evaluate", { expression, contextId: frame.contextId });
    if (result.objectId === undefined) throw new CdpError("Runtime.evaluate", 0, "the element is gone");
    return new PageElement(frame, result.objectId);
  }

  /** Scrolls to the element, focuses it and selects its text. */
  async focus(): Promise<void> {
    await this.#call("focus");
  }

  hasFocus(): Promise<boolean> {
    return this.#call("hasFocus");
  }

  /** True when the value of the element is `value`; undefined when the element is no longer in the document. */
  holds(value: string, loose: boolean): Promise<boolean | undefined> {
    return this.#call("holds", value, loose);
  }

  async set(value: string): Promise<void> {
    await this.#call("set", value);
  }

  /**
   * Chooses the option with this value or label. False when the list has no such option, undefined when the list is
   * gone.
   */
  choose(value: string): Promise<boolean | undefined> {
    return this.#call("choose", value);
  }

  /** Scrolls to the element and finds the point for a click; undefined when it is no longer in the document. */
  clickPoint(): Promise<ClickPoint | undefined> {
    return this.#call("clickPoint");
  }

  /** Clicks by script, as a user gesture. */
  async click(): Promise<void> {
    await operate(this.#node, "click", [], true);
  }

  #call<Name extends keyof NodeOperations>(
    name: Name,
    ...values: Parameters<NodeOperations[Name]>
  ): Promise<ReturnType<NodeOperations[Name]>> {
    return operate(this.#node, name, values);
  }

  get #node(): WorldNode {
    return { session: this.frame.session, objectId: this.#objectId };
  }
}
