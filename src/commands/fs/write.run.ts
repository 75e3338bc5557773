import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { previewRaw } from "../../cli/call-and-render.ts";
import type { CommandContext } from "../../cli/context.ts";
import { localFile } from "../../cli/local-file.ts";
import { type Source, sourceOf } from "../../cli/source.ts";
import type { CommandRun } from "../../cli/spec.ts";
import { withTempFolder } from "../../cli/staging.ts";
import { bytesRequest, sendUpload, uploadFlags } from "../../cli/upload.ts";
import type { LocalFile } from "../../client/form.ts";
import { CliError, fileError } from "../../core/errors.ts";
import { humanBytes } from "../../render/sentence.ts";

/** Writes a file of a session: a word, a file, or what a pipe brings, in constant memory. */
export const run: CommandRun = (context) =>
  withTempFolder(context.lifetime, async (folder) => {
    const { args, operation, request } = context;
    if (!operation) throw new Error("browsers fs write is a call");
    const path = args[1] ?? "";
    const client = await context.client();
    const preview = context.globals.dryRun || context.globals.print !== undefined;
    const file = preview ? shownOnly(context, args[2]) : await content(context, args[2] ?? "-", folder);
    const raw = bytesRequest(client, { operation, request }, file);
    const shown = await previewRaw(context, client, raw);
    if (shown) return shown;
    if (file.bytes === 0) {
      throw new CliError("usage", "<content>: is empty, and the service takes no empty file", {
        hint: `browserctl browsers process exec ${args[0]} -- touch ${path}`,
      });
    }
    const response = await sendUpload(context, client, raw, {
      label: `Writing "${path}"`,
      ...uploadFlags(context.flags),
    });
    await response.body?.cancel();
    return {
      kind: "done",
      sentence: `Wrote ${path} (${humanBytes(file.bytes)}).`,
      value: { ok: true, path, bytes: file.bytes },
    };
  });

/** Content as a preview shows it; a preview does not read a file or a pipe. */
function shownOnly(context: CommandContext, word = "-"): LocalFile {
  const source = sourceOf(word);
  if (source.from === "literal" || source.from === "env") return inMemory(typed(context, source));
  const nothing = { bytes: 0, filename: "", open: async function* () {} };
  return source.from === "file"
    ? { ...nothing, shownPath: source.path }
    : { ...nothing, shownPath: "-", source: "stdin" };
}

async function content(context: CommandContext, word: string, folder: string): Promise<LocalFile> {
  const { io, lifetime } = context;
  const source = sourceOf(word);
  if (source.from === "file") return localFile(source.path, io.cwd);
  if (source.from !== "stdin") return inMemory(typed(context, source));
  // Its length is told ahead, and a lost connection makes another attempt: a pipe is kept on the disk until then.
  const kept = join(folder, "stdin");
  const stdin = io.takeStdin("<content>");
  if (io.tty.stdin) io.note("reading <content> from the terminal; end with Ctrl-D");
  await pipeline(stdin, createWriteStream(kept, { mode: 0o600 }), { signal: lifetime.signal }).catch((error) => {
    lifetime.signal.throwIfAborted();
    throw fileError("write", kept, error);
  });
  return { ...(await localFile(kept, "/", "stdin")), shownPath: "-", source: "stdin" };
}

/** The text of a word, or of the variable it names. */
function typed({ io }: CommandContext, source: Extract<Source, { from: "literal" | "env" }>): string {
  if (source.from === "literal") return source.text;
  const value = io.env[source.name];
  if (value === undefined) throw new CliError("usage", `<content>: the variable ${source.name} is not set`);
  return value;
}

function inMemory(text: string): LocalFile {
  const bytes = Buffer.from(text);
  return {
    bytes: bytes.length,
    filename: "content",
    shownPath: "-",
    source: { text },
    async *open() {
      yield bytes;
    },
  };
}
