import type { CommandContext } from "../declare/context.ts";
import type { Output } from "../declare/spec.ts";

/**
 * Runs a command's function and gives its output. In preview mode the recorded requests are the output, whatever the
 * function made of the error that ended its call.
 */
export async function outputOf(
  run: () => Promise<Output>,
  { recorder, globals, io }: Pick<CommandContext, "recorder" | "globals" | "io">,
): Promise<Output> {
  if (!recorder) return run();
  const result = await run().then(
    async (output) => {
      // A stream makes its call when its first item is taken.
      if (output.kind === "items") await output.items.next().catch(() => {});
      return () => output;
    },
    (error: unknown) => (): Output => {
      throw error;
    },
  );
  if (recorder.requests.length === 0) return result();
  return (await import("./request-preview.ts")).recordedPreview(recorder.requests, { globals, io });
}
