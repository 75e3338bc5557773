import type { CommandContext } from "../../cli/context.ts";

/**
 * Whether an invocation is shown in the live view: a person sits at the terminal, no flag is about lines or JSON, and
 * the log would go to that terminal anyway.
 *
 * @param stream where its lines would go
 */
export function wantsLiveView({ io, flags, globals }: CommandContext, stream: "stdout" | "stderr"): boolean {
  const asLines = ["plain", "raw", "no-follow", "timestamps", "filter", "checkpoint"].some(
    (name) => flags[name] !== undefined && flags[name] !== false,
  );
  const selects = globals.query !== undefined || globals.fields !== undefined;
  if (stream === "stdout" && (selects || globals.output !== "text")) return false;
  return io.interactive && io.live && io.tty[stream] && !asLines;
}
