import type { Run } from "../../cli/declare/body.ts";
import { workIn } from "./lib/agent-calls.ts";
import { refuseTerminal } from "./lib/binary-out.ts";
import type { browsersPdf } from "./pdf.ts";

/** Prints the page; the PDF goes to `--out`, or to a pipe. */
export const run: Run<typeof browsersPdf> = async (tools) => {
  const { bytes, flags, request } = tools;
  const { force, out } = flags;
  refuseTerminal(tools, out, ["a PDF", "page.pdf"]);
  const { data } = await workIn(tools, request.params.id, "pdf", request.body);
  return bytes(Buffer.from(data, "base64"), { binary: true, out, force });
};
