import { readFile, realpath } from "node:fs/promises";
import { basename, join, relative, sep } from "node:path";
import ignore from "ignore";
import { isLitter } from "../../../archive/directory-walk.ts";
import { fileError } from "../../../core/errors.ts";

/** Filter of the files of an app that are not packed. Paths start in its directory and use slashes; directories end with one. */
export interface AppFilter {
  /** True for a path that is not packed; called for the directories above it first. */
  leavesOut(path: string): boolean;
  /** Reason why a file is not packed, for a person; undefined for one that is packed. */
  reason(path: string): string | undefined;
  /** The files of variables that were left out so far. */
  readonly envFiles: readonly string[];
}

export interface AppFilterOptions {
  readonly includeModules: boolean;
  /** Full path of a file of variables. */
  readonly envFile?: string | undefined;
}

/** Makes the filter of a directory: files of variables, and what its .gitignore names. Exit 10 when that cannot be read. */
export async function appFilter(root: string, { includeModules, envFile }: AppFilterOptions): Promise<AppFilter> {
  const text = await readFile(join(root, ".gitignore"), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "";
    throw fileError("read", join(root, ".gitignore"), error);
  });
  // Names are told apart as git does on most systems.
  const ignored = ignore({ ignorecase: false }).add(text.replace(/^\uFEFF/, ""));
  const variables = envFile && relative(root, await realpath(envFile).catch(() => envFile)).replaceAll(sep, "/");
  const envFiles: string[] = [];
  const own = (path: string): string | undefined => {
    if (path === variables) return "it is the file of --env-file";
    if (holdsVariables(path)) return "files named .env hold secrets";
    return ignored.ignores(path) ? ".gitignore names it" : undefined;
  };
  return {
    envFiles,
    leavesOut(path) {
      const reason = own(path);
      if (holdsVariables(path) && path !== variables && !path.endsWith("/")) envFiles.push(path);
      return reason !== undefined;
    },
    reason(path) {
      const parts = path.split("/");
      for (const [at, name] of parts.entries()) {
        if (includeModules && name === "node_modules") return undefined;
        if (isLitter(name)) return `"${name}" is never packed`;
        const reason = own(parts.slice(0, at + 1).join("/") + (at < parts.length - 1 ? "/" : ""));
        if (reason !== undefined) return reason;
      }
      return undefined;
    },
  };
}

function holdsVariables(path: string): boolean {
  return /^\.env(\..+)?$/.test(basename(path));
}
