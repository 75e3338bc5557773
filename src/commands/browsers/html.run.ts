import type { Run } from "../../cli/declare/body.ts";
import { estimatedTokens } from "../../page-agent/tokens.ts";
import type { browsersHtml } from "./html.ts";
import { workIn } from "./lib/agent-calls.ts";

/** Tokens above which a note says that there is something shorter. */
const MANY_TOKENS = 10_000;

/** Prints the HTML, or writes it to `--out`. */
export const run: Run<typeof browsersHtml> = async (tools) => {
  const { anyValue, bytes, flags, note, request, wantsValue } = tools;
  const { force, out } = flags;
  const result = await workIn(tools, request.params.id, "html", request.body);
  if (out === undefined && wantsValue) return anyValue(result);
  const tokens = out === undefined ? estimatedTokens(result.html) : 0;
  if (tokens > MANY_TOKENS)
    note(
      `The HTML has about ${tokens.toLocaleString("en-US")} tokens; browsers read and browsers snapshot are shorter.`,
    );
  return bytes(new TextEncoder().encode(`${result.html}\n`), { binary: false, out, force });
};
