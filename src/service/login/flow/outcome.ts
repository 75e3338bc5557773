import { pause } from "../../../core/pause.ts";
import { hasNewWayOut, isUnmistakable } from "../decide/arrival.ts";
import { askedFields, hasMoved, type LoginState } from "../decide/page-changes.ts";
import { type Progress, progressOf } from "../decide/progress.ts";
import { isRefusedInWords, repeatsError } from "../decide/refusal.ts";
import { hasGivenSecret, isWholePage, type Signals, type Verdict } from "../decide/signals.ts";
import { pageSignature } from "../decide/signature.ts";
import { judge, offersStep } from "../decide/verdict.ts";
import type { RequestWatch } from "../drive/login-page.ts";
import type { LoginField } from "../page/page-facts.ts";
import { type LoginProof, proofOfLogin } from "./ask-website.ts";
import type { FlowPage } from "./flow-page.ts";

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
  /** Answer of the website when it was asked; only for a success. */
  readonly proof?: LoginProof;
}

export interface OutcomeOptions {
  /** Fields of earlier steps; a person may fill more of them while the page is read. */
  readonly earlier: () => ReadonlySet<string>;
  readonly knownError: string | undefined;
}

/** Wait for more signals, in milliseconds: a site that logs in over a WebSocket has no request to wait for. */
const PATIENCE_MS = 6_000;
/** Wait after the answer to the login request, in milliseconds. */
const ANSWERED_PATIENCE_MS = 1_500;
/** Wait for the answer to the login request, in milliseconds. */
const PENDING_PATIENCE_MS = 30_000;
/**
 * Wait after the answer to the login request while the page waits for further answers of that host, in milliseconds. Not
 * longer, because they could be those of long polls.
 */
const FOLLOWED_PATIENCE_MS = 10_000;
/** Pause between two reads of the page. */
const PAUSE_MS = 250;

/** Maximum number of pages about which the website is asked: one in between, and the one after it. */
const MAX_QUESTIONS = 2;
/** Maximum number of questions that the website leaves unanswered. */
const MAX_UNANSWERED = 3;

/**
 * Reads the page until the verdict is certain, or until it stays uncertain for as long as an answer may take. A success
 * counts when the page has a new way out in two reads in a row, because websites pass through intermediate pages.
 * Otherwise the website is asked as somebody who is not logged in, and once more when the page has changed since, or
 * when it did not answer.
 */
export async function outcomeOf(page: FlowPage, submit: Submit, options: OutcomeOptions): Promise<Outcome> {
  const messages: string[] = page.takeMessages();
  const start = performance.now();
  const asked = new Set<string>();
  let unanswered = 0;
  let succeeded = false;
  const { before, given, watch } = submit;
  for (;;) {
    // An answer that comes while the page is read may change it afterwards.
    const wasFollowed = watch.isFollowed;
    const state = await page.state();
    const isFollowed = wasFollowed || watch.isFollowed;
    messages.push(...page.takeMessages());
    const { knownError } = options;
    const earlier = options.earlier();
    const signals = { before, after: state, given, earlier, status: watch.loginStatus(), messages, knownError };
    const verdict = judge(signals);
    const isSuccess = verdict.kind === "success";
    const isTold = isSuccess && hasNewWayOut(signals);
    if (
      isTold ? succeeded || isUnmistakable(signals) : !isSuccess && !isDoubtful(verdict, { ...signals, isFollowed })
    ) {
      return { verdict, progress: progressOf(signals, verdict), state };
    }
    const seen = pageSignature(state.facts).join();
    if (!isTold && asked.size < MAX_QUESTIONS && !asked.has(seen) && (isSuccess || isWorthAsking(signals))) {
      const answer = await proofOfLogin(page, before, state);
      if (typeof answer === "object") {
        const reached = await reachedBy(page, state, answer);
        return { verdict: { kind: "success" }, progress: "accepted", state: reached, proof: answer };
      }
      if (answer === "unanswered") unanswered += 1;
      if (answer === "no-proof" || unanswered === MAX_UNANSWERED) asked.add(seen);
    } else if (!isTold && waitedMs(watch, start) > patienceMs(watch, { ...signals, isFollowed })) {
      const last: Verdict = isSuccess ? { kind: "unknown" } : verdict;
      return { verdict: last, progress: progressOf(signals, last), state };
    }
    succeeded = isTold;
    await pause(PAUSE_MS, page.signal);
  }
}

/** State of the page that the proof shows: a page in between leads there by itself, unless it was shown only once. */
async function reachedBy(page: FlowPage, shown: LoginState, { url, twins }: LoginProof): Promise<LoginState> {
  const end = performance.now() + ANSWERED_PATIENCE_MS;
  let state = shown;
  while (url === shown.facts.url && hasMoved(state.facts, twins.own) && performance.now() < end) {
    await pause(PAUSE_MS, page.signal);
    state = await page.state();
  }
  return state;
}

/**
 * True for a verdict that a later read may change. Buttons alone could be those of a page behind the login, and a page
 * that has only the status of a refusal may draw its form anew.
 */
function isDoubtful(verdict: Verdict, signals: Signals & { readonly isFollowed: boolean }): boolean {
  if (verdict.kind === "unknown" || (verdict.kind === "rejected" && verdict.isSilent)) return true;
  if (verdict.kind === "rejected" && signals.isFollowed && !isRefusedInWords(signals)) return true;
  return verdict.kind === "next" && isWorthAsking(signals) && !offersStep(signals);
}

/** True after a secret was sent, for a page without a form, or for a whole page with fields that are no code. */
function isWorthAsking(signals: Signals): boolean {
  if (!hasGivenSecret(signals) || signals.after.facts.external) return false;
  const asked = askedFields(signals.after.facts);
  return asked.length === 0 || (isWholePage(signals) && asked.every(({ kind }) => kind !== "code"));
}

/** Time since the answer to the login request, otherwise since `start`, in milliseconds. */
function waitedMs({ answeredAt }: RequestWatch, start: number): number {
  return performance.now() - Math.max(start, answeredAt ?? start);
}

/**
 * Time to wait for more signals, in milliseconds. A website that repeats its refusal over a WebSocket has no status and no
 * new text: its message and the text that is still there are its answer.
 */
export function patienceMs(
  watch: Pick<RequestWatch, "loginStatus" | "posted" | "isAnsweredByWebSocket">,
  signals: Pick<Signals, "after" | "knownError"> & { readonly isFollowed: boolean },
): number {
  if (watch.loginStatus() !== undefined) return signals.isFollowed ? FOLLOWED_PATIENCE_MS : ANSWERED_PATIENCE_MS;
  if (watch.posted) return PENDING_PATIENCE_MS;
  return watch.isAnsweredByWebSocket && repeatsError(signals) ? ANSWERED_PATIENCE_MS : PATIENCE_MS;
}
