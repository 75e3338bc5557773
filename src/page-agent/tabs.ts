import type { AgentState } from "./agent-state.ts";
import type { AgentPage, Tab } from "./target.ts";

/** Open tabs in the order in which they were seen first. */
export async function tabsInOrder(page: AgentPage, state: AgentState): Promise<Tab[]> {
  const tabs = new Map((await page.tabs()).map((tab) => [tab.targetId, tab]));
  const ids = new Set([...state.tabs, ...tabs.keys()]);
  const open = [...ids].map((id) => tabs.get(id)).filter((tab) => tab !== undefined);
  state.tabs = open.map(({ targetId }) => targetId);
  for (const id of state.remembered.keys()) if (!tabs.has(id)) state.remembered.delete(id);
  return open;
}

/** Title and address of the tab of a page; empty for one that is closed. */
export async function shownTab(page: AgentPage): Promise<Pick<Tab, "title" | "url">> {
  const tab = (await page.tabs()).find(({ targetId }) => targetId === page.targetId);
  return tab ?? { title: "", url: "" };
}
