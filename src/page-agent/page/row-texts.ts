import { $ } from "../../login-reader/page/dom.ts";

const skipped = new Set(["script", "style", "textarea", "select"]);

/**
 * Texts below a row, each text node for itself, as `read/row-texts.ts` reads them from a snapshot. A row without texts has the
 * number that the page gives it.
 */
export function textsOf(row: Element, max: number): string[] {
  const texts: string[] = [];
  const pending: Node[] = [row];
  for (let node = pending.pop(); node && texts.length < max; node = pending.pop()) {
    if (node[$.nodeType] === Node.TEXT_NODE) {
      const text = node[$.nodeValue] ?? "";
      if (text.trim() !== "") texts.push(text);
    } else if (!skipped.has((node as Element)[$.localName])) pending.push(...[...node[$.childNodes]].reverse());
  }
  const number = row[$.getAttribute]("aria-rowindex");
  return texts.length === 0 && number !== null ? [number] : texts;
}
