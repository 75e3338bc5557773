import { ApiError, badRequest, notFound } from "../api-error.ts";
import { DiskFullError, isDiskFull } from "../disk-full.ts";
import { systemFolders } from "../processes/session-root.ts";

/** A path of a session in a request: the field that has it, and what it says. */
export interface AskedPath {
  readonly field: string;
  readonly path: string;
  /** What it should lead to; "path" is either. */
  readonly what?: "file" | "directory" | "path";
}

/** 400 about the path of a request. */
export function badPath({ field, path }: AskedPath, why: string): ApiError {
  return badRequest(`"${path}" ${why}`, [{ path: field, message: `"${path}" ${why}` }]);
}

/** 404 for what is not there, and the folder above it that is missing already. */
export function noSuch({ path, what = "path" }: AskedPath, missing?: string): ApiError {
  const why = missing === undefined ? "" : ` (there is no directory "${missing}")`;
  return notFound(`${what} not found: "${path}"${why}`);
}

/** 409 for a destination where something is. assumed: the API names no status for it. */
export function alreadyThere({ field, path }: AskedPath): ApiError {
  const message = `${field}: "${path}" already exists`;
  return new ApiError(409, "conflict", message, {
    details: [{ code: "conflict", message }],
    headers: { "x-should-retry": "false" },
  });
}

/**
 * 400 for a folder that is the machine's and not the session's. assumed: refused, because processes of the session see the
 * machine's own files there.
 */
export function systemPath(asked: AskedPath, folder: string): ApiError {
  return badPath(asked, `is in ${folder}, which is the machine's own; use /home/user or /tmp`);
}

/** 429 for one watch too many. assumed: the API names no limit. */
export function tooManyWatches(message: string): ApiError {
  return new ApiError(429, "too_many_watches", message, { headers: { "x-should-retry": "false" } });
}

/** The system's folder that a canonical path of a session is in, if any. */
export function systemFolderOf(path: string): string | undefined {
  return systemFolders.find((folder) => path === folder || path.startsWith(`${folder}/`));
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

/** What the system says about a path, as an answer: 404 for what is not there, 400 with the reason, 500 `disk_full`. */
export function fileFailure(error: unknown, asked: AskedPath, root: string): unknown {
  if (error instanceof ApiError) return error;
  if (isDiskFull(error)) return new DiskFullError(root, error);
  const { code } = (error ?? {}) as NodeJS.ErrnoException;
  if (code === "ENOENT") return noSuch(asked);
  const reason = reasons[code ?? ""];
  return reason === undefined ? error : badPath(asked, reason);
}
