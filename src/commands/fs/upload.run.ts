import { basename } from "node:path";
import { previewRaw } from "../../cli/call-and-render.ts";
import { localFile } from "../../cli/local-file.ts";
import type { CommandRun } from "../../cli/spec.ts";
import { formRequest, sendUpload, uploadFlags } from "../../cli/upload.ts";
import type { FormPart } from "../../client/form.ts";
import { CliError, usageError } from "../../core/errors.ts";
import { count, humanBytes } from "../../render/sentence.ts";

/** Files in one request (contract 2.6). */
const MOST_FILES = 1_000;

/** Sends files to a session: all of them arrive, or none. */
export const run: CommandRun = async (context) => {
  const { args, flags, io, operation } = context;
  if (!operation) throw new Error("browsers fs upload is a call");
  const [id = "", ...paths] = args;
  const dest = String(flags["dest"]);
  if (!dest.startsWith("/")) throw usageError([{ path: "--dest", message: `must be an absolute path, not "${dest}"` }]);
  if (paths.length > MOST_FILES) {
    throw usageError([
      { path: "<file>", message: `must be at most ${MOST_FILES} files; upload a folder with upload-zip` },
    ]);
  }
  const intoFolder = dest.endsWith("/") || paths.length > 1;
  const target = (path: string): string => (intoFolder ? `${dest.replace(/\/+$/, "")}/${basename(path)}` : dest);
  const files = await Promise.all(paths.map((path) => localFile(path, io.cwd)));
  const names = paths.map(target);
  const twice = names.find((name, at) => names.indexOf(name) < at);
  if (twice !== undefined) throw new CliError("usage", `two files would become "${twice}"`);
  const parts = files.flatMap((file, at): FormPart[] => [
    { name: `files[${at}][dest_path]`, value: names[at] ?? "" },
    { name: `files[${at}][file]`, file },
  ]);
  const client = await context.client();
  const raw = formRequest(client, { operation, request: { params: { id }, query: {} } }, parts);
  const shown = await previewRaw(context, client, raw);
  if (shown) return shown;
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const what = files.length === 1 ? `"${paths[0]}"` : count(files.length, "file");
  const response = await sendUpload(context, client, raw, {
    label: `Uploading ${what}`,
    ...uploadFlags(context.flags),
  });
  await response.body?.cancel();
  return {
    kind: "done",
    sentence: `Uploaded ${what} to ${files.length === 1 ? names[0] : `${dest.replace(/\/+$/, "")}/`} (${humanBytes(bytes)}).`,
    value: files.map((file, at) => ({ path: names[at], bytes: file.bytes })),
  };
};
