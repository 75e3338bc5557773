import { findElement } from "../act/element-handle.ts";
import type { AgentState } from "../agent-state.ts";
import { refuseHuge } from "../read/read-page.ts";
import { refuseDialog } from "../refuse-dialog.ts";
import type { HtmlRequest, HtmlResult } from "../requests.ts";
import { requireReference } from "../snapshot/take-snapshot.ts";
import type { AgentPage } from "../target.ts";

/** HTML of a page as it is now, or of one element, with its shadow roots. Throws a `Refusal` for an unknown reference. */
export async function readHtml(page: AgentPage, state: AgentState, { ref }: HtmlRequest): Promise<HtmlResult> {
  refuseDialog(page);
  await refuseHuge(page);
  const { frameTree } = await page.session.send("Page.getFrameTree");
  const place = ref === undefined ? await documentOf(page) : await elementOf(page, state, ref);
  const { outerHTML } = await place.session.send("DOM.getOuterHTML", { ...place.node, includeShadowDOM: true });
  return { url: state.secrets.hide(frameTree.frame.url), html: state.secrets.hide(outerHTML) };
}

async function documentOf({ session }: AgentPage) {
  const { root } = await session.send("DOM.getDocument", { depth: 0 });
  return { session, node: { backendNodeId: root.backendNodeId } };
}

async function elementOf(page: AgentPage, state: AgentState, ref: string) {
  const { objectId, session } = (await findElement(page, requireReference(state, ref))).element;
  return { session, node: { objectId } };
}
