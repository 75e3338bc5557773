import { STYLE } from "./style.ts";

/** Markup; every other text is escaped when it is put into some. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Part = Html | string | number | undefined | readonly Html[];

/** Template of markup: interpolated texts are escaped, `undefined` is empty. */
export function html(texts: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(texts.map((text, at) => text + markup(parts[at])).join(""));
}

function markup(part: Part): string {
  if (part === undefined) return "";
  if (part instanceof Html) return part.text;
  if (typeof part === "object") return part.map(({ text }) => text).join("");
  return String(part).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

export interface DocumentOptions {
  readonly language?: string;
  /** Markup before the content, such as a toolbar. */
  readonly before?: Html;
  /** True for a page of many columns. */
  readonly wide?: boolean;
}

/** Whole document with one heading. */
export function htmlDocument(
  title: string,
  content: Html,
  { language = "en", before, wide = false }: DocumentOptions = {},
): Html {
  return html`<!doctype html>
<html lang="${language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${new Html(STYLE)}</style>
${wide ? html`<body class="wide">` : html`<body>`}
${before}<main>
<h1>${title}</h1>
${content}
</main>
</html>`;
}
