import { table } from "../../core/table.ts";
import { DiskFullError, isDiskFull } from "../disk-full.ts";
import { DriverError } from "../driver-error.ts";
import { systemDirectories } from "../processes/session-root.ts";

/** Path of a session in a request, and the field that contains it. */
export interface RequestedPath {
  readonly field: string;
  readonly path: string;
  /** Kind of its target; "path" for either. */
  readonly what?: "file" | "directory" | "path";
}

/** Kinds of failures of a file operation. */
export type FileErrorKind = "exists" | "invalid" | "not-found" | "too-many-watches" | "unsupported";

/** Error of a file operation in a session. */
export class FileError extends DriverError<FileErrorKind> {
  override readonly name = "FileError";
}

/** Error for an invalid path. */
export function badPath({ field, path }: RequestedPath, why: string): FileError {
  return new FileError("invalid", `"${path}" ${why}`, { problems: [{ path: field, message: `"${path}" ${why}` }] });
}

/** Error for a path that does not exist, with the missing parent directory. */
export function pathNotFound({ path, what = "path" }: RequestedPath, missing?: string): FileError {
  const why = missing === undefined ? "" : ` (there is no directory "${missing}")`;
  return new FileError("not-found", `${what} not found: "${path}"${why}`);
}

/** Error for a destination that exists. */
export function pathExists({ field, path }: RequestedPath): FileError {
  const message = `"${path}" already exists`;
  return new FileError("exists", `${field}: ${message}`, { problems: [{ path: field, message }] });
}

/**
 * Error for a system directory of the machine. assumed: rejected, because processes of the session see the machine's
 * files there.
 */
export function systemPath(requested: RequestedPath, directory: string): FileError {
  return badPath(requested, `is in ${directory}, which is the machine's own; use /home/user or /tmp`);
}

/** Error for too many watches. */
export function tooManyWatches(message: string): FileError {
  return new FileError("too-many-watches", message);
}

/** Error for an unknown watch id. */
export function watchNotFound(id: string): FileError {
  return new FileError("not-found", `watch not found: "${id}"`);
}

/** System directory that contains a canonical path of a session, if any. */
export function systemDirectoryOf(path: string): string | undefined {
  return systemDirectories.find((directory) => path === directory || path.startsWith(`${directory}/`));
}

const reasons = table<string>({
  EACCES: "cannot be used: permission denied",
  EPERM: "cannot be changed: permission denied",
  ENOTDIR: "leads through something that is not a directory",
  EISDIR: "is a directory",
  ELOOP: "leads through more than 40 links",
  ENAMETOOLONG: "has a name that is too long",
  EEXIST: "was made by something else at the same moment; try again",
  ENOTEMPTY: "is not empty: something writes to it; end that first",
  EXDEV: "is on another device",
  // Linux: permissions of a link cannot be changed; the entry was not a link when it was checked.
  ENOTSUP: "was changed into a link at the same moment; try again",
  EINVAL: "is not possible here",
  EBUSY: "is in use",
  EROFS: "is on a file system that is read-only",
});

/** Converts a system error about a path to a {@link FileError} or {@link DiskFullError}; returns others unchanged. */
export function fileFailure(error: unknown, requested: RequestedPath, root: string): unknown {
  if (isDiskFull(error)) return new DiskFullError(root, error);
  const { code } = (error ?? {}) as NodeJS.ErrnoException;
  if (code === "ENOENT") return pathNotFound(requested);
  const reason = reasons.get(code ?? "");
  return reason === undefined ? error : badPath(requested, reason);
}
