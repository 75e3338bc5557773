import { act } from "./act/act.ts";
import { newAgentState, type StoredAgentState, storedAgentState } from "./agent-state.ts";
import { HostedPage, type PlaywrightPage } from "./hosted-page.ts";
import { type ActRequest, type ActResult, Refusal, type SnapshotRequest, type SnapshotResult } from "./requests.ts";
import { takeSnapshot } from "./snapshot/take-snapshot.ts";

/** Work of one call. */
export type HostedWork =
  | { readonly kind: "snapshot"; readonly request: SnapshotRequest }
  | { readonly kind: "act"; readonly acts: readonly ActRequest[] };

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
  /** Refusal of a snapshot. */
  readonly refusal?: { readonly code: string; readonly message: string };
}

/** Does the work of a call on a page of Playwright. */
export async function run(page: PlaywrightPage, { script, state: stored, work }: HostedInput): Promise<HostedAnswer> {
  const state = newAgentState(stored);
  const hosted = await HostedPage.open(page, script);
  const answer = (rest: Partial<HostedAnswer>): HostedAnswer => ({ state: storedAgentState(state), ...rest });
  if (work.kind === "snapshot") {
    try {
      return answer({ snapshot: await takeSnapshot(hosted, state, work.request) });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return answer({ refusal: { code: error.code, message: error.message } });
    }
  }
  const results: ActResult[] = [];
  for (const request of work.acts) {
    const result = await act(hosted, state, request);
    results.push(result);
    if (!result.ok || hosted.dialog()) break;
  }
  return answer({ results });
}
