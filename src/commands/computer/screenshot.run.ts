import { preview } from "../../cli/call-and-render.ts";
import { saveFlags } from "../../cli/download.ts";
import { toOut } from "../../cli/out-file.ts";
import type { CommandRun } from "../../cli/spec.ts";
import { readBytes } from "../../client/call.ts";
import { CliError, usageError } from "../../core/errors.ts";

/** Takes the screenshot; the PNG goes to `--out`, or to a pipe. */
export const run: CommandRun = async (context) => {
  const { flags, io, operation } = context;
  if (!operation) throw new Error("a screenshot is a call");
  const region = regionOf(flags["region"] as string | undefined);
  const request = { ...context.request, body: region ? { ...context.request.body, region } : context.request.body };
  const shown = await preview(context, request);
  if (shown) return shown;
  if (io.tty.stdout && (flags["out"] === undefined || flags["out"] === "-")) {
    throw new CliError("usage", "a screenshot is binary and stdout is a terminal", { hint: "add --out page.png" });
  }
  const client = await context.client();
  const response = await client.send(client.request(operation, request));
  return toOut(context, readBytes(response), { ...saveFlags(flags), binary: true });
};

function regionOf(text: string | undefined): Record<string, number> | undefined {
  if (text === undefined) return undefined;
  const match = /^(\d+),(\d+),(\d+),(\d+)$/.exec(text.replaceAll(" ", ""));
  if (!match || Number(match[3]) < 1 || Number(match[4]) < 1) {
    throw usageError([{ path: "--region", message: `must be X,Y,WIDTH,HEIGHT in whole pixels, not "${text}"` }]);
  }
  const [x, y, width, height] = match.slice(1).map(Number) as [number, number, number, number];
  return { x, y, width, height };
}
