import { MAX_WAIT_MS, REFERENCE_PATTERN } from "../../contract/limits.ts";
import { checkElement } from "../act/check-element.ts";
import { findElement } from "../act/element-handle.ts";
import type { AgentState } from "../agent-state.ts";
import { evaluateApart } from "../evaluate.ts";
import { oneLine, quoted } from "../page-text.ts";
import { refuseDialog } from "../refuse-dialog.ts";
import { Refusal, type WaitRequest, type WaitResult } from "../requests.ts";
import { findableTexts } from "../snapshot/choose-lines.ts";
import { findTexts } from "../snapshot/find-texts.ts";
import { readLines } from "../snapshot/snapshot.ts";
import { requireReference, shortUrl } from "../snapshot/take-snapshot.ts";
import { shownTab } from "../tabs.ts";
import type { AgentPage } from "../target.ts";
import { wait } from "../waiting.ts";

/** Time between two looks at a page, in milliseconds. */
export const LOOK_MS = 150;
/** Time without a change of the document after which it counts as loaded. */
const QUIET_MS = 400;

const REFERENCE = new RegExp(REFERENCE_PATTERN);
/** Refusals of an element that may pass by themselves. */
const passing = new Set(["disabled", "not_visible", "moving", "covered"]);
const needs = { enabled: true, writable: false, place: true };
const everything = {
  ...{ maxTokens: Number.POSITIVE_INFINITY, interactive: false, find: undefined },
  ...{ depth: Number.POSITIVE_INFINITY, rows: undefined },
};

/**
 * Waits until a page shows what was asked for. Throws a `Refusal` for a condition that can never hold: a reference that is
 * unknown or whose element is gone, a pattern that is not valid, a page that a dialog blocks.
 */
export async function waitFor(page: AgentPage, state: AgentState, request: WaitRequest): Promise<WaitResult> {
  const end = performance.now() + (request.timeout_ms ?? MAX_WAIT_MS);
  for (;;) {
    refuseDialog(page);
    const unmet = await look(page, state, request);
    if (unmet.length === 0 || performance.now() + LOOK_MS > end) return resultOf(page, state, unmet);
    await wait(LOOK_MS);
  }
}

/** Conditions that do not hold now. A document that is being replaced meets none. */
async function look(page: AgentPage, state: AgentState, request: WaitRequest): Promise<string[]> {
  try {
    const checks = [
      await textCondition(page, state, request.text, true),
      await goneCondition(page, state, request.gone),
      await refCondition(page, state, request.ref),
      await urlCondition(page, request.url),
      await loadedCondition(page, request.loaded ?? false),
    ];
    return checks.filter((check) => check !== undefined);
  } catch (error) {
    refuseDialog(page);
    if (error instanceof Refusal) throw error;
    if (!isReplaced(error)) throw error;
    return ["a page"];
  }
}

/** True for the protocol's errors about a document or world that is not there any more. */
function isReplaced(error: unknown): boolean {
  return error instanceof Error && /context|frame|node|document|navigat|target/i.test(error.message);
}

type Unmet = string | undefined;

async function textCondition(
  page: AgentPage,
  state: AgentState,
  text: string | undefined,
  wanted: boolean,
): Promise<Unmet> {
  if (text === undefined) return undefined;
  const { root } = await readLines(page, state.secrets);
  const found = await findTexts(page, text)(findableTexts(root, everything));
  if (found.size > 0 === wanted) return undefined;
  return wanted ? `the text ${quoted(oneLine(text), 60)}` : `${quoted(oneLine(text), 60)} to be gone`;
}

async function goneCondition(page: AgentPage, state: AgentState, gone: string | undefined): Promise<Unmet> {
  if (gone === undefined || !REFERENCE.test(gone)) return textCondition(page, state, gone, false);
  const reference = requireReference(state, gone);
  try {
    const { element } = await findElement(page, reference);
    const { connected, visible } = await element.run("state");
    return connected && visible ? `${gone} to be gone` : undefined;
  } catch (error) {
    if (error instanceof Refusal && error.code === "stale_ref") return undefined;
    throw error;
  }
}

async function refCondition(page: AgentPage, state: AgentState, ref: string | undefined): Promise<Unmet> {
  if (ref === undefined) return undefined;
  const reference = requireReference(state, ref);
  try {
    await checkElement(await findElement(page, reference), reference, needs, false);
    return undefined;
  } catch (error) {
    if (error instanceof Refusal && passing.has(error.code)) return error.message;
    throw error;
  }
}

async function urlCondition(page: AgentPage, wanted: string | undefined): Promise<Unmet> {
  if (wanted === undefined) return undefined;
  const found = await findTexts(page, wanted)([(await shownTab(page)).url]);
  return found.size > 0 ? undefined : `an address with ${quoted(oneLine(wanted), 60)}`;
}

async function loadedCondition(page: AgentPage, wanted: boolean): Promise<Unmet> {
  if (!wanted) return undefined;
  const isQuiet = await evaluateApart(page, `(${quiet})(${QUIET_MS})`, { awaitPromise: true });
  return isQuiet === true ? undefined : "a loaded page that does not change";
}

/** Script that is true when the document has loaded and does not change for a while. */
const quiet = `(ms) => document.readyState !== "complete" ? false : new Promise((resolve) => {
  const timer = setTimeout(() => { observer.disconnect(); resolve(true); }, ms);
  const observer = new MutationObserver(() => { clearTimeout(timer); observer.disconnect(); resolve(false); });
  observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
})`;

async function resultOf(page: AgentPage, state: AgentState, unmet: readonly string[]): Promise<WaitResult> {
  const { title, url } = await shownTab(page);
  const hide = (text: string): string => state.secrets.hide(text);
  return {
    met: unmet.length === 0,
    text: hide(`page ${quoted(oneLine(title), 100)} ${shortUrl(url)}`),
    waiting_for: unmet.map(hide),
    url: hide(url),
  };
}
