import type { ClickPoint, NodeOperations, OwnerState } from "../operations.ts";
import { actingOn } from "./acting.ts";
import { $, type AnyElement, boxOf, treeOf } from "./dom.ts";
import { holds, keepRoot } from "./tree.ts";
import { deepest, isBehind, isShown } from "./visibility.ts";

/** Operations as functions of their node; the service passes a node of the right class. */
type Operations = {
  readonly [Name in keyof NodeOperations]: (
    node: never,
    ...values: Parameters<NodeOperations[Name]>
  ) => ReturnType<NodeOperations[Name]>;
};

/** Operations on nodes of a page, by name. */
export const operations: Operations = {
  focus(element: AnyElement & HTMLElement): void {
    element[$.scrollIntoView]({ block: "center", inline: "center", behavior: "instant" });
    element[$.focus]({ preventScroll: true });
    element[$.select]?.();
  },
  hasFocus(element: Element): boolean {
    return element[$.isConnected] && document[$.hasFocus]() && treeOf(element)[$.activeElement] === element;
  },
  holds(element: HTMLInputElement, value: string, loose: boolean): boolean | undefined {
    const plain = (text: string): string => (loose ? text.replace(/[\s()+.-]/g, "") : text);
    return element[$.isConnected] ? plain(element[$.value]) === plain(value) : undefined;
  },
  /** By the setter of the class, not by one that a framework has put on the element. */
  set(element: HTMLInputElement, value: string): void {
    element[$.value] = value;
    const how = { bubbles: true, composed: true, inputType: "insertText" };
    actingOn(element, () => element[$.dispatchEvent](new InputEvent("input", how)));
    element[$.dispatchEvent](new Event("change", { bubbles: true }));
  },
  choose(list: HTMLSelectElement, wanted: string): boolean | undefined {
    if (!list[$.isConnected]) return undefined;
    const plain = (text: string): string => text.replace(/\s+/g, " ").trim().toLowerCase();
    const open = [...list[$.options]].filter((option) => !option[$.disabled]);
    const option =
      open.find((one) => one[$.value] === wanted) ??
      open.find((one) => plain(one[$.label]) === plain(wanted) || plain(one[$.value]) === plain(wanted));
    if (!option) return false;
    if (option[$.selected]) return true;
    list[$.focus]({ preventScroll: true });
    option[$.selected] = true;
    actingOn(list, () => list[$.dispatchEvent](new Event("input", { bubbles: true, composed: true })));
    list[$.dispatchEvent](new Event("change", { bubbles: true }));
    return true;
  },
  click(element: HTMLElement): void {
    actingOn(element, () => element[$.click]());
  },
  clickPoint(element: AnyElement): ClickPoint | undefined {
    if (!element[$.isConnected]) return undefined;
    const labels: Element[] = [...(element[$.labels] ?? [])];
    const isHiddenRadio = element[$.type] === "radio" && !isShown(element);
    const target = (isHiddenRadio && labels.find((label) => isShown(label))) || element;
    target[$.scrollIntoView]({ block: "center", inline: "center", behavior: "instant" });
    const box = target[$.getClientRects]()[0] ?? boxOf(target);
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const hit = deepest(x, y);
    const reached = hit !== null && (holds(target, hit) || labels.some((label) => holds(label, hit)));
    return { x, y, reached };
  },
  ownerState(owner: Element): OwnerState {
    const [box, style] = [boxOf(owner), getComputedStyle(owner)];
    return {
      shown: isShown(owner),
      behind: isBehind(owner),
      x: box.left + owner[$.clientLeft] + Number.parseFloat(style.paddingLeft),
      y: box.top + owner[$.clientTop] + Number.parseFloat(style.paddingTop),
    };
  },
  keepRoot,
};
