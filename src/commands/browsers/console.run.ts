import type { Check, Run } from "../../cli/declare/body.ts";
import { sinceTimestamp } from "../../core/timestamp.ts";
import type { browsersConsole } from "./console.ts";
import { workIn } from "./lib/agent-calls.ts";

export const check: Check<typeof browsersConsole> = ({ request }) => {
  const since = request.body?.since;
  if (since === undefined || sinceTimestamp(since, performance.timeOrigin + performance.now()) !== undefined) return [];
  const message = `must be a duration such as 5m, or a time such as 2026-01-02T03:04:05Z, not "${since}"`;
  return [{ path: "--since", message }];
};

/** Prints the messages. */
export const run: Run<typeof browsersConsole> = async (tools) => {
  const { body, params } = tools.request;
  const read = await workIn(tools, params.id, "console", { ...body });
  return tools.wantsValue ? tools.anyValue(read) : tools.text(read.text);
};
