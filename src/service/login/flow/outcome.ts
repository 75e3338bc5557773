import { pause } from "../../../core/pause.ts";
import { compareTwins } from "../decide/anonymous-twin.ts";
import { isUnmistakable } from "../decide/arrival.ts";
import { askedFields, type LoginState } from "../decide/page-changes.ts";
import { type Progress, progressOf } from "../decide/progress.ts";
import { hasGivenSecret, isWholePage, type Signals, type Verdict } from "../decide/signals.ts";
import { judge, offersStep } from "../decide/verdict.ts";
import type { RequestWatch } from "../drive/login-page.ts";
import type { LoginField } from "../page/page-facts.ts";
import type { FlowPage } from "./flow-page.ts";
import { hiddenTwinsAt } from "./twins-at.ts";

/** Submitted form or pressed control, or a page that a person has operated. */
export interface Submit {
  readonly before: LoginState;
  readonly given: readonly LoginField[];
  readonly watch: RequestWatch;
}

export interface Outcome {
  readonly verdict: Verdict;
  /** Set for a verdict that is not a refusal, when fields were filled. */
  readonly progress?: Progress | undefined;
  readonly state: LoginState;
}

export interface OutcomeOptions {
  readonly earlier: ReadonlySet<string>;
  readonly knownError: string | undefined;
}

/** Wait for more signals, in milliseconds: a site that logs in over a WebSocket has no request to wait for. */
const PATIENCE_MS = 6_000;
/** Wait after the answer to the login request, in milliseconds. */
const ANSWERED_PATIENCE_MS = 1_500;
/** Wait for the answer to the login request, in milliseconds. */
const PENDING_PATIENCE_MS = 30_000;
/** Pause between two reads of the page. */
const PAUSE_MS = 250;

/**
 * Reads the page until the verdict is certain, or until it stays uncertain for as long as an answer may take. A success
 * counts when two reads in a row find it, because websites pass through intermediate pages. When the page itself does
 * not tell, its website is asked as somebody who is not logged in.
 */
export async function outcomeOf(page: FlowPage, submit: Submit, options: OutcomeOptions): Promise<Outcome> {
  const messages: string[] = page.takeMessages();
  const start = performance.now();
  let succeeded = false;
  let hasAsked = false;
  for (;;) {
    const state = await page.state();
    messages.push(...page.takeMessages());
    const { before, given, watch } = submit;
    const signals = { before, after: state, given, status: watch.loginStatus(), messages, ...options };
    const verdict = judge(signals);
    const isSuccess = verdict.kind === "success";
    const isCertain = isSuccess ? succeeded || isUnmistakable(signals) : !isDoubtful(verdict, signals);
    if (isCertain || (!isSuccess && performance.now() - start > patienceMs(watch))) {
      return { verdict, progress: progressOf(signals, verdict), state };
    }
    if (!isSuccess && !hasAsked && isWorthAsking(signals)) {
      hasAsked = true;
      if (await isKnown(page, state)) return { verdict: { kind: "success" }, progress: "accepted", state };
    }
    succeeded = isSuccess;
    await pause(PAUSE_MS, page.signal);
  }
}

/** True for a verdict that a later read may change. Buttons alone could be those of a page behind the login. */
function isDoubtful(verdict: Verdict, signals: Signals): boolean {
  if (verdict.kind === "unknown" || (verdict.kind === "rejected" && verdict.isSilent)) return true;
  return verdict.kind === "next" && isWorthAsking(signals) && !offersStep(signals);
}

/** True after a secret was sent, for a page without a form, or for a whole page with fields that are no code. */
function isWorthAsking(signals: Signals): boolean {
  if (!hasGivenSecret(signals) || signals.after.facts.external) return false;
  const asked = askedFields(signals.after.facts);
  return asked.length === 0 || (isWholePage(signals) && asked.every(({ kind }) => kind !== "code"));
}

/** True when the website shows its login at this address to everybody but this browser. */
async function isKnown(page: FlowPage, { facts }: LoginState): Promise<boolean> {
  const twins = await hiddenTwinsAt(page, facts.url);
  return twins !== undefined && compareTwins(twins) === "logged-in";
}

function patienceMs(watch: RequestWatch): number {
  if (watch.loginStatus() !== undefined) return ANSWERED_PATIENCE_MS;
  return watch.posted ? PENDING_PATIENCE_MS : PATIENCE_MS;
}
