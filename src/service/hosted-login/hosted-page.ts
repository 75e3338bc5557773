import { loginErrorText } from "../../contract/login-error-texts.ts";
import { capitalized } from "../../core/capitalized.ts";
import { commandLine, filledAdvice } from "../../core/command-line.ts";
import { type Html, html } from "../../core/html.ts";
import { htmlPage, htmlPageHeaders } from "../../core/html-page.ts";
import type { LoginQuestion } from "../login/flow/flow-types.ts";
import type { LoginChoice } from "../login/page/page-facts.ts";
import { type FlowState, pauseOf } from "../managed-auth/login-flow.ts";
import { fieldId, fieldMarkup } from "./field-markup.ts";
import { pagePath } from "./hosted-logins.ts";
import { stateKey, wordsOf } from "./login-page-state.ts";

/**
 * Headers of every page. The referrer stays on this origin: without a referrer, a form would be sent with the origin
 * `null`, like that of a hostile page.
 */
export const hostedPageHeaders = htmlPageHeaders(
  "img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  "same-origin",
);

/** Reason why the answer of a person was not accepted. */
export interface Refusal {
  readonly message: string;
  /** Problems by the ref of their field. */
  readonly ofFields?: ReadonlyMap<string, string>;
}

export interface HostedPageFacts {
  readonly connectionId: string;
  readonly domain: string;
  readonly profileName: string;
  readonly state: FlowState;
  /** Sentence for the work of the service, in a state without a pause. */
  readonly doing?: string | undefined;
  /** Milliseconds until the login expires. */
  readonly expiresInMs: number;
  readonly hasLiveView: boolean;
  /** True when there is a screenshot of a failed login. */
  readonly hasScreenshot?: boolean | undefined;
  readonly refusal?: Refusal | undefined;
}

/** Page of a login in its current state. */
export function hostedPage(facts: HostedPageFacts): string {
  const { connectionId, domain, profileName, state } = facts;
  const { mood, status, heading } = wordsOf(state, domain, facts.doing);
  const isOver = state.status !== "IN_PROGRESS";
  // A page with a field does not reload automatically: typed text would be lost.
  const refreshes = !isOver && !pauseOf(state)?.question.fields.length;
  return page(
    connectionId,
    heading,
    html`<header>
<p class="subject"><strong><bdi>${domain}</bdi></strong> <span class="muted">Profile <bdi>${profileName}</bdi></span></p>
<p id="status" role="status"><bdi>${status}</bdi></p>
</header>
<main id="login" data-key="${stateKey(state)}" data-mood="${mood}" data-status="${status}"${isOver ? html` data-over` : undefined}>
<h1 tabindex="-1"${hasField(facts) || facts.refusal ? undefined : html` autofocus`}>${heading}</h1>
${content(facts)}
${isOver ? undefined : rest(facts)}
</main>`,
    refreshes ? html`<noscript><meta http-equiv="refresh" content="3"></noscript>` : undefined,
  );
}

/** Page that explains why there is no login, and how to get one. */
export function noLoginPage(connectionId: string, message: string): string {
  const sentence = capitalized(message);
  return page(
    connectionId,
    "No login",
    html`<main id="login" data-key="none" data-mood="bad" data-status="No login" data-over>
<h1 tabindex="-1" autofocus>There is no login here</h1>
<p>${sentence}.</p>
<p>A link opens the page once, within 10 minutes, while the login runs. Get another one with:</p>
${pre(commandLine`auth connections get ${connectionId}`)}
</main>`,
  );
}

/**
 * Page that loads its own address again. A browser does not send the cookie of a page when a link on another site leads
 * there, but sends it with this second request.
 */
export function againPage(connectionId: string, address: string): string {
  return page(
    connectionId,
    "Opening the login",
    html`<main><p><a href="${address}">Open the login</a></p></main>`,
    html`<meta http-equiv="refresh" content="0; url=${address}">`,
  );
}

function page(connectionId: string, title: string, body: Html, head?: Html): string {
  const path = pagePath(encodeURIComponent(connectionId));
  return htmlPage({ title: `${title} – browserctl`, style: `${path}/page.css`, script: `${path}/page.js`, head, body });
}

function content(facts: HostedPageFacts): Html {
  const { state, domain, profileName, connectionId } = facts;
  const screenshot = facts.hasScreenshot ? screenshotMarkup(connectionId) : undefined;
  const again = html`<p>To try again, ask for a new link, or start another login with:</p>
${pre(commandLine`auth connections login ${connectionId}`)}`;
  switch (state.status) {
    case "SUCCESS":
      return html`<p>The profile <strong><bdi>${profileName}</bdi></strong> is logged in to <strong><bdi>${domain}</bdi></strong>. You can close this page.</p>`;
    case "FAILED":
      return html`${websiteError(state.websiteError)}
<p><bdi>${sentence(state.error.message)}</bdi></p>
${adviceMarkup(connectionId, state.error.code)}
${screenshot}
<p class="muted">Code: <code>${state.error.code}</code></p>
${again}`;
    case "EXPIRED":
      return html`<p>Nobody answered in time, or the login took too long.</p>${screenshot}${again}`;
    case "CANCELED":
      return html`<p>The browser was closed and nothing was saved. You can close this page.</p>${again}`;
    case "IN_PROGRESS": {
      const pause = pauseOf(state);
      if (!pause) return html`<p>This takes a few seconds. The page changes by itself.</p>`;
      return asking(facts, pause.id, pause.question);
    }
  }
}

/** The step that removes the cause of a failure, where it is another than a new login. */
function adviceMarkup(connectionId: string, code: string): Html | undefined {
  const advice = loginErrorText(code)?.advice;
  if (advice === undefined || advice.endsWith("auth connections login <id>")) return undefined;
  const [what = "", ...command] = filledAdvice(advice, { id: connectionId, name: "NAME" }).split(": ");
  return html`<p>What to try: ${what}.</p>
${pre(command.join(": "))}`;
}

function screenshotMarkup(connectionId: string): Html {
  return html`<figure>
<img src="${pagePath(connectionId)}/screenshot" alt="The page of the website at that moment">
<figcaption class="muted">The page at that moment. Fields, and texts with a value that was entered, are covered.</figcaption>
</figure>`;
}

function asking(facts: HostedPageFacts, interactionId: string, question: LoginQuestion): Html {
  const { kind, fields, message } = question;
  const path = pagePath(facts.connectionId);
  const pause = html`<input type="hidden" name="interaction_id" value="${interactionId}">`;
  const isExternal = kind === "external";
  return html`${refusalMarkup(facts, question)}
${websiteError(question.websiteError)}
${
  isExternal
    ? html`<p class="message"><bdi>${message}</bdi></p>
<form method="post" action="${path}">${pause}
<p><button type="submit" class="main">Continue</button> <span class="muted">when you have done it</span></p>
</form>`
    : undefined
}
${
  fields.length > 0
    ? html`${isExternal ? html`<h2>Or enter</h2>` : undefined}
<form method="post" action="${path}">${pause}
${fieldList(facts, question)}
<p><button type="submit" class="${isExternal ? "" : "main"}">Continue</button></p>
</form>`
    : undefined
}
${choicesMarkup(question, path, pause)}`;
}

function fieldList({ refusal }: HostedPageFacts, { kind, fields }: LoginQuestion): Html[] {
  const hasFocus = (at: number): boolean => at === 0 && kind === "input" && !refusal;
  return fields.map((field, at) =>
    fieldMarkup(field, at, { fields, problem: refusal?.ofFields?.get(field.ref), hasFocus: hasFocus(at) }),
  );
}

/** Choices of the page. Choices without a known kind are behind a summary when there is another way. */
function choicesMarkup({ kind, fields, choices }: LoginQuestion, path: string, pause: Html): Html | undefined {
  if (choices.length === 0) return undefined;
  const known = choices.filter((choice) => choice.kind !== "other");
  const others = choices.filter((choice) => choice.kind === "other");
  const hasOtherWay = kind === "external" || fields.length > 0;
  const list = (some: readonly LoginChoice[]): Html => html`<ul class="choices">${some.map(choiceMarkup)}</ul>`;
  const hidden =
    hasOtherWay || known.length > 0
      ? html`<details><summary>Other buttons of the page</summary>${list(others)}</details>`
      : list(others);
  return html`<form method="post" action="${path}">${pause}
${hasOtherWay && known.length > 0 ? html`<h2>Or choose another way</h2>` : undefined}
${known.length > 0 ? list(known) : undefined}
${others.length > 0 ? hidden : undefined}
</form>`;
}

function choiceMarkup({ ref, label, description, maskedDestination }: LoginChoice): Html {
  const isShown = maskedDestination === undefined || `${label} ${description ?? ""}`.includes(maskedDestination);
  const details = [description, isShown ? undefined : maskedDestination].filter((text) => text !== undefined);
  return html`<li><button type="submit" name="choice" value="${ref}"><bdi>${label}</bdi>${details.map(
    (text) => html` <small><bdi>${text}</bdi></small>`,
  )}</button></li>`;
}

function refusalMarkup({ refusal }: HostedPageFacts, { fields }: LoginQuestion): Html | undefined {
  if (!refusal) return undefined;
  const links = fields.flatMap(({ ref, label }, at) => {
    const problem = refusal.ofFields?.get(ref);
    return problem === undefined ? [] : [html`<li><a href="#${fieldId(at)}"><bdi>${label}</bdi></a>: ${problem}</li>`];
  });
  return html`<div class="alert" role="alert" tabindex="-1" autofocus>
<p>${refusal.message}</p>${links.length > 0 ? html`<ul>${links}</ul>` : undefined}
</div>`;
}

function websiteError(text: string | undefined): Html | undefined {
  if (text === undefined) return undefined;
  return html`<div class="alert" role="alert"><p>The website says: <bdi>${text}</bdi></p></div>`;
}

/** Remaining time, the live view, and the button that ends the login. */
function rest({ connectionId, expiresInMs, hasLiveView }: HostedPageFacts): Html {
  const path = pagePath(connectionId);
  return html`<footer>
<p class="muted" data-expires-ms="${Math.max(0, Math.round(expiresInMs))}">${remaining(expiresInMs)}</p>
${hasLiveView ? html`<p><a href="${path}/live" target="_blank" rel="noopener">Watch the browser in the live view</a></p>` : undefined}
<details><summary>Cancel this login</summary>
<form method="post" action="${path}"><p>The browser is closed and nothing is saved.</p>
<p><button type="submit" name="cancel" value="yes" class="danger">Cancel the login</button></p></form>
</details>
</footer>`;
}

/** Sentence for the remaining time; the page's script has the same sentence. */
function remaining(ms: number): string {
  const minutes = Math.ceil(ms / 60_000);
  return minutes <= 1 ? "Expires in less than a minute." : `Expires in ${minutes} minutes.`;
}

function pre(line: string): Html {
  return html`<pre>${line}</pre>`;
}

function sentence(text = ""): string {
  const first = capitalized(text);
  return /[.!?]$/.test(first) ? first : `${first}.`;
}

function hasField({ state }: HostedPageFacts): boolean {
  const question = pauseOf(state)?.question;
  return question?.kind === "input" && question.fields.length > 0;
}
