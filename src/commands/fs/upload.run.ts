import { basename } from "node:path";
import type { BodyOf, Check, Run } from "../../cli/body.ts";
import { localFile } from "../../cli/local-file.ts";
import type { FormPart } from "../../client/form.ts";
import { CliError } from "../../core/errors.ts";
import { count, humanBytes } from "../../render/sentence.ts";
import type { fsUpload } from "./upload.ts";

type Words = Pick<BodyOf<typeof fsUpload>, "args" | "flags">;

/** Maximum number of files in one request (contract 2.6). */
const MAX_FILES = 1_000;

export const check: Check<typeof fsUpload> = ({ args, flags }) => {
  if (!flags.dest.startsWith("/"))
    return [{ path: "--dest", message: `must be an absolute path, not "${flags.dest}"` }];
  if (args.file.length > MAX_FILES)
    return [{ path: "<file>", message: `must be at most ${MAX_FILES} files; upload a folder with upload-zip` }];
  return [];
};

/** Uploads files to a session: all of them, or none. */
export const run: Run<typeof fsUpload> = async (body) => {
  const { args, cwd, done, flags, request, upload } = body;
  const files = await Promise.all(args.file.map((path) => localFile(path, cwd)));
  const names = remoteNames(body);
  const parts = files.flatMap((file, at): FormPart[] => [
    { name: `files[${at}][dest_path]`, value: names[at] ?? "" },
    { name: `files[${at}][file]`, file },
  ]);
  const what = files.length === 1 ? `"${args.file[0]}"` : count(files.length, "file");
  const label = `Uploading ${what}`;
  await upload("fs.upload", { params: request.params }, parts, { label, progress: flags.progress });
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const dest = files.length === 1 ? names[0] : `${withoutSlash(flags.dest)}/`;
  return done(
    `Uploaded ${what} to ${dest} (${humanBytes(bytes)}).`,
    files.map((file, at) => ({ path: names[at], bytes: file.bytes })),
  );
};

/** Paths of the files in the session. Exit 2 where two would have the same one. */
function remoteNames({ args, flags: { dest } }: Words): string[] {
  const intoDirectory = dest.endsWith("/") || args.file.length > 1;
  const names = args.file.map((path) => (intoDirectory ? `${withoutSlash(dest)}/${basename(path)}` : dest));
  const twice = names.find((name, at) => names.indexOf(name) < at);
  if (twice !== undefined) throw new CliError("usage", `two files would be saved as "${twice}"`);
  return names;
}

function withoutSlash(path: string): string {
  return path.replace(/\/+$/, "");
}
