import { chmod, lstat, mkdir, rename, unlink } from "node:fs/promises";
import { mountedFolders } from "../processes/session-root.ts";
import { changeMode, factsOf, inParallel, inside, sortedNames, withFolder } from "./dir-handle.ts";
import { type AskedPath, alreadyThere, badPath, noSuch } from "./file-errors.ts";
import { type FileInfo, fileInfo } from "./file-info.ts";
import { checkOwner } from "./owners.ts";
import { removeTree } from "./remove-tree.ts";
import type { Place, SessionFiles } from "./session-files.ts";

/** The most a folder may have to be listed. assumed: 100 000; the API has no pages for it. */
const LISTED = 100_000;

const asFile = (path: string): AskedPath => ({ field: "path", path, what: "file" });
const asFolder = (path: string): AskedPath => ({ field: "path", path, what: "directory" });
const asAny = (path: string, field = "path"): AskedPath => ({ field, path });

/** Puts a received file in place, in one step; folders above it are made. */
export function writeFile(files: SessionFiles, path: string, source: string, mode: string): Promise<undefined> {
  const asked = asFile(path);
  return files.reach(asked, { follow: true, makeFolders: () => {} }, async (place) => {
    await refuseFolder(place, asked);
    await chmod(source, Number.parseInt(mode, 8));
    await rename(source, place.at);
    return undefined;
  });
}

/** Throws a {@link FileError} for a place that is no file's. */
export async function refuseFolder(place: Place, asked: AskedPath): Promise<void> {
  if (place.name === "" || asked.path.endsWith("/") || (await factsOf(place.at))?.isDirectory()) {
    throw badPath(asked, "is a directory, not a file");
  }
}

/** Throws a {@link FileError} where nothing is, and for a file. */
export async function requireFolder(place: Place, asked: AskedPath): Promise<void> {
  const facts = await factsOf(place.at);
  if (!facts) throw noSuch(asked);
  if (!facts.isDirectory()) throw badPath(asked, "is a file, not a directory");
}

/** Entries of a directory, by name. Throws a {@link FileError} for more than 100 000. */
export function listFiles(files: SessionFiles, path: string, signal: AbortSignal): Promise<FileInfo[]> {
  const asked = asFolder(path);
  return files.reach(asked, { follow: true }, async (place) => {
    await requireFolder(place, asked);
    return withFolder(place.at, async (folder) => {
      const names = await sortedNames(folder, LISTED);
      if (!names) throw badPath(asked, `has more than ${LISTED} entries; list it with a process of the session`);
      const infos = await inParallel(names, async (name) => {
        signal.throwIfAborted();
        const facts = await factsOf(inside(folder, name));
        return facts && fileInfo(`${place.path === "/" ? "" : place.path}/${name}`, facts);
      });
      return infos.filter((info) => info !== undefined);
    });
  });
}

/** A file, folder or link; what a link leads to when the path ends with a slash. */
export function showFile(files: SessionFiles, path: string): Promise<FileInfo> {
  return files.reach(asAny(path), { follow: path.endsWith("/") }, async (place) =>
    fileInfo(place.path, await lstat(place.at)),
  );
}

/** Makes a folder and those above it. One that is there stays as it is. */
export function createDirectory(files: SessionFiles, path: string, mode: string): Promise<undefined> {
  const asked = asFolder(path);
  return files.reach(asked, { follow: true, makeFolders: () => {} }, async (place) => {
    const made = await mkdir(place.at).then(
      () => true,
      async (error: NodeJS.ErrnoException) => {
        if (error.code !== "EEXIST" && error.code !== "EISDIR") throw error;
        return false;
      },
    );
    if (made) await changeMode(place.at, Number.parseInt(mode, 8));
    else if (!(await lstat(place.at)).isDirectory()) throw badPath(asked, "is a file");
    return undefined;
  });
}

/** Removes a folder and all in it; links in it are removed, not followed. */
export function deleteDirectory(files: SessionFiles, path: string, signal: AbortSignal): Promise<undefined> {
  const asked = asFolder(path);
  return files.reach(asked, {}, async (place) => {
    refuseKept(place, asked);
    await requireFolder(place, asked);
    await removeTree(place.at, signal);
    return undefined;
  });
}

/** Removes a file; a link itself. */
export function deleteFile(files: SessionFiles, path: string): Promise<undefined> {
  const asked = asFile(path);
  return files.reach(asked, {}, async (place) => {
    if ((await lstat(place.at)).isDirectory()) throw badPath(asked, "is a directory; delete it as one");
    await unlink(place.at);
    return undefined;
  });
}

/** Moves something to a path where nothing is (a {@link FileError} `exists` otherwise). The folder it goes to must be there. */
export function move(files: SessionFiles, from: string, to: string): Promise<undefined> {
  const [source, target] = [asAny(from, "src_path"), asAny(to, "dest_path")];
  return files.reach(source, {}, async (old) => {
    refuseKept(old, source);
    const facts = await lstat(old.at);
    return files.reach(target, {}, async (place) => {
      if (place.path !== old.path && `${place.path}/`.startsWith(`${old.path}/`)) {
        throw badPath(target, `is inside of "${from}", which is to be moved`);
      }
      if (place.name === "" || (await factsOf(place.at))) throw alreadyThere(target);
      if (to.endsWith("/") && !facts.isDirectory()) throw badPath(target, "is a directory, not a file");
      await rename(old.at, place.at);
      return undefined;
    });
  });
}

export interface Permissions {
  mode: string;
  owner?: string;
  group?: string;
}

/** Changes permissions. Throws a {@link FileError} `unsupported` for another owner or group than files here have. */
export async function setPermissions(files: SessionFiles, path: string, wanted: Permissions): Promise<undefined> {
  const asked = asAny(path);
  await checkOwner(wanted);
  return files.reach(asked, { follow: true }, async (place) => {
    if (place.name === "") throw badPath(asked, "is the root of the session");
    await changeMode(place.at, Number.parseInt(wanted.mode, 8));
    return undefined;
  });
}

const OWN_FOLDERS = ["/", "/home", "/home/user", "/tmp", "/var", "/var/tmp"];

/** The root and the folders the session was made with stay. */
function refuseKept(place: Place, asked: AskedPath): void {
  if ([...OWN_FOLDERS, ...mountedFolders()].includes(place.path)) {
    throw badPath(asked, "is a folder that the session needs");
  }
}
