import { pause } from "../../../core/pause.ts";
import type { LoginState } from "../decide/page-changes.ts";
import { judge, type Progress, progressOf, type Verdict } from "../decide/verdict.ts";
import type { RequestWatch } from "../drive/login-page.ts";
import type { LoginField } from "../page/page-facts.ts";
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
 * counts when two reads in a row find it, because websites pass through intermediate pages.
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
