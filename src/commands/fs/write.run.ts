import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { BodyOf, Result, Run } from "../../cli/body.ts";
import { localFile } from "../../cli/local-file.ts";
import { sourceOf } from "../../cli/source.ts";
import { withTempDirectory } from "../../cli/staging.ts";
import type { LocalFile } from "../../client/form.ts";
import { CliError, fileError } from "../../core/errors.ts";
import { humanBytes } from "../../render/sentence.ts";
import type { fsWrite } from "./write.ts";

type Write = BodyOf<typeof fsWrite>;

/** Writes a word, a local file or stdin to a file of a session, in constant memory. */
export const run: Run<typeof fsWrite> = async (body) => {
  const { args, cwd, previewing, read } = body;
  const { content = "-" } = args;
  const source = sourceOf(content);
  if (source.from === "literal" || source.from === "env") return send(body, inMemory(await read(content, "<content>")));
  if (previewing) return send(body, unread(source.from === "file" ? source.path : undefined));
  if (source.from === "file") return send(body, await localFile(source.path, cwd));
  return withTempDirectory(body, async (directory) => send(body, await keptStdin(body, directory)));
};

async function send({ args, done, flags, previewing, request, upload }: Write, file: LocalFile): Promise<Result> {
  const { id, path } = args;
  if (file.bytes === 0 && !previewing) {
    throw new CliError("usage", "<content>: is empty; the service does not accept empty files", {
      hint: `browserctl browsers process exec ${id} -- touch ${path}`,
    });
  }
  await upload("fs.writeFile", request, file, { label: `Writing "${path}"`, progress: flags.progress });
  return done(`Wrote ${path} (${humanBytes(file.bytes)}).`, { ok: true, path, bytes: file.bytes });
}

/** Stand-in for a preview, which reads neither a file nor stdin. */
function unread(path: string | undefined): LocalFile {
  const nothing = { bytes: 0, filename: "", open: async function* () {} };
  return path === undefined ? { ...nothing, shownPath: "-", source: "stdin" } : { ...nothing, shownPath: path };
}

/** Stdin, kept in a file: its length is sent ahead, and another attempt reads it again. */
async function keptStdin({ readBytes, signal }: Write, directory: string): Promise<LocalFile> {
  const kept = join(directory, "stdin");
  await pipeline(readBytes("-", "<content>"), createWriteStream(kept, { mode: 0o600 }), { signal }).catch((error) => {
    signal.throwIfAborted();
    throw error instanceof CliError ? error : fileError("write", kept, error);
  });
  return { ...(await localFile(kept, "/", "stdin")), shownPath: "-", source: "stdin" };
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
