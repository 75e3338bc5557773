import { PAPER_SIZES } from "../../contract/limits.ts";
import { withoutEnd } from "../../core/without-end.ts";
import type { AgentState } from "../agent-state.ts";
import { refuseDialog } from "../refuse-dialog.ts";
import { type PdfRequest, type PdfResult, Refusal } from "../requests.ts";
import type { AgentPage } from "../target.ts";

/** Prints a page. Throws {@link Refusal} `no_pages` for pages that it does not have. */
export async function printPdf(
  page: AgentPage,
  state: AgentState,
  { landscape = false, no_background = false, pages = "", paper = "a4", scale = 1 }: PdfRequest,
): Promise<PdfResult> {
  refuseDialog(page);
  const [paperWidth, paperHeight] = PAPER_SIZES[paper];
  const { frameTree } = await page.session.send("Page.getFrameTree");
  const printed = page.session.send("Page.printToPDF", {
    ...{ landscape, paperHeight, paperWidth, scale },
    printBackground: !no_background,
    pageRanges: pages,
    // A page that says how it is printed knows better.
    preferCSSPageSize: true,
  });
  const { data } = await printed.catch((error: unknown) => {
    if (error instanceof Error && /page range/i.test(error.message))
      throw new Refusal("no_pages", `the page has no such pages: ${pages}`);
    throw error;
  });
  return { url: state.secrets.hide(frameTree.frame.url), data, bytes: bytesOf(data) };
}

/** Number of bytes of base64. */
export function bytesOf(base64: string): number {
  return (base64.length / 4) * 3 - (base64.length - withoutEnd(base64, "=").length);
}
