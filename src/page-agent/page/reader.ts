import { $ } from "../../login-reader/page/dom.ts";
import "./without-parser.ts";
import { mainText } from "./main-text.ts";
import { markdownOf } from "./markdown.ts";
import type { FrameText, ReadTextOptions } from "./operations.ts";
import { visibleCopy } from "./visible-copy.ts";

declare global {
  var browserctlReader: typeof read;
}

/**
 * Text of a document, or of one of its elements, as Markdown.
 *
 * @param inClosed nodes in closed shadow roots, which scripts cannot find themselves
 */
function read(element: Element | null, options: ReadTextOptions, ...inClosed: Node[]): FrameText {
  const closed = inClosed.map((node) => node[$.getRootNode]()).filter((root) => root instanceof ShadowRoot);
  const roots = new Map(closed.map((root) => [root.host, root]));
  const copy = visibleCopy(element ?? document.body ?? document.documentElement, roots);
  const part = element || options.whole ? copy.body : mainText(copy);
  return { markdown: markdownOf(part, options), width: innerWidth, height: innerHeight };
}

globalThis.browserctlReader = read;
