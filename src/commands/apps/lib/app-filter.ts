import { realpath } from "node:fs/promises";
import { basename, join, relative, sep } from "node:path";
import ignore from "ignore";
import { isLitter } from "../../../archive/directory-walk.ts";
import { fileError } from "../../../core/errors.ts";
import { readRegularText } from "../../../core/input-file.ts";

/**
 * Filter for files of an app that are not packed. Paths are relative to the app's directory and use slashes; a
 * directory ends with a slash.
 */
export interface AppFilter {
  /** True for a path that is not packed. Called for parent directories first. */
  leavesOut(path: string): boolean;
  /** Reason why a file is not packed, for a person; undefined for a packed file. */
  reason(path: string): string | undefined;
  /** Env files that were left out so far. */
  readonly envFiles: readonly string[];
}

export interface AppFilterOptions {
  readonly includeModules: boolean;
  /** Full path of an env file. */
  readonly envFile?: string | undefined;
}

/**
 * Creates the filter of a directory: env files, and the paths in its .gitignore. Exit 10 when .gitignore cannot be
 * read.
 */
export async function appFilter(root: string, { includeModules, envFile }: AppFilterOptions): Promise<AppFilter> {
  const text = await readRegularText(join(root, ".gitignore"), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "";
    throw fileError("read", join(root, ".gitignore"), error);
  });
  // Names are case-sensitive, as for git on most systems.
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
