import { act } from "./act/act.ts";
import { type AgentState, newAgentState, type StoredAgentState, storedAgentState } from "./agent-state.ts";
import { HostedPage, type PlaywrightPage } from "./hosted-page.ts";
import { changeTab, listTabs, moved, navigate, settle } from "./move/move.ts";
import {
  type ActRequest,
  type ActResult,
  type MoveResult,
  type NavigateRequest,
  Refusal,
  type SnapshotRequest,
  type SnapshotResult,
  type TabLine,
  type TabRequest,
} from "./requests.ts";
import { takeSnapshot } from "./snapshot/take-snapshot.ts";

/** Work of one call. */
export type HostedWork =
  | { readonly kind: "snapshot"; readonly request: SnapshotRequest }
  | { readonly kind: "act"; readonly acts: readonly ActRequest[] }
  | { readonly kind: "navigate"; readonly request: NavigateRequest }
  | { readonly kind: "tabs" }
  | { readonly kind: "tab"; readonly request: TabRequest };

/** Input of the program, which is written into its code. */
export interface HostedInput {
  readonly work: HostedWork;
  readonly state: StoredAgentState | undefined;
  /** Operations on elements. */
  readonly script: string;
}

/** Answer of the program. */
export interface HostedAnswer {
  readonly state: StoredAgentState;
  readonly snapshot?: SnapshotResult;
  readonly results?: ActResult[];
  readonly moved?: MoveResult;
  readonly tabs?: TabLine[];
  /** Refusal of a snapshot. */
  readonly refusal?: { readonly code: string; readonly message: string };
}

/** Does the work of a call on a page of Playwright. */
export async function run(page: PlaywrightPage, { script, state: stored, work }: HostedInput): Promise<HostedAnswer> {
  const state = newAgentState(stored);
  const hosted = await HostedPage.open(page, script);
  const result = await resultOf(work, hosted, state, page, script);
  return { state: storedAgentState(state), ...result };
}

async function resultOf(
  work: HostedWork,
  hosted: HostedPage,
  state: AgentState,
  page: PlaywrightPage,
  script: string,
): Promise<Partial<HostedAnswer>> {
  switch (work.kind) {
    case "snapshot":
      return snapshotOf(hosted, state, work.request);
    case "act":
      return { results: await actsOf(hosted, state, work.acts) };
    case "navigate":
      return { moved: await navigate(hosted, state, work.request) };
    case "tabs":
      return { tabs: await listTabs(hosted, state) };
    case "tab": {
      let inFront: string | undefined;
      const change = async (): Promise<void> => {
        inFront = await changeTab(hosted, state, work.request);
      };
      const result = await moved(hosted, state, change);
      if (!result.ok) return { moved: result };
      const front = await HostedPage.of(page, inFront, script);
      return { moved: front ? await moved(front, state, () => settle(front)) : { ok: true, text: "no tab is open" } };
    }
  }
}

async function snapshotOf(
  hosted: HostedPage,
  state: AgentState,
  request: SnapshotRequest,
): Promise<Partial<HostedAnswer>> {
  try {
    return { snapshot: await takeSnapshot(hosted, state, request) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { refusal: { code: error.code, message: error.message } };
  }
}

async function actsOf(hosted: HostedPage, state: AgentState, acts: readonly ActRequest[]): Promise<ActResult[]> {
  const results: ActResult[] = [];
  for (const request of acts) {
    const result = await act(hosted, state, request);
    results.push(result);
    if (!result.ok || hosted.dialog()) break;
  }
  return results;
}
