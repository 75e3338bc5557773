import type { BodyOf, Run } from "../../../cli/declare/body.ts";
import { sourceOf } from "../../../cli/input/source.ts";
import { CliError } from "../../../core/errors.ts";
import { mask } from "../../../core/userinfo.ts";
import { count } from "../../../render/sentence.ts";
import { inputStaysOpen, RemoteProcess, stdinChunks } from "./lib/remote-process.ts";
import type { processStdin } from "./stdin.ts";

type Stdin = BodyOf<typeof processStdin>;

/** Writes a word, a file or a pipe to the input of a process, in constant memory. The input ends after a file or pipe. */
export const run: Run<typeof processStdin> = async (body) => {
  const { args, done, exit, flags, note, previewing, request } = body;
  if (previewing) {
    await recordWrites(body);
    return exit(0);
  }
  const remote = new RemoteProcess(body, request.params);
  const written = await writeAll(body, remote);
  const { from } = sourceOf(wordOf(args));
  const ends = (from === "stdin" || from === "file") && flags.keepOpen !== true;
  const ended = ends && (await remote.endInput());
  if (ends && !ended) note(inputStaysOpen);
  return done(`Wrote ${count(written, "byte")}${ended ? " and ended the input" : ""}.`, {
    written_bytes: written,
    input_ended: ended,
  });
};

function wordOf({ text = "-" }: Stdin["args"]): string {
  return text;
}

/** Writes everything and returns the number of bytes. An error has the number written before it in `written_bytes`. */
async function writeAll({ args, readBytes }: Stdin, remote: RemoteProcess): Promise<number> {
  let written = 0;
  try {
    for await (const chunk of readBytes(wordOf(args), "<text>")) written += await remote.write(chunk);
    return written;
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    const { details = [] } = error.options;
    const more = Number(details.find((detail) => detail.code === "written_bytes")?.message?.match(/\d+/)?.[0] ?? 0);
    throw new CliError(error.exit, error.message, {
      ...error.options,
      extra: { ...error.options.extra, written_bytes: written + more },
    });
  }
}

/** Records the requests: one with masked data, or every one with its data when secrets are shown. */
async function recordWrites({ args, callEach, readBytes, request, showsSecrets }: Stdin): Promise<void> {
  const parts: string[] = [];
  if (showsSecrets) {
    for await (const chunk of readBytes(wordOf(args), "<text>")) {
      for (const part of stdinChunks(chunk)) parts.push(part.toString("base64"));
    }
  } else parts.push(mask);
  const inputs = parts.map((data_b64) => ({ params: request.params, body: { data_b64 } }));
  await callEach("process.stdin", inputs).next();
}
