import { gfm } from "@joplin/turndown-plugin-gfm";
import TurndownService from "turndown";

/** Maximum number of columns of a cell. */
const MAX_COLUMNS = 30;

/** Options of the text. */
export interface MarkdownOptions {
  /** Prints the addresses of links and pictures; one of the page's own origin begins with its path. */
  readonly links: boolean;
}

/** Markdown of an element, with tables and lists. */
export function markdownOf(element: Element, { links }: MarkdownOptions): string {
  spreadCells(element);
  const service = new TurndownService({
    headingStyle: "atx",
    codeBlockStyle: "fenced",
    bulletListMarker: "-",
    hr: "---",
    emDelimiter: "*",
  });
  service.use(gfm);
  service.addRule("link", {
    filter: "a",
    replacement: (content, node) => {
      const address = addressOf(node, "href");
      return links && address !== "" && content.trim() !== "" ? `[${content.trim()}](${address})` : content;
    },
  });
  service.addRule("code", {
    filter: "pre",
    replacement: (_content, node) => fenced(node),
  });
  service.addRule("term", {
    filter: "dt",
    replacement: (_content, node) => {
      const term = (node.textContent ?? "").replace(/\s+/g, " ").trim();
      return term === "" ? "" : `\n\n**${service.escape(term)}**\n\n`;
    },
  });
  service.addRule("picture", {
    filter: "img",
    replacement: (_content, node) => {
      const alt = (node.getAttribute("alt") ?? "").replace(/\s+/g, " ").trim();
      if (alt === "") return "";
      return `![${alt.replaceAll("]", "\\]")}]${links ? `(${addressOf(node, "src")})` : ""}`;
    },
  });
  return service
    .turndown(element as HTMLElement)
    .replace(/(?<![ \t])[ \t]+$/gm, "")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

/** Gives a cell over several columns empty ones beside it: Markdown knows no other. */
function spreadCells(element: Element): void {
  for (const cell of element.querySelectorAll("[colspan]")) {
    const columns = Math.min(MAX_COLUMNS, Number.parseInt(cell.getAttribute("colspan") ?? "", 10) || 1);
    cell.removeAttribute("colspan");
    for (let at = 1; at < columns; at += 1) cell.after(cell.ownerDocument.createElement(cell.localName));
  }
}

/** Code as it is, between fences that do not occur in it. */
function fenced(node: Element): string {
  const text = (node.textContent ?? "").replace(/(?<!\n)\n+$/, "");
  const longest = Math.max(2, ...[...text.matchAll(/`{3,}/g)].map(([ticks]) => ticks.length));
  const fence = "`".repeat(longest + 1);
  const names = `${node.className} ${node.querySelector("code")?.className ?? ""}`;
  const language = /\b(?:language|lang|highlight-source)-([\w+#-]+)/.exec(names)?.[1] ?? "";
  return text.trim() === "" ? "" : `\n\n${fence}${language}\n${text}\n${fence}\n\n`;
}

/** Absolute address of an attribute, or its path on the page's own origin. Brackets would end a link of Markdown. */
function addressOf(node: Element, name: string): string {
  const value = node.getAttribute(name) ?? "";
  const own = `${location.origin}/`;
  return (value.startsWith(own) ? value.slice(own.length - 1) : value).replace(/[()]/g, (sign) =>
    sign === "(" ? "%28" : "%29",
  );
}
