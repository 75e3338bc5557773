import type { Run } from "../../../cli/declare/body.ts";
import type { OpenDownload } from "../../../cli/declare/download-types.ts";
import { changedOnTheWay } from "../../../cli/transfer/download.ts";
import { ChangedError } from "../../../client/transfer.ts";
import { CliError } from "../../../core/errors.ts";
import type { fsRead } from "./read.ts";

/** Prints or saves a file of a session. */
export const run: Run<typeof fsRead> = async ({ args, bytes, flags, open, request, save, tty }) => {
  const { out, force, progress } = flags;
  const what = `"${args.path}"`;
  if (out !== undefined && out !== "-") {
    return save("fs.readFile", request, { out, force, progress, binary: true, what });
  }
  // No progress bar on a terminal that shows the file.
  const opened = await open("fs.readFile", request, { what, progress: tty.stdout ? "none" : progress });
  const all = untilEnd(opened, what);
  return bytes(tty.stdout ? forTerminal(all) : all, { binary: false, out, force });
};

/** The bytes. Output on stdout cannot restart when the file changes. */
async function* untilEnd({ bytes, end }: OpenDownload, what: string): AsyncGenerator<Uint8Array> {
  try {
    yield* bytes;
  } catch (error) {
    throw error instanceof ChangedError ? changedOnTheWay(what) : error;
  } finally {
    await end();
  }
}

/** The bytes of a text. Exit 2 for bytes that are not text. */
async function* forTerminal(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    if (chunk.includes(0)) {
      throw new CliError("usage", "the file is binary and stdout is a terminal", {
        hint: "add --out FILE, or pipe it",
      });
    }
    yield chunk;
  }
}
