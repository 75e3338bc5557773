import { DiskFullError, isDiskFull } from "../disk-full.ts";
import { DriverError } from "../driver-error.ts";
import { systemDirectories } from "../processes/session-root.ts";

/** A path of a session in a request: the field that has it, and what it says. */
export interface RequestedPath {
  readonly field: string;
  readonly path: string;
  /** Kind of its target; "path" is either. */
  readonly what?: "file" | "directory" | "path";
}

/** Kinds of failures of a file operation. */
export type FileErrorKind = "exists" | "invalid" | "not-found" | "too-many-watches" | "unsupported";

/** Error of a file operation in a session. */
export class FileError extends DriverError<FileErrorKind> {
  override readonly name = "FileError";
}

/** Error for a path that cannot be used. */
export function badPath({ field, path }: RequestedPath, why: string): FileError {
  return new FileError("invalid", `"${path}" ${why}`, { problems: [{ path: field, message: `"${path}" ${why}` }] });
}

/** Error for a path where nothing is, with the directory above it that is missing already. */
export function pathNotFound({ path, what = "path" }: RequestedPath, missing?: string): FileError {
  const why = missing === undefined ? "" : ` (there is no directory "${missing}")`;
  return new FileError("not-found", `${what} not found: "${path}"${why}`);
}

/** Error for a destination where something is. */
export function pathExists({ field, path }: RequestedPath): FileError {
  const message = `"${path}" already exists`;
  return new FileError("exists", `${field}: ${message}`, { problems: [{ path: field, message }] });
}

/**
 * Error for a directory that is the machine's and not the session's. assumed: refused, because processes of the session
 * see the machine's own files there.
 */
export function systemPath(requested: RequestedPath, directory: string): FileError {
  return badPath(requested, `is in ${directory}, which is the machine's own; use /home/user or /tmp`);
}

/** Error for one watch too many. */
export function tooManyWatches(message: string): FileError {
  return new FileError("too-many-watches", message);
}

/** Error for an id that no watch of the session has. */
export function watchNotFound(id: string): FileError {
  return new FileError("not-found", `watch not found: "${id}"`);
}

/** The system's directory that a canonical path of a session is in, if any. */
export function systemDirectoryOf(path: string): string | undefined {
  return systemDirectories.find((directory) => path === directory || path.startsWith(`${directory}/`));
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: "cannot be used: permission denied",
  EPERM: "cannot be changed: permission denied",
  ENOTDIR: "leads through something that is not a directory",
  EISDIR: "is a directory",
  ELOOP: "leads through more than 40 links",
  ENAMETOOLONG: "has a name that is too long",
  EEXIST: "was made by something else at the same moment; try again",
  ENOTEMPTY: "is not empty: something writes to it; end that first",
  EXDEV: "is on another device",
  // What Linux says of the permissions of a link: we had looked, and it was none.
  ENOTSUP: "was changed into a link at the same moment; try again",
  EINVAL: "is not possible here",
  EBUSY: "is in use",
  EROFS: "is on a file system that is read-only",
};

/** A {@link FileError} or {@link DiskFullError} for an error of the system about a path; any other error as it is. */
export function fileFailure(error: unknown, requested: RequestedPath, root: string): unknown {
  if (isDiskFull(error)) return new DiskFullError(root, error);
  const { code } = (error ?? {}) as NodeJS.ErrnoException;
  if (code === "ENOENT") return pathNotFound(requested);
  const reason = reasons[code ?? ""];
  return reason === undefined ? error : badPath(requested, reason);
}
