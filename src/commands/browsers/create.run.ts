import { callAndRender } from "../../cli/call-and-render.ts";
import type { CommandRun } from "../../cli/spec.ts";
import { tellIdleLimit } from "./idle-limit.ts";

/** Creates a session and shows it. */
export const run: CommandRun = async (context) => {
  const output = await callAndRender(context);
  if (output.kind === "value") tellIdleLimit(context, output.value);
  return output;
};
