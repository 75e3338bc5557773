import type { AgentState } from "../agent-state.ts";
import type { Reference } from "../references.ts";
import { Refusal } from "../requests.ts";
import { controlsOf } from "../snapshot/line.ts";
import { readLines, referTo } from "../snapshot/snapshot.ts";
import type { AgentPage } from "../target.ts";

/**
 * The refusal of an element that is gone, with the reference of the only one in its document that has its role, name and
 * record now: pages draw parts of themselves again. Other errors stay as they are.
 */
export async function withSuccessor(
  page: AgentPage,
  state: AgentState,
  gone: Reference,
  error: unknown,
): Promise<unknown> {
  if (!(error instanceof Refusal) || error.code !== "stale_ref" || gone.name === "") return error;
  const ref = await successorOf(page, state, gone).catch(() => undefined);
  return ref === undefined ? error : new Refusal(error.code, `${error.message}; ${ref} has its name now`, error.next);
}

async function successorOf(page: AgentPage, state: AgentState, gone: Reference): Promise<string | undefined> {
  const { root } = await readLines(page, state.secrets);
  const refOf = referTo(state.references, page.targetId);
  const found = controlsOf(root)
    .filter(({ name, role }) => name === gone.name && role === gone.role)
    .map((line) => state.references.get(refOf(line)))
    .filter((now) => now?.loaderId === gone.loaderId && JSON.stringify(now.row) === JSON.stringify(gone.row));
  return found.length === 1 ? found[0]?.ref : undefined;
}
