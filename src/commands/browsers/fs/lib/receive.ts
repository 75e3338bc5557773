import { stat } from "node:fs/promises";
import { join, posix, resolve } from "node:path";
import type { Needs, Result } from "../../../../cli/declare/body.ts";
import { commandLine } from "../../../../core/command-line.ts";
import { CliError } from "../../../../core/errors.ts";
import { type DirectoryTools, receiveDirectory } from "./receive-directory.ts";
import { isRemoteDirectory } from "./remote-directory.ts";

type Tools = DirectoryTools & Needs<"call" | "save">;

/** A file or a directory of a session for this machine. */
export interface Receipt {
  readonly id: string;
  /** Absolute path in the session. */
  readonly path: string;
  /**
   * Target, with the rules of cp: an existing directory gets it under its own name. The working directory when omitted.
   */
  readonly target?: string | undefined;
  /** Exact path, instead of the target. */
  readonly out?: string | undefined;
  readonly force?: boolean | undefined;
  readonly progress?: string | undefined;
}

/** Saves a file of a session, or extracts a directory, under its own name unless another is given. */
export async function receive(tools: Tools, receipt: Receipt): Promise<Result> {
  const { id, path, force, progress } = receipt;
  const place = receipt.out ?? (await placeOf(tools, receipt));
  const request = { params: { id }, query: { path } };
  const options = { out: place, force, progress, binary: true, what: `"${path}"` };
  try {
    return await tools.save("fs.readFile", request, options);
  } catch (error) {
    const isRefused = error instanceof CliError && error.options.httpStatus === 400;
    if (!isRefused || !(await isRemoteDirectory(tools, id, path).catch(() => false))) throw error;
    if (place !== "-") return receiveDirectory(tools, { id, path, dir: place, progress });
    throw new CliError("usage", `"${path}" is a directory`, {
      hint: commandLine`browsers fs download-dir ${id} ${path} --out -`,
    });
  }
}

/** Path on this machine for a target. */
async function placeOf({ cwd }: Tools, { path, target = "." }: Receipt): Promise<string> {
  if (target === "-") return target;
  const facts = await stat(resolve(cwd, target)).catch(() => undefined);
  const isInto = /[/\\]$/.test(target) || facts?.isDirectory() === true;
  return isInto ? join(target, ownName(path)) : target;
}

/** Last part of a remote path as a local file name. Exit 2 if it would name a directory. */
function ownName(path: string): string {
  const name = posix.basename(path);
  if (name !== "" && name !== "." && name !== ".." && !/[\\:]/.test(name)) return name;
  throw new CliError("usage", `"${path}" does not end with a usable file name`, { hint: "add --out FILE" });
}
