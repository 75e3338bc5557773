import { act } from "./act/act.ts";
import type { AgentState } from "./agent-state.ts";
import { readHtml } from "./content/html.ts";
import { printPdf } from "./content/pdf.ts";
import { readText } from "./content/read-text.ts";
import { takeScreenshot } from "./content/screenshot.ts";
import { answerDialog, changeTab, listTabs, navigate } from "./move/move.ts";
import { readConsole } from "./records/console.ts";
import { changeCookies, readCookies } from "./records/cookies.ts";
import { readNetwork } from "./records/network.ts";
import { changeStorage, readStorage } from "./records/storage.ts";
import type { ActRequest, ActResult } from "./requests.ts";
import { takeSnapshot } from "./snapshot/take-snapshot.ts";
import type { AgentPage } from "./target.ts";
import { waitFor } from "./wait/wait-for.ts";

/**
 * Works of agents on a page, by the operation of the local service that does each: `snapshot` is `local.snapshot`. Each is
 * given the page in front, the state of the session and the request. A refusal is a result, or a `Refusal` that is thrown.
 */
export const pageWorks = {
  snapshot: takeSnapshot,
  act: doActs,
  navigate,
  tabs: listTabs,
  tab: changeTab,
  dialog: answerDialog,
  waitFor,
  read: readText,
  html: readHtml,
  pdf: printPdf,
  screenshot: takeScreenshot,
  console: readConsole,
  network: readNetwork,
  cookies: readCookies,
  cookieChange: changeCookies,
  storage: readStorage,
  storageChange: changeStorage,
} as const;

export type WorkName = keyof typeof pageWorks;
type Work<Name extends WorkName> = (typeof pageWorks)[Name];
/** Request of a work; undefined for one without. */
export type WorkRequest<Name extends WorkName> = Parameters<Work<Name>>[2];
export type WorkResult<Name extends WorkName> = Awaited<ReturnType<Work<Name>>>;

/** Does acts in order until one is refused or a dialog opens. */
async function doActs(
  page: AgentPage,
  state: AgentState,
  { acts }: { readonly acts: readonly ActRequest[] },
): Promise<{ results: ActResult[] }> {
  const results: ActResult[] = [];
  for (const request of acts) {
    const result = await act(page, state, request);
    results.push(result);
    if (!result.ok || page.dialog()) break;
  }
  return { results };
}
