import type { BodyOf, Result, Run } from "../../../cli/declare/body.ts";
import { sourceOf } from "../../../cli/input/source.ts";
import { keptStdin, textFile, unreadFile } from "../../../cli/transfer/body-file.ts";
import { localFile } from "../../../cli/transfer/local-file.ts";
import { withTempDirectory } from "../../../cli/transfer/staging.ts";
import type { LocalFile } from "../../../client/form.ts";
import { commandLine } from "../../../core/command-line.ts";
import { CliError } from "../../../core/errors.ts";
import { humanBytes } from "../../../render/sentence.ts";
import type { fsWrite } from "./write.ts";

type Write = BodyOf<typeof fsWrite>;

/** Writes a word, a local file or stdin to a file of a session, in constant memory. */
export const run: Run<typeof fsWrite> = async (body) => {
  const { args, cwd, previewing, read } = body;
  const { content = "-" } = args;
  const source = sourceOf(content);
  if (source.from === "literal" || source.from === "env") return send(body, textFile(await read(content, "<content>")));
  if (previewing) return send(body, unreadFile(source.from === "file" ? source.path : undefined));
  if (source.from === "file") return send(body, await localFile(source.path, cwd));
  return withTempDirectory(body, async (directory) => send(body, await keptStdin(body, "<content>", directory)));
};

async function send({ args, done, flags, previewing, request, upload }: Write, file: LocalFile): Promise<Result> {
  const { id, path } = args;
  if (file.bytes === 0 && !previewing) {
    throw new CliError("usage", "<content>: is empty; the service does not accept empty files", {
      hint: commandLine`browsers process exec ${id} -- touch ${path}`,
    });
  }
  await upload("fs.writeFile", request, file, { label: `Writing "${path}"`, progress: flags.progress });
  return done(`Wrote ${path} (${humanBytes(file.bytes)}).`, { ok: true, path, bytes: file.bytes });
}
