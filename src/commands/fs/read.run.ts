import { StringDecoder } from "node:string_decoder";
import { preview } from "../../cli/call-and-render.ts";
import { beginDownload, counted, saveDownload } from "../../cli/download.ts";
import { toOut } from "../../cli/out-file.ts";
import type { CommandRun } from "../../cli/spec.ts";
import { CliError } from "../../core/errors.ts";
import { sanitize } from "../../core/sanitize.ts";

/** Prints a file of a session, or saves it. */
export const run: CommandRun = async (context) => {
  const shown = await preview(context);
  if (shown) return shown;
  const { flags, args, io, operation } = context;
  if (!operation) throw new Error("browsers fs read is a call");
  const client = await context.client();
  const request = client.request(operation, context.request);
  if (flags["out"] !== undefined && flags["out"] !== "-") {
    return saveDownload(context, { request, target: () => String(flags["out"]), binary: true, what: `"${args[1]}"` });
  }
  const bytes = counted(await beginDownload(context, request), () => {});
  return toOut(context, io.tty.stdout ? forTerminal(bytes) : bytes, false);
};

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
