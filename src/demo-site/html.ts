import { Html, html } from "../core/html.ts";
import { STYLE } from "./style.ts";

export { Html, html } from "../core/html.ts";

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
