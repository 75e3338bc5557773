import { stat } from "node:fs/promises";
import { basename, posix, resolve } from "node:path";
import type { Needs, Result } from "../../../../cli/declare/body.ts";
import { localFile } from "../../../../cli/transfer/local-file.ts";
import type { FormPart } from "../../../../client/form.ts";
import { commandLine } from "../../../../core/command-line.ts";
import { CliError } from "../../../../core/errors.ts";
import { count, humanBytes } from "../../../../render/sentence.ts";
import { isRemoteDirectory } from "./remote-directory.ts";
import { type SendTools, sendDirectory } from "./send-directory.ts";

type Tools = SendTools & Needs<"call">;

/** Files, or one directory, of this machine for a session. */
export interface Sending {
  readonly id: string;
  readonly sources: readonly string[];
  /** Absolute path in the session. */
  readonly target: string;
  readonly progress?: string | undefined;
}

/** Sends to a target with the rules of cp: sources keep their name in an existing directory. */
export async function sendTo(tools: Tools, sending: Sending): Promise<Result> {
  const { id, sources, target } = sending;
  const [first = ""] = sources;
  const isInto = sources.length > 1 || target.endsWith("/");
  const into = isInto || (!tools.previewing && (await isRemoteDirectory(tools, id, target)));
  if (into && sources.length === 1) {
    const name = basename(resolve(tools.cwd, first));
    return sendAs(tools, { ...sending, target: posix.join(target, name) });
  }
  return sendAs(tools, sending);
}

/** Sends to exactly the target, which is a directory if it ends with a slash or there are several files. */
export async function sendAs(tools: Tools, sending: Sending): Promise<Result> {
  const { id, sources, target, progress } = sending;
  const [first = ""] = sources;
  const directories = await Promise.all(sources.map((source) => isLocalDirectory(tools, source)));
  if (!directories.includes(true)) return sendFiles(tools, sending);
  if (sources.length === 1) return sendDirectory(tools, { id, source: first, dest_path: target, progress });
  const directory = sources[directories.indexOf(true)] ?? "";
  const dest = posix.join(target, basename(resolve(tools.cwd, directory)));
  throw new CliError("usage", `"${directory}" is a directory; several sources have to be files`, {
    hint: commandLine`browsers fs upload-zip ${id} ${directory} --dest ${dest}`,
  });
}

async function isLocalDirectory({ cwd }: Tools, path: string): Promise<boolean> {
  const facts = await stat(resolve(cwd, path)).catch(() => undefined);
  return facts?.isDirectory() === true;
}

/** Uploads files to a session: all of them, or none. */
async function sendFiles(tools: Tools, { id, sources, target, progress }: Sending): Promise<Result> {
  const { cwd, done, upload } = tools;
  const files = await Promise.all(sources.map((path) => localFile(path, cwd)));
  const names = remoteNames(sources, target);
  const parts = files.flatMap((file, at): FormPart[] => [
    { name: `files[${at}][dest_path]`, value: names[at] ?? "" },
    { name: `files[${at}][file]`, file },
  ]);
  const what = files.length === 1 ? `"${sources[0]}"` : count(files.length, "file");
  await upload("fs.upload", { params: { id } }, parts, { label: `Uploading ${what}`, progress });
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const dest = files.length === 1 ? names[0] : `${withoutSlash(target)}/`;
  return done(
    `Uploaded ${what} to ${dest} (${humanBytes(bytes)}).`,
    files.map((file, at) => ({ path: names[at], bytes: file.bytes })),
  );
}

/** Paths of the files in the session. Exit 2 when two would be the same. */
function remoteNames(sources: readonly string[], target: string): string[] {
  const intoDirectory = target.endsWith("/") || sources.length > 1;
  const names = sources.map((path) => (intoDirectory ? `${withoutSlash(target)}/${basename(path)}` : target));
  const twice = names.find((name, at) => names.indexOf(name) < at);
  if (twice !== undefined) throw new CliError("usage", `two files would be saved as "${twice}"`);
  return names;
}

function withoutSlash(path: string): string {
  return path.replace(/\/+$/, "");
}
