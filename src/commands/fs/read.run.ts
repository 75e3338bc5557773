import { StringDecoder } from "node:string_decoder";
import { preview } from "../../cli/call-and-render.ts";
import { changedOnTheWay, type OpenDownload, openDownload, saveDownload, saveFlags } from "../../cli/download.ts";
import { toOut } from "../../cli/out-file.ts";
import type { CommandRun } from "../../cli/spec.ts";
import { ChangedError } from "../../client/transfer.ts";
import { CliError } from "../../core/errors.ts";
import { sanitize } from "../../core/sanitize.ts";

/** Prints a file of a session, or saves it. */
export const run: CommandRun = async (context) => {
  const shown = await preview(context);
  if (shown) return shown;
  const { flags, args, io, operation } = context;
  if (!operation) throw new Error("browsers fs read is a call");
  const what = `"${args[1]}"`;
  const client = await context.client();
  const download = { client, request: client.request(operation, context.request) };
  const { out, force, progress } = saveFlags(flags);
  if (out !== undefined && out !== "-") {
    return saveDownload(context, download, { out, force, progress, target: () => out, binary: true, what });
  }
  // A terminal that shows the file itself has no room for a bar.
  const opened = await openDownload(context, download, { what, progress: io.tty.stdout ? "none" : progress });
  const bytes = untilEnd(opened, what);
  return toOut(context, io.tty.stdout ? forTerminal(bytes) : bytes, { binary: false, out, force });
};

/** The bytes; what has begun on stdout cannot begin again when the file changes. */
async function* untilEnd({ bytes, end }: OpenDownload, what: string): AsyncGenerator<Uint8Array> {
  try {
    yield* bytes;
  } catch (error) {
    throw error instanceof ChangedError ? changedOnTheWay(what) : error;
  } finally {
    await end();
  }
}

/** Text made safe. Exit 2 for what is none. */
async function* forTerminal(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const decoder = new StringDecoder("utf8");
  for await (const chunk of bytes) {
    if (chunk.includes(0)) {
      throw new CliError("usage", "the file is binary and stdout is a terminal", {
        hint: "add --out FILE, or pipe it",
      });
    }
    yield Buffer.from(sanitize(decoder.write(Buffer.from(chunk))));
  }
  yield Buffer.from(sanitize(decoder.end()));
}
