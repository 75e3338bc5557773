import type { Stats } from "node:fs";
import { chmod, lstat, mkdir, open, readdir, rename, unlink } from "node:fs/promises";
import { userInfo } from "node:os";
import { join } from "node:path";
import { ApiError } from "../api-error.ts";
import { FileAnswer } from "../http/send-file.ts";
import { mountedFolders } from "../processes/session-root.ts";
import { notSupported } from "../support.ts";
import { type AskedPath, badPath, noSuch } from "./file-errors.ts";
import { type FileInfo, fileInfo } from "./file-info.ts";
import { removeTree } from "./remove-tree.ts";
import { changeMode, FILE_FLAGS, type Place, type SessionFiles, withFolder } from "./session-files.ts";

const asked = (path: string, field = "path"): AskedPath => ({ field, path });

/** The bytes of a file, with the ranges of it that clients ask for. */
export function readFile(files: SessionFiles, path: string): Promise<FileAnswer> {
  return files.reach(asked(path), { follow: true }, async (place) => {
    const handle = await open(place.at, FILE_FLAGS);
    const facts = await handle.stat({ bigint: true });
    if (!facts.isFile()) {
      await handle.close();
      throw badPath(asked(path), facts.isDirectory() ? "is a directory" : "is no regular file");
    }
    return new FileAnswer({
      size: Number(facts.size),
      tag: `${facts.dev}-${facts.ino}-${facts.size}-${facts.mtimeNs}`,
      // It is what it was when it was opened: what is written to it later does not make the answer longer.
      open: (range) =>
        handle.createReadStream({
          autoClose: false,
          start: range?.start ?? 0,
          end: (range?.end ?? Number(facts.size) - 1) as number,
          highWaterMark: 256 * 1_024,
        }),
      release: () => handle.close(),
    });
  });
}

/** Puts a received file in place, in one step; folders above it are made. */
export function writeFile(files: SessionFiles, path: string, source: string, mode: string): Promise<undefined> {
  return files.reach(asked(path), { follow: true, makeFolders: () => {} }, async (place) => {
    if (path.endsWith("/")) throw badPath(asked(path), "is a directory, not a file");
    await refuseFolder(place, asked(path));
    await chmod(source, Number.parseInt(mode, 8));
    await rename(source, place.at);
    return undefined;
  });
}

export async function refuseFolder(place: Place, path: AskedPath): Promise<void> {
  const facts = place.name === "" ? undefined : await factsOf(place);
  if (place.name === "" || facts?.isDirectory()) throw badPath(path, "is a directory");
}

/** What is at a place; undefined when nothing is. */
export function factsOf(place: { at: string }): Promise<Stats | undefined> {
  return lstat(place.at).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
    return undefined;
  });
}

export function listFiles(files: SessionFiles, path: string): Promise<FileInfo[]> {
  return files.reach(asked(path), { follow: true }, async (place) => {
    await requireFolder(place, asked(path));
    return withFolder(place.at, async (folder) => {
      const infos: FileInfo[] = [];
      for (const name of (await readdir(folder.at)).sort()) {
        const facts = await lstat(join(folder.at, name)).catch(() => undefined);
        if (facts) infos.push(fileInfo(join(place.path, name), facts));
      }
      return infos;
    });
  });
}

export async function requireFolder(place: Place, path: AskedPath): Promise<void> {
  const facts = place.name === "" ? undefined : await factsOf(place);
  if (place.name !== "" && !facts) throw noSuch("directory", path);
  if (facts && !facts.isDirectory()) throw badPath(path, "is a file, not a directory");
}

export function showFile(files: SessionFiles, path: string): Promise<FileInfo> {
  return files.reach(asked(path), { follow: path.endsWith("/") }, async (place) =>
    fileInfo(place.path, await lstat(place.at)),
  );
}

export function createDirectory(files: SessionFiles, path: string, mode: string): Promise<undefined> {
  return files.reach(asked(path), { follow: true, makeFolders: () => {} }, async (place) => {
    const facts = place.name === "" ? undefined : await factsOf(place);
    if (facts && !facts.isDirectory()) throw badPath(asked(path), "is a file");
    if (facts || place.name === "") return undefined;
    await mkdir(place.at);
    await changeMode(place.at, Number.parseInt(mode, 8));
    return undefined;
  });
}

export function deleteDirectory(files: SessionFiles, path: string): Promise<undefined> {
  return files.reach(asked(path), {}, async (place) => {
    refuseRoot(place, path);
    const facts = await factsOf(place);
    if (!facts) throw noSuch("directory", asked(path));
    if (!facts.isDirectory()) throw badPath(asked(path), "is a file, not a directory");
    await removeTree(place.at);
    return undefined;
  });
}

export function deleteFile(files: SessionFiles, path: string): Promise<undefined> {
  return files.reach(asked(path), {}, async (place) => {
    const facts = place.name === "" ? await lstat(place.at) : await factsOf(place);
    if (!facts) throw noSuch("file", asked(path));
    if (facts.isDirectory()) throw badPath(asked(path), "is a directory; delete it as one");
    await unlink(place.at);
    return undefined;
  });
}

/** Moves something to a path where nothing is (409 otherwise). The parents of the new path must be there. */
export function move(files: SessionFiles, from: string, to: string): Promise<undefined> {
  const [source, target] = [asked(from, "src_path"), asked(to, "dest_path")];
  return files.reach(source, {}, async (old) => {
    refuseRoot(old, from, "src_path");
    if (!(await factsOf(old))) throw noSuch("path", source);
    return files.reach(target, {}, async (place) => {
      if (`${place.path}/`.startsWith(`${old.path}/`) && place.path !== old.path) {
        throw badPath(target, `is inside of "${from}", which is to be moved`);
      }
      if (place.name === "" || (await factsOf(place))) throw exists(to);
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

/** assumed: files belong to the user of the service; the right to give them to others is the machine's administrator's. */
export function setPermissions(files: SessionFiles, path: string, wanted: Permissions): Promise<undefined> {
  const { uid, gid, username } = userInfo();
  const foreign = [
    ...(wanted.owner !== undefined && ![username, String(uid)].includes(wanted.owner) ? ["owner"] : []),
    ...(wanted.group !== undefined && ![username, String(gid)].includes(wanted.group) ? ["group"] : []),
  ];
  if (foreign.length > 0) {
    throw notSupported(
      `the local service does not support ${foreign.join(", ")} of fs.setFilePermissions`,
      foreign.map((field) => ({ path: field, message: `files here belong to ${username}` })),
    );
  }
  return files.reach(asked(path), { follow: true }, async (place) => {
    if (place.name === "") throw badPath(asked(path), "is the root of the session");
    await changeMode(place.at, Number.parseInt(wanted.mode, 8));
    return undefined;
  });
}

/** The root and the folders the session was made with stay. */
function refuseRoot(place: Place, path: string, field = "path"): void {
  const kept = ["/", "/home", "/home/user", "/tmp", "/var", "/var/tmp", ...mountedFolders()];
  if (kept.includes(place.path)) throw badPath(asked(path, field), "is a folder that the session needs");
}

function exists(path: string): ApiError {
  return new ApiError(409, "conflict", `dest_path: "${path}" already exists`, {
    details: [{ code: "conflict", message: `dest_path: "${path}" already exists` }],
    headers: { "x-should-retry": "false" },
  });
}
