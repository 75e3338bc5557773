import type { Needs, Screen } from "../../../cli/declare/body.ts";

/**
 * Screen for the live view of an invocation. Undefined where a flag is about lines or data, or where no person uses the
 * terminal that the log goes to.
 *
 * @param stream stream that the lines would go to.
 */
export function liveScreen(
  { screen, wantsValue }: Needs<"screen" | "wantsValue">,
  stream: "stdout" | "stderr",
  asLines: boolean,
): Screen | undefined {
  return asLines || (stream === "stdout" && wantsValue) ? undefined : screen(stream);
}
