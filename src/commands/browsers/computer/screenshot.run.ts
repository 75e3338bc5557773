import type { Check, Run } from "../../../cli/declare/body.ts";
import type { ComputerScreenshotBody } from "../../../generated/types.ts";
import { refuseTerminal } from "../lib/binary-out.ts";
import type { computerScreenshot } from "./screenshot.ts";

export const check: Check<typeof computerScreenshot> = ({ flags: { region } }) =>
  region === undefined || regionOf(region)
    ? []
    : [{ path: "--region", message: `must be X,Y,WIDTH,HEIGHT in whole pixels, not "${region}"` }];

/** Takes the screenshot; the PNG goes to `--out`, or to a pipe. */
export const run: Run<typeof computerScreenshot> = async (tools) => {
  const { bytes, flags, receive, request } = tools;
  const { out, force } = flags;
  refuseTerminal(tools, out, ["a screenshot", "page.png"]);
  const region = flags.region === undefined ? undefined : regionOf(flags.region);
  const body = region ? { ...request.body, region } : request.body;
  return bytes(await receive("computer.screenshot", { params: request.params, body }), { binary: true, out, force });
};

/** `X,Y,WIDTH,HEIGHT` as a region; undefined where the text is not one. */
function regionOf(text: string): ComputerScreenshotBody["region"] {
  const match = /^(\d+),(\d+),(\d+),(\d+)$/.exec(text.replaceAll(" ", ""));
  const [x = 0, y = 0, width = 0, height = 0] = match?.slice(1).map(Number) ?? [];
  return width < 1 || height < 1 ? undefined : { x, y, width, height };
}
