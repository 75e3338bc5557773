import { lstatSync, realpathSync } from "node:fs";
import { join } from "node:path";
import type { Needs } from "../../../cli/declare/body.ts";
import { fileError } from "../../../core/errors.ts";
import { saveFile } from "../../../core/save-file.ts";
import type { DirectoryFile } from "../../../settings/directory-choice.ts";
import { DIRECTORY_FILE } from "../../../settings/find-directory-file.ts";

interface Choice {
  readonly context: string;
  readonly project?: string | undefined;
}

/**
 * Writes the choice to `.browserctl.json` in `cwd`, atomically. Keeps the output defaults of an existing file, and its
 * project if the context is the same. A symbolic link stays one: its target is replaced. Exit 10 when it cannot be
 * written.
 *
 * @param found the file that applies in `cwd`, which may lie further up
 */
export async function writeDirectoryFile(
  found: DirectoryFile | undefined,
  { context, project }: Choice,
  { cwd, defer, signal }: Needs<"cwd" | "defer" | "signal">,
): Promise<DirectoryFile> {
  const path = join(cwd, DIRECTORY_FILE);
  const before = found?.path === path ? found : undefined;
  const kept = before?.context === context ? before.project : undefined;
  const { output, timeout, noInput } = before ?? {};
  const members = { context, project: project ?? kept, output, timeout, no_input: noInput };
  const text = `${JSON.stringify(members, undefined, 2)}\n`;
  const options = { cwd, force: true, mode: 0o644, defer: (cleanup: () => Promise<void>) => defer(cleanup), signal };
  await saveFile(targetOf(path), Buffer.from(text), options);
  return { path, directory: cwd, context, project: members.project, output, timeout, noInput };
}

function targetOf(path: string): string {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ? realpathSync(path) : path;
  } catch (error) {
    throw fileError("write", path, error);
  }
}
