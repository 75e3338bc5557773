import { type Html, html } from "./html.ts";

/** Page for a browser, with files that are served beside it. */
export interface HtmlPage {
  readonly title: string;
  /** Path of the style sheet. */
  readonly style: string;
  /** Path of the script, a module; no script when omitted. */
  readonly script?: string | undefined;
  /** Attributes of the root element, each after a space. */
  readonly attributes?: Html | undefined;
  /** Further markup of the head. */
  readonly head?: Html | undefined;
  readonly body: Html;
}

/** Text of a page that fits every screen, in the light or dark colours that the person has chosen. */
export function htmlPage({ title, style, script, attributes, head, body }: HtmlPage): string {
  return html`<!doctype html>
<html lang="en"${attributes}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, interactive-widget=resizes-content">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${style}">
${script === undefined ? undefined : html`<script type="module" src="${script}"></script>`}
${head}
</head>
<body>
${body}
</body>
</html>
`.text;
}

/**
 * Headers of a page that loads scripts and styles of its own origin alone, and is kept by no cache.
 *
 * @param policy further directives of the content security policy
 * @param referrer referrer policy
 */
export function htmlPageHeaders(policy: string, referrer: string): Readonly<Record<string, string>> {
  return {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": `default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; ${policy}`,
    "Cache-Control": "no-store",
    "Referrer-Policy": referrer,
    "X-Content-Type-Options": "nosniff",
  };
}
