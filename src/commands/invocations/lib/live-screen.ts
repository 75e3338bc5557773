import type { Needs, Screen } from "../../../cli/declare/body.ts";

/**
 * Screen for the live view of an invocation. Undefined when a flag asks for lines or data, or when the log does not go
 * to an interactive terminal.
 *
 * @param stream stream for the lines without a view.
 */
export function liveScreen(
  { screen, wantsValue }: Needs<"screen" | "wantsValue">,
  stream: "stdout" | "stderr",
  asLines: boolean,
): Screen | undefined {
  return asLines || (stream === "stdout" && wantsValue) ? undefined : screen(stream);
}
