import type { Check, Run } from "../../cli/declare/body.ts";
import { workIn } from "./lib/agent-calls.ts";
import { refuseTerminal } from "./lib/binary-out.ts";
import type { browsersScreenshot } from "./screenshot.ts";

export const check: Check<typeof browsersScreenshot> = ({ request: { body } }) =>
  body?.ref !== undefined && body.full_page ? [{ path: "--full-page", message: "cannot be given with --ref" }] : [];

/** Takes the picture; the PNG goes to `--out`, or to a pipe. */
export const run: Run<typeof browsersScreenshot> = async (tools) => {
  const { bytes, flags, note, request } = tools;
  const { force, out } = flags;
  refuseTerminal(tools, out, ["a screenshot", "page.png"]);
  const { data, height, marked, page_height } = await workIn(tools, request.params.id, "screenshot", request.body);
  if (request.body?.marks) note(`${marked} ${marked === 1 ? "reference is" : "references are"} drawn.`);
  if (page_height !== undefined) note(`The page is ${page_height} px high; the picture has its first ${height}.`);
  return bytes(Buffer.from(data, "base64"), { binary: true, out, force });
};
