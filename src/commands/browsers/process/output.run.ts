import type { BodyOf, Run } from "../../../cli/declare/body.ts";
import { CliError } from "../../../core/errors.ts";
import { exitCodeOf, type OutputChunk, OutputForm, outputChunk } from "./lib/output-writer.ts";
import type { processOutput } from "./output.ts";

/** Milliseconds of silence after which a stream is considered to have sent all kept output. */
const SILENCE_MS = 1_000;

/** Prints the kept output; with `--follow` also new output until the process ends, and exits with its code. */
export const run: Run<typeof processOutput> = async (body) => {
  const form = new OutputForm(body.tty, false);
  return body.items(chunks(body), (chunk) => ({ to: chunk.stream, data: form.of(chunk) }));
};

async function* chunks({
  flags,
  warn,
  request,
  signal,
  stream,
}: BodyOf<typeof processOutput>): AsyncGenerator<OutputChunk, number> {
  const follow = flags.follow === true;
  const quiet = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const opened = (): void => {
    if (!follow) timer = setTimeout(() => quiet.abort(), SILENCE_MS);
  };
  let cause: unknown;
  try {
    for await (const event of stream("process.output", request, { signal: quiet.signal, opened })) {
      timer?.refresh();
      if (!("event" in event)) yield outputChunk(event);
      else if (event.event === "exit") {
        const code = exitCodeOf(event);
        return follow ? code : 0;
      } else if (event.event === "gap") {
        warn(`the first ${event.dropped_bytes} bytes of output are no longer kept`);
      } else if (event.event === "sse_heartbeat" && !follow) return 0;
    }
  } catch (error) {
    if (signal.aborted) throw error;
    if (quiet.signal.aborted) return 0;
    if (!(error instanceof CliError) || error.code !== "stream_broken") throw error;
    cause = error;
  } finally {
    clearTimeout(timer);
  }
  throw new CliError("outcome-unknown", `the output of process ${request.params.process_id} ended early`, {
    code: "stream_broken",
    cause,
  });
}
