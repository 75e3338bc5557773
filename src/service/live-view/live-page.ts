import { capitalized } from "../../core/capitalized.ts";
import { commandLine } from "../../core/command-line.ts";
import { type Html, html } from "../../core/html.ts";
import { htmlPage, htmlPageHeaders } from "../../core/html-page.ts";
import type { LiveClient } from "../../live-view/messages.ts";

/** Headers of every page of live views. */
export const pageHeaders = htmlPageHeaders("img-src 'self' data:; frame-ancestors 'self'", "no-referrer");

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
  return page(sessionId, {
    title: `Live view: ${title}`,
    script: `${filesOf(sessionId)}/viewer.js`,
    attributes: html` data-read-only="${String(readOnly)}" data-client="${client}"`,
    body: html`<header>
<h1>${title}</h1>
<p id="status" role="status">Connecting…</p>
<nav aria-label="Live view">
<button type="button" id="reconnect" hidden>Connect again</button>
${readOnly ? undefined : inputButtons}
<button type="button" id="zoom">Zoom</button>
<button type="button" id="full-screen">Full screen</button>
</nav>
</header>
<form id="dialog" role="alertdialog" aria-labelledby="dialog-title" aria-describedby="dialog-message" hidden>
<p><strong id="dialog-title"></strong> <span id="dialog-message"></span></p>
${readOnly ? undefined : dialogAnswers}
</form>
<main id="screen"></main>
<textarea id="keys" aria-label="Keyboard input for the session" autocomplete="off" autocapitalize="off" autocorrect="off" spellcheck="false"${readOnly ? html` disabled` : undefined}></textarea>
${clipboard}
<noscript>The live view needs JavaScript.</noscript>`,
  });
}

const inputButtons = html`<button type="button" id="show-keyboard">Keyboard</button>
<button type="button" id="show-clipboard">Clipboard</button>`;

const dialogAnswers = html`<input id="dialog-text" aria-labelledby="dialog-message" hidden>
<button type="submit">Accept</button> <button type="button" id="dialog-dismiss">Dismiss</button>`;

const clipboard = html`<dialog id="clipboard" aria-labelledby="clipboard-title">
<form method="dialog">
<h2 id="clipboard-title">Clipboard of the session</h2>
<textarea id="clipboard-text" aria-labelledby="clipboard-title" rows="8"></textarea>
<p><button type="submit">Close</button> <button type="button" id="clipboard-copy">Copy from the session</button> <button type="button" id="clipboard-send">Send to the session</button></p>
</form>
</dialog>`;

/** Advice for a person: a sentence, and a command to type. */
export interface Advice {
  readonly text: string;
  readonly line: string;
}

/** Page that explains why there is no live view, and what to do. */
export function refusalPage(sessionId: string, message: string, advice: Advice): string {
  return page(sessionId, {
    title: "No live view",
    body: html`<article>
<h1>No live view</h1>
<p>${capitalized(message)}.</p>
<p>${advice.text}</p>
<pre>${advice.line}</pre>
</article>`,
  });
}

interface PageParts {
  readonly title: string;
  readonly script?: string;
  readonly attributes?: Html;
  readonly body: Html;
}

function page(sessionId: string, { attributes, ...parts }: PageParts): string {
  return htmlPage({
    ...parts,
    style: `${filesOf(sessionId)}/viewer.css`,
    attributes: html` data-command="${commandLine`browsers view ${sessionId}`}"${attributes}`,
  });
}

function filesOf(sessionId: string): string {
  return `/browsers/${sessionId}/live`;
}
