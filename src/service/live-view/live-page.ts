import { capitalized } from "../../core/capitalized.ts";
import { commandLine } from "../../core/command-line.ts";
import { escaped } from "../../core/html.ts";
import type { LiveClient } from "../../live-view/messages.ts";

/** Headers of every page of live views. */
export const pageHeaders = {
  "Content-Type": "text/html; charset=utf-8",
  "Content-Security-Policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; frame-ancestors 'self'",
  "Cache-Control": "no-store",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
} as const;

export interface LivePageFacts {
  readonly sessionId: string;
  /** Name of the session, or its id. */
  readonly title: string;
  readonly readOnly: boolean;
  /** Protocol of the session's screen. */
  readonly client: LiveClient;
}

/** Page that shows the screen of a session. */
export function livePage({ sessionId, title, readOnly, client }: LivePageFacts): string {
  const name = escaped(title);
  const input = readOnly
    ? ""
    : `<button type="button" id="show-keyboard">Keyboard</button>
<button type="button" id="show-clipboard">Clipboard</button>`;
  return document(
    sessionId,
    `Live view: ${name}`,
    `<header>
<h1>${name}</h1>
<p id="status" role="status">Connecting…</p>
<nav aria-label="Live view">
<button type="button" id="reconnect" hidden>Connect again</button>
${input}
<button type="button" id="zoom">Zoom</button>
<button type="button" id="full-screen">Full screen</button>
</nav>
</header>
<form id="dialog" role="alertdialog" aria-labelledby="dialog-title" aria-describedby="dialog-message" hidden>
<p><strong id="dialog-title"></strong> <span id="dialog-message"></span></p>
${
  readOnly
    ? ""
    : `<input id="dialog-text" aria-labelledby="dialog-message" hidden>
<button type="submit">Accept</button> <button type="button" id="dialog-dismiss">Dismiss</button>`
}
</form>
<main id="screen"></main>
<textarea id="keys" aria-label="Keyboard input for the session" autocomplete="off" autocapitalize="off" autocorrect="off" spellcheck="false"${readOnly ? " disabled" : ""}></textarea>
<dialog id="clipboard" aria-labelledby="clipboard-title">
<form method="dialog">
<h2 id="clipboard-title">Clipboard of the session</h2>
<textarea id="clipboard-text" aria-labelledby="clipboard-title" rows="8"></textarea>
<p><button type="submit">Close</button> <button type="button" id="clipboard-copy">Copy from the session</button> <button type="button" id="clipboard-send">Send to the session</button></p>
</form>
</dialog>
<noscript>The live view needs JavaScript.</noscript>`,
    { head: `<script type="module" src="/browsers/${escaped(sessionId)}/live/viewer.js"></script>`, readOnly, client },
  );
}

/** Way out for a person: a sentence, and a line to type. */
export interface Advice {
  readonly text: string;
  readonly line: string;
}

/** Page that says why there is no live view, and what to do. */
export function refusalPage(sessionId: string, message: string, advice: Advice): string {
  const sentence = capitalized(message);
  return document(
    sessionId,
    "No live view",
    `<article>
<h1>No live view</h1>
<p>${escaped(sentence)}.</p>
<p>${escaped(advice.text)}</p>
<pre>${escaped(advice.line)}</pre>
</article>`,
  );
}

function document(
  sessionId: string,
  title: string,
  body: string,
  { head = "", readOnly, client }: { head?: string } & Partial<Pick<LivePageFacts, "readOnly" | "client">> = {},
): string {
  return `<!doctype html>
<html lang="en" data-command="${escaped(commandLine`browsers view ${sessionId}`)}"${readOnly === undefined ? "" : ` data-read-only="${readOnly}" data-client="${client}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, interactive-widget=resizes-content">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/browsers/${escaped(sessionId)}/live/viewer.css">
${head}
</head>
<body>
${body}
</body>
</html>
`;
}
