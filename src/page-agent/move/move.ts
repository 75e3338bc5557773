import { isAborted, navigateAgain } from "../../core/navigate-again.ts";
import { LoadWatch } from "../act/settle.ts";
import type { AgentState } from "../agent-state.ts";
import { evaluateApart } from "../evaluate.ts";
import { oneLine, quoted } from "../page-text.ts";
import { refuseDialog } from "../refuse-dialog.ts";
import {
  type DialogRequest,
  type MoveResult,
  type NavigateRequest,
  Refusal,
  type TabLine,
  type TabRequest,
} from "../requests.ts";
import { dialogLine, shortUrl } from "../snapshot/take-snapshot.ts";
import { shownTab, tabsInOrder } from "../tabs.ts";
import type { AgentPage, TargetSession } from "../target.ts";
import { wait, within } from "../waiting.ts";

/** Maximum time for a page to load, in milliseconds. */
const LOAD_BOUND_MS = 15_000;
const LOAD_LOOK_MS = 50;
const BLANK = "about:blank";
/** Maximum time for a dialog to open after another one was answered. */
const DIALOG_BOUND_MS = 300;
const DIALOG_LOOK_MS = 20;

/** Shows another page in the tab in front. Refusals are results. */
export function navigate(page: AgentPage, state: AgentState, request: NavigateRequest): Promise<MoveResult> {
  return moved(page, state, async () => {
    refuseDialog(page);
    const loads = await LoadWatch.start(page);
    try {
      await load(page, request);
      await loads.settled(LOAD_BOUND_MS);
    } finally {
      loads.stop();
    }
  });
}

/** Opens a tab, brings one to the front or closes it, and says which page is in front then. */
export async function changeTab(page: AgentPage, state: AgentState, request: TabRequest): Promise<MoveResult> {
  let target: string | undefined;
  const result = await moved(page, state, async () => {
    target = await changedTab(page, state, request);
  });
  if (!result.ok) return result;
  const front = await page.inFront(target);
  if (!front) return { ok: true, text: "no tab is open" };
  return moved(front, state, async () => {
    if (request.action === "new") await firstLoad(front);
    await settle(front);
  });
}

/** Answers the open dialog, and says which page is shown then. */
export function answerDialog(page: AgentPage, state: AgentState, request: DialogRequest): Promise<MoveResult> {
  return moved(page, state, () => answered(page, request));
}

/**
 * Waits until a new tab has loaded its page. Until a page is there, its history has an entry without an address, and the
 * tab shows the address that it waits for; a download and an answer without content leave it blank.
 */
async function firstLoad(page: AgentPage): Promise<void> {
  const end = performance.now() + LOAD_BOUND_MS;
  const isWaiting = async (): Promise<boolean> => {
    const { entries } = await page.session.send("Page.getNavigationHistory");
    if (entries.every(({ url }) => url === "")) {
      const { url } = await shownTab(page);
      return url !== "" && url !== BLANK;
    }
    // The document may be replaced at this moment.
    const state = await evaluateApart(page, "document.readyState").catch(() => undefined);
    return state !== "complete";
  };
  while (!page.dialog() && performance.now() < end && (await isWaiting())) await wait(LOAD_LOOK_MS);
}

/** Waits until the page in front has loaded and come to rest. */
async function settle(page: AgentPage): Promise<void> {
  if (page.dialog()) return;
  const loads = await LoadWatch.start(page);
  await loads.settled(LOAD_BOUND_MS);
  loads.stop();
}

async function load({ session }: AgentPage, { action, url = "" }: NavigateRequest): Promise<void> {
  if (action === "goto") return loadAddress(session, typedAddress(url));
  if (action === "reload") {
    await session.send("Page.reload");
    return;
  }
  const { currentIndex, entries } = await session.send("Page.getNavigationHistory");
  const entry = entries[currentIndex + (action === "back" ? -1 : 1)];
  if (!entry) throw new Refusal("no_tab", `there is no page ${action === "back" ? "before" : "after"} this one`);
  await session.send("Page.navigateToHistoryEntry", { entryId: entry.id });
}

async function loadAddress(session: TargetSession, address: string): Promise<void> {
  const answer = await navigateAgain(() => within(session.send("Page.navigate", { url: address }), LOAD_BOUND_MS));
  if (!answer) throw new Refusal("not_loaded", `${shortUrl(address)} did not answer within ${LOAD_BOUND_MS / 1_000} s`);
  // A download, or an answer without content, is no page, and ends the navigation.
  if (answer.errorText && !answer.isDownload && !isAborted(answer))
    throw new Refusal("not_loaded", `${shortUrl(address)} could not be loaded: ${answer.errorText}`);
}

/** Tabs in the order in which they were opened. */
export async function listTabs(page: AgentPage, state: AgentState, _request?: undefined): Promise<TabLine[]> {
  return (await tabsInOrder(page, state)).map(({ targetId, title, url }, at) => {
    return { number: at + 1, title: oneLine(title), url, active: targetId === page.targetId };
  });
}

/** Changes the tabs. Gives the tab that is in front then; undefined when any may be. */
async function changedTab(
  page: AgentPage,
  state: AgentState,
  { action, number, url }: TabRequest,
): Promise<string | undefined> {
  const tabs = await tabsInOrder(page, state);
  if (action === "new") return page.openTab(url === undefined ? BLANK : typedAddress(url));
  const tab = number === undefined ? tabs.find(({ targetId }) => targetId === page.targetId) : tabs[number - 1];
  if (!tab) throw new Refusal("no_tab", `there is no tab ${number}; there are ${tabs.length}`, "tabs list");
  if (action === "activate") {
    await page.activateTab(tab.targetId);
    return tab.targetId;
  }
  await page.closeTab(tab.targetId);
  return tab.targetId === page.targetId ? undefined : page.targetId;
}

/** Accepts or dismisses the open dialog. */
async function answered(page: AgentPage, { accept, text }: DialogRequest): Promise<string> {
  const dialog = page.dialog();
  if (!dialog) throw new Refusal("no_dialog", "no dialog is open");
  await page.answerDialog(accept, text);
  const end = performance.now() + DIALOG_BOUND_MS;
  while (page.dialog()?.message === dialog.message && performance.now() < end) await wait(DIALOG_LOOK_MS);
  return `${accept ? "accepted" : "dismissed"} ${dialog.type} ${quoted(oneLine(dialog.message), 100)}`;
}

/** Result of a move: the page that is shown now. */
async function moved(page: AgentPage, state: AgentState, work: () => Promise<unknown>): Promise<MoveResult> {
  const hide = (text: string): string => state.secrets.hide(text);
  try {
    const said = await work();
    const dialog = page.dialog();
    if (dialog) return { ok: true, text: hide(dialogLine(dialog)), dialog };
    const { title, url: address } = await shownTab(page);
    // A new tab that got no page has no address.
    const url = address || BLANK;
    const shown = `page ${quoted(oneLine(title), 100)} ${shortUrl(url)}`;
    return { ok: true, text: hide(typeof said === "string" ? `${said}; ${shown}` : shown), url: hide(url) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { ok: false, ...error.toAnswer(state.secrets) };
  }
}

/** Host with an optional port, and what follows it. */
const bareHost = /^(?:localhost|[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+|\[[\da-f:.]+\])(?::\d{1,5})?(?:[/?#]|$)/iu;
const ownMachine = /^(?:localhost|127\.|\[::1\])/i;

/**
 * Address that was typed: a host without a scheme gets https, one of this machine http. Throws {@link Refusal}
 * `not_loaded` for what is none, and for a script.
 */
function typedAddress(text: string): string {
  const typed = text.trim();
  if (bareHost.test(typed)) return `${ownMachine.test(typed) ? "http" : "https"}://${typed}`;
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(typed)?.[1]?.toLowerCase();
  if (scheme !== undefined && scheme !== "javascript" && (scheme === "about" || URL.canParse(typed))) return typed;
  throw new Refusal(
    "not_loaded",
    `${JSON.stringify(text)} is no address of a page`,
    "give one such as https://example.com",
  );
}
