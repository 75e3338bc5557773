import { pause } from "../../../core/pause.ts";
import type { LoginState } from "../decide/page-changes.ts";
import { judge, type Progress, progressOf, type Verdict } from "../decide/verdict.ts";
import type { RequestWatch } from "../drive/login-page.ts";
import type { LoginField } from "../page/page-facts.ts";
import type { FlowPage } from "./flow-page.ts";

/** Something that was submitted or pressed, or a page that a person has operated. */
export interface Submit {
  readonly before: LoginState;
  readonly given: readonly LoginField[];
  readonly watch: RequestWatch;
}

export interface Outcome {
  readonly verdict: Verdict;
  /** Of a verdict that is no refusal, and with fields that were filled. */
  readonly progress?: Progress | undefined;
  readonly state: LoginState;
}

export interface OutcomeOptions {
  readonly earlier: ReadonlySet<string>;
  readonly knownError: string | undefined;
}

/** Wait for more signals: a site that logs in over a WebSocket has no request that could be waited for. */
const PATIENCE_MS = 6_000;
/** Wait after the login request has its answer. */
const ANSWERED_PATIENCE_MS = 1_500;
/** Wait for the answer of the login request. */
const PENDING_PATIENCE_MS = 30_000;
/** Pause between two reads of the page. */
const PAUSE_MS = 250;

/**
 * Reads the page until its judgement is certain, or until it stays uncertain for as long as an answer may take. A
 * success counts when two reads in a row find it, because websites pass through pages of their own.
 */
export async function outcomeOf(page: FlowPage, submit: Submit, options: OutcomeOptions): Promise<Outcome> {
  const messages: string[] = page.takeMessages();
  const start = performance.now();
  let succeeded = false;
  for (;;) {
    const state = await page.state();
    messages.push(...page.takeMessages());
    const { before, given, watch } = submit;
    const signals = { before, after: state, given, status: watch.loginStatus(), messages, ...options };
    const verdict = judge(signals);
    const isSuccess = verdict.kind === "success";
    const isCertain = isSuccess ? succeeded : !isDoubtful(verdict);
    if (isCertain || (!isSuccess && performance.now() - start > patienceMs(watch))) {
      return { verdict, progress: progressOf(signals, verdict), state };
    }
    succeeded = isSuccess;
    await pause(PAUSE_MS, page.signal);
  }
}

function isDoubtful(verdict: Verdict): boolean {
  return verdict.kind === "unknown" || (verdict.kind === "rejected" && verdict.isSilent);
}

function patienceMs(watch: RequestWatch): number {
  if (watch.loginStatus() !== undefined) return ANSWERED_PATIENCE_MS;
  return watch.posted ? PENDING_PATIENCE_MS : PATIENCE_MS;
}
