import { cut, oneLine } from "../page-text.ts";
import { type DomNode, walk } from "./dom-node.ts";

/** Maximum number of texts of a row that are compared, and of characters of each. */
export const MAX_ROW_TEXTS = 30;
const MAX_TEXT_CHARACTERS = 120;

/**
 * Texts of a row, each text node for itself, rendered or not, so that the page can give the same list later
 * (`rowTexts` in `page/element.ts`). A row without texts has the number that the page gives it.
 */
export function rowTexts(row: DomNode): string[] {
  const texts: string[] = [];
  walk(row, (node) => {
    if (texts.length >= MAX_ROW_TEXTS || node.tag === "script" || node.tag === "style") return false;
    const text = node.tag === "#text" ? rowText(node.content) : "";
    if (text !== "") texts.push(text);
    return node.tag !== "textarea" && node.tag !== "select" && node.tag !== "#root";
  });
  const number = rowText(row.attributes.get("aria-rowindex") ?? "");
  return texts.length === 0 && number !== "" ? [number] : texts;
}

/** Text of a node as it is compared. */
export function rowText(text: string): string {
  return cut(oneLine(text), MAX_TEXT_CHARACTERS);
}
