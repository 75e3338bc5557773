import { newAgentState, type StoredAgentState, storedAgentState } from "./agent-state.ts";
import { HostedPage, type PageScripts, type PlaywrightPage } from "./hosted-page.ts";
import { Refusal } from "./requests.ts";
import { pageWorks, type WorkName, type WorkRequest } from "./works.ts";

/** Work of one call. */
export interface HostedWork<Name extends WorkName = WorkName> {
  readonly name: Name;
  readonly request: WorkRequest<Name>;
}

/** Input of the program, which is written into its code. */
export interface HostedInput {
  readonly work: HostedWork;
  readonly state: StoredAgentState | undefined;
  readonly scripts: PageScripts;
}

/** Answer of the program: the result of the work, or the refusal that it threw. */
export interface HostedAnswer {
  readonly state: StoredAgentState;
  readonly result?: unknown;
  readonly refusal?: { readonly code: string; readonly text: string; readonly next?: string | undefined };
}

/** Does the work of a call on a page of Playwright. */
export async function run(page: PlaywrightPage, { scripts, state: stored, work }: HostedInput): Promise<HostedAnswer> {
  const state = newAgentState(stored);
  const hosted = await HostedPage.open(page, scripts);
  const answer = await answerOf(work, hosted, state);
  return { state: storedAgentState(state), ...answer };
}

async function answerOf(
  { name, request }: HostedWork,
  page: HostedPage,
  state: ReturnType<typeof newAgentState>,
): Promise<Omit<HostedAnswer, "state">> {
  try {
    return { result: await pageWorks[name](page, state, request as never) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { refusal: error.toAnswer(state.secrets) };
  }
}
