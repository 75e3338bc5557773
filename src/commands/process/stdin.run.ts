import { createReadStream } from "node:fs";
import { resolve } from "node:path";
import { joinPreviews, preview } from "../../cli/call-and-render.ts";
import type { CommandContext } from "../../cli/context.ts";
import { sourceOf } from "../../cli/source.ts";
import type { CommandRun, Output } from "../../cli/spec.ts";
import { CliError, fileError } from "../../core/errors.ts";
import { mask } from "../../core/userinfo.ts";
import { count } from "../../render/sentence.ts";
import { RemoteProcess, stdinChunks } from "./remote-process.ts";

/** Writes to a process's input: a word as it is, a file or a pipe in constant memory, ending the input after it. */
export const run: CommandRun = async (context) => {
  const { args, flags, io } = context;
  const word = args[2] ?? "-";
  const shown = await previews(context, word);
  if (shown) return shown;
  const remote = new RemoteProcess(context, await context.client(), args[0] ?? "", args[1] ?? "");
  let written = 0;
  try {
    for await (const chunk of input(context, word)) written += await remote.write(chunk);
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    const { details = [] } = error.options;
    const more = Number(details.find((detail) => detail.code === "written_bytes")?.message?.match(/\d+/)?.[0] ?? 0);
    throw new CliError(error.exit, error.message, {
      ...error.options,
      extra: { ...error.options.extra, written_bytes: written + more },
    });
  }
  const piped = sourceOf(word).from === "stdin" || sourceOf(word).from === "file";
  const ended = piped && flags["keep-open"] !== true && (await remote.endInput());
  if (piped && flags["keep-open"] !== true && !ended)
    io.note("note: this service cannot be told that the input has ended");
  return {
    kind: "done",
    sentence: `Wrote ${count(written, "byte")}${ended ? " and ended the input" : ""}.`,
    value: { written_bytes: written, input_ended: ended },
  };
};

/** The requests: one with the data left out, or all of them with the data where secrets are shown. */
async function previews(context: CommandContext, word: string): Promise<Output | undefined> {
  const { globals, request } = context;
  if (!globals.dryRun && !globals.print) return undefined;
  const bodies: { data_b64: string }[] = [];
  if (globals.showToken) {
    for await (const chunk of input(context, word)) {
      for (const part of stdinChunks(chunk)) bodies.push({ data_b64: part.toString("base64") });
    }
  } else bodies.push({ data_b64: mask });
  const shown: Output[] = [];
  for (const body of bodies) {
    const one = await preview(context, { ...request, body });
    if (one) shown.push(one);
  }
  return joinPreviews(shown);
}

async function* input({ io, lifetime }: CommandContext, word: string): AsyncGenerator<Uint8Array> {
  const source = sourceOf(word);
  if (source.from === "literal") yield Buffer.from(source.text);
  else if (source.from === "env") {
    const value = io.env[source.name];
    if (value === undefined) throw new CliError("usage", `<text>: the variable ${source.name} is not set`);
    yield Buffer.from(value);
  } else if (source.from === "stdin") yield* io.takeStdin("<text>") as AsyncIterable<Uint8Array>;
  else {
    try {
      yield* createReadStream(resolve(io.cwd, source.path), {
        highWaterMark: 512 * 1024,
        signal: lifetime.signal,
      }) as AsyncIterable<Buffer>;
    } catch (error) {
      throw lifetime.signal.aborted ? lifetime.signal.reason : fileError("read", source.path, error);
    }
  }
}
