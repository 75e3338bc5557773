import { usageError } from "../core/errors.ts";
import { type Candidate, candidate, type Resolved } from "./candidates.ts";
import { findDirectoryFile } from "./find-directory-file.ts";
import { contextEntry, type OutputFormat, type Settings } from "./model.ts";
import type { Env } from "./paths.ts";

/** Content of a `.browserctl.json`: the choices for everybody who works in its directory. */
export interface DirectoryFile {
  readonly path: string;
  readonly directory: string;
  /** Name of a context in the settings of each user; a user may have none of that name. */
  readonly context?: string | undefined;
  /** Project of that context; without `context`, of the context in use. */
  readonly project?: string | undefined;
  readonly output?: OutputFormat | undefined;
  readonly timeout?: string | undefined;
  readonly noInput?: true | undefined;
}

/**
 * The directory file that applies in `cwd`; undefined where there is none, or where `BROWSERCTL_NO_DIRECTORY_FILE` is
 * set. The modules that read it are loaded only when there is one. Exit 10 as in `readDirectoryFile`.
 */
export async function loadDirectoryFile(env: Env, cwd: string): Promise<DirectoryFile | undefined> {
  const off = env["BROWSERCTL_NO_DIRECTORY_FILE"] ?? "";
  if (/^(?:1|true)$/i.test(off)) return undefined;
  if (!/^(?:0|false|)$/i.test(off)) {
    throw usageError([{ path: "BROWSERCTL_NO_DIRECTORY_FILE", message: `"${off}" must be 1, true, 0 or false` }]);
  }
  const path = findDirectoryFile(cwd);
  return path === undefined ? undefined : (await import("./read-directory-file.ts")).readDirectoryFile(path);
}

/** A member of the directory file as a place that may hold a value. */
export function directoryEntry<T>(file: DirectoryFile | undefined, member: string, value: T | undefined): Candidate<T> {
  return candidate("directory", `${member} in ${file?.path}`, value);
}

/**
 * Orders the context of the directory file and the user's own binding: the nearer directory first; in the same
 * directory, the user's own choice first. Both directories are the working directory or above it.
 */
export function nearestFirst(
  file: DirectoryFile | undefined,
  bound: { readonly directory: string | undefined; readonly context: Candidate<string> },
): Candidate<string>[] {
  const shared = directoryEntry(file, "context", file?.context);
  const sharedIsNearer = (file?.directory.length ?? 0) > (bound.directory?.length ?? 0);
  return sharedIsNearer ? [shared, bound.context] : [bound.context, shared];
}

/**
 * Project of the directory file for the context `name`; `unused` is the reason if another service or context is in use.
 *
 * @param isOwn the base URL in use is the one of that context
 */
export function sharedProject(
  file: DirectoryFile | undefined,
  name: string | undefined,
  isOwn: boolean,
): { readonly project: Candidate<string>; readonly unused?: string } {
  const fits = file?.context === undefined || file.context === name;
  const project = directoryEntry(file, "project", fits && isOwn ? file?.project : undefined);
  if (file?.project === undefined || project.value !== undefined) return { project };
  const whose = file.context === undefined ? "the services of your contexts" : `context "${file.context}"`;
  return { project, unused: `the service's default; ${file.path} names a project, but only for ${whose}` };
}

/**
 * True when a token of the environment may go to the service of the context in use: the user chose the context, or
 * their own choice leads to the same service.
 *
 * assumed: a token in the environment is for the service that the user has chosen. A repository must not send it to
 * another of the user's services.
 */
export function sendsEnvironmentToken(settings: Settings, context: Resolved<string | undefined>): boolean {
  if (context.source !== "directory") return true;
  const [own] = context.shadowed;
  if (own?.value === undefined || context.value === undefined) return false;
  if (own.value === context.value) return true;
  const address = (name: string): string | undefined => contextEntry(settings, name)?.base_url;
  return address(own.value) !== undefined && address(own.value) === address(context.value);
}
