import { chmod, lstat, mkdir, rename, unlink } from "node:fs/promises";
import { mountedDirectories } from "../processes/session-root.ts";
import { changeMode, factsOf, inParallel, inside, sortedNames, withDirectory } from "./dir-handle.ts";
import { badPath, pathExists, pathNotFound, type RequestedPath } from "./file-errors.ts";
import { type FileInfo, fileInfo } from "./file-info.ts";
import { checkOwner } from "./owners.ts";
import { removeTree } from "./remove-tree.ts";
import type { ResolvedPath, SessionFiles } from "./session-files.ts";

/** Maximum number of entries of a listed directory. assumed: 100 000; the API has no paging here. */
const MAX_LISTED = 100_000;

const filePath = (path: string): RequestedPath => ({ field: "path", path, what: "file" });
const directoryPath = (path: string): RequestedPath => ({ field: "path", path, what: "directory" });
const anyPath = (path: string, field = "path"): RequestedPath => ({ field, path });

/** Puts an uploaded file in place by an atomic rename; creates parent directories. */
export function writeFile(files: SessionFiles, path: string, source: string, mode: string): Promise<undefined> {
  const requested = filePath(path);
  return files.reach(requested, { follow: true, makeDirectories: () => {} }, async (resolved) => {
    await rejectDirectory(resolved, requested);
    await chmod(source, Number.parseInt(mode, 8));
    await rename(source, resolved.at);
    return undefined;
  });
}

/** Throws a {@link FileError} for a path that cannot be a file's. */
export async function rejectDirectory(resolved: ResolvedPath, requested: RequestedPath): Promise<void> {
  if (resolved.name === "" || requested.path.endsWith("/") || (await factsOf(resolved.at))?.isDirectory()) {
    throw badPath(requested, "is a directory, not a file");
  }
}

/** Throws a {@link FileError} for a missing path and for a file. */
export async function requireDirectory(resolved: ResolvedPath, requested: RequestedPath): Promise<void> {
  const facts = await factsOf(resolved.at);
  if (!facts) throw pathNotFound(requested);
  if (!facts.isDirectory()) throw badPath(requested, "is a file, not a directory");
}

/** Entries of a directory, sorted by name. Throws a {@link FileError} for more than 100 000. */
export function listFiles(files: SessionFiles, path: string, signal: AbortSignal): Promise<FileInfo[]> {
  const requested = directoryPath(path);
  return files.reach(requested, { follow: true }, async (resolved) => {
    await requireDirectory(resolved, requested);
    return withDirectory(resolved.at, async (directory) => {
      const names = await sortedNames(directory, MAX_LISTED);
      if (!names) {
        throw badPath(requested, `has more than ${MAX_LISTED} entries; list it with a process of the session`);
      }
      const infos = await inParallel(names, async (name) => {
        signal.throwIfAborted();
        const facts = await factsOf(inside(directory, name));
        return facts && fileInfo(`${resolved.path === "/" ? "" : resolved.path}/${name}`, facts);
      });
      return infos.filter((info) => info !== undefined);
    });
  });
}

/** Record of a file, directory or link; follows a link when the path ends with a slash. */
export function showFile(files: SessionFiles, path: string): Promise<FileInfo> {
  return files.reach(anyPath(path), { follow: path.endsWith("/") }, async (resolved) =>
    fileInfo(resolved.path, await lstat(resolved.at)),
  );
}

/** Creates a directory and its parents. Idempotent. */
export function createDirectory(files: SessionFiles, path: string, mode: string): Promise<undefined> {
  const requested = directoryPath(path);
  return files.reach(requested, { follow: true, makeDirectories: () => {} }, async (resolved) => {
    const made = await mkdir(resolved.at).then(
      () => true,
      async (error: NodeJS.ErrnoException) => {
        if (error.code !== "EEXIST" && error.code !== "EISDIR") throw error;
        return false;
      },
    );
    if (made) await changeMode(resolved.at, Number.parseInt(mode, 8));
    else if (!(await lstat(resolved.at)).isDirectory()) throw badPath(requested, "is a file");
    return undefined;
  });
}

/** Removes a directory recursively; does not follow links. */
export function deleteDirectory(files: SessionFiles, path: string, signal: AbortSignal): Promise<undefined> {
  const requested = directoryPath(path);
  return files.reach(requested, {}, async (resolved) => {
    rejectOwnDirectory(resolved, requested);
    await requireDirectory(resolved, requested);
    await removeTree(resolved.at, signal);
    return undefined;
  });
}

/** Removes a file or a link. */
export function deleteFile(files: SessionFiles, path: string): Promise<undefined> {
  const requested = filePath(path);
  return files.reach(requested, {}, async (resolved) => {
    if ((await lstat(resolved.at)).isDirectory()) throw badPath(requested, "is a directory; delete it as one");
    await unlink(resolved.at);
    return undefined;
  });
}

/** Moves an entry to a path that does not exist (otherwise a {@link FileError} `exists`) in an existing directory. */
export function move(files: SessionFiles, from: string, to: string): Promise<undefined> {
  const [source, target] = [anyPath(from, "src_path"), anyPath(to, "dest_path")];
  return files.reach(source, {}, async (old) => {
    rejectOwnDirectory(old, source);
    const facts = await lstat(old.at);
    return files.reach(target, {}, async (resolved) => {
      if (resolved.path !== old.path && `${resolved.path}/`.startsWith(`${old.path}/`)) {
        throw badPath(target, `is inside "${from}", which is to be moved`);
      }
      if (resolved.name === "" || (await factsOf(resolved.at))) throw pathExists(target);
      if (to.endsWith("/") && !facts.isDirectory()) throw badPath(target, "is a directory, not a file");
      await rename(old.at, resolved.at);
      return undefined;
    });
  });
}

export interface Permissions {
  mode: string;
  owner?: string;
  group?: string;
}

/** Changes permissions. Throws a {@link FileError} `unsupported` for a change of owner or group. */
export async function setPermissions(files: SessionFiles, path: string, wanted: Permissions): Promise<undefined> {
  const requested = anyPath(path);
  await checkOwner(wanted);
  return files.reach(requested, { follow: true }, async (resolved) => {
    if (resolved.name === "") throw badPath(requested, "is the root of the session");
    await changeMode(resolved.at, Number.parseInt(wanted.mode, 8));
    return undefined;
  });
}

const OWN_DIRECTORIES = ["/", "/home", "/home/user", "/tmp", "/var", "/var/tmp"];

/** Throws for the root and for the directories that the session was created with. */
function rejectOwnDirectory(resolved: ResolvedPath, requested: RequestedPath): void {
  if ([...OWN_DIRECTORIES, ...mountedDirectories()].includes(resolved.path)) {
    throw badPath(requested, "is a directory that the session needs");
  }
}
