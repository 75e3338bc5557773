import type { BodyTools, Screen } from "../../cli/body.ts";
import type { CommandTypes } from "../../cli/declaration.ts";

/**
 * Screen for the live view of an invocation. Undefined where a flag is about lines or data, where nobody sits at the
 * terminal, or where the log would not go to that terminal anyway.
 *
 * @param stream stream that the lines would go to.
 */
export function liveScreen(
  { screen, wantsValue }: Pick<BodyTools<CommandTypes>, "screen" | "wantsValue">,
  stream: "stdout" | "stderr",
  asLines: boolean,
): Screen | undefined {
  return asLines || (stream === "stdout" && wantsValue) ? undefined : screen(stream);
}
