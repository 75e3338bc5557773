import {
  createDirectory,
  deleteDirectory,
  deleteFile,
  listFiles,
  move,
  readFile,
  setPermissions,
  showFile,
  writeFile,
} from "../files/operations.ts";
import { SessionFiles } from "../files/session-files.ts";
import { uploadFiles, uploadZip } from "../files/uploads.ts";
import { FileWatches } from "../files/watch.ts";
import { zipDirectory } from "../files/zip-directory.ts";
import type { RequestAuth } from "../http/authenticate.ts";
import type { ServiceContext } from "../service-context.ts";
import type { Session } from "../sessions/session.ts";
import { useSession } from "../sessions/use-session.ts";
import type { HandlersOf } from "./handlers.ts";

type FsIds =
  | "fs.readFile"
  | "fs.writeFile"
  | "fs.upload"
  | "fs.uploadZip"
  | "fs.downloadDirZip"
  | "fs.listFiles"
  | "fs.fileInfo"
  | "fs.createDirectory"
  | "fs.deleteDirectory"
  | "fs.deleteFile"
  | "fs.move"
  | "fs.setFilePermissions"
  | "fs.watch"
  | "fs.watchEvents"
  | "fs.watchStop";

interface FsCall {
  params: { id: string };
  auth: RequestAuth;
}

/** The files of a session (contract 2.6, spec 4.11). */
export function fsHandlers(context: ServiceContext): HandlersOf<FsIds> {
  const { sessions, uploads, stateDir } = context;
  const filesOf = (session: Session): SessionFiles => new SessionFiles(session.processes.place.places.root, stateDir);
  const watches = new WeakMap<Session, FileWatches>();
  const watchesOf = (session: Session): FileWatches => {
    const known = watches.get(session);
    if (known) return known;
    const made = new FileWatches(filesOf(session));
    watches.set(session, made);
    session.stages.push({ closed: () => made.close() });
    return made;
  };
  const use = <T>({ params, auth }: FsCall, work: (files: SessionFiles) => Promise<T>): Promise<T> =>
    useSession(sessions.require(auth.project.id, params.id), (session) => work(filesOf(session)));
  const watching = ({ params, auth }: FsCall): FileWatches => watchesOf(sessions.require(auth.project.id, params.id));
  return {
    "fs.readFile": (call) => use(call, (files) => readFile(files, call.query.path)),
    "fs.writeFile": (call) =>
      use(call, (files) => writeFile(files, call.query.path, call.body.path, call.query.mode ?? "644")),
    "fs.upload": (call) => use(call, (files) => uploadFiles(files, uploads, call.body.files)),
    "fs.uploadZip": (call) => use(call, (files) => uploadZip(files, uploads, call.body, call.signal)),
    "fs.downloadDirZip": (call) => use(call, (files) => zipDirectory(files, call.query.path)),
    "fs.listFiles": (call) => use(call, (files) => listFiles(files, call.query.path)),
    "fs.fileInfo": (call) => use(call, (files) => showFile(files, call.query.path)),
    "fs.createDirectory": (call) =>
      use(call, (files) => createDirectory(files, call.body.path, call.body.mode ?? "755")),
    "fs.deleteDirectory": (call) => use(call, (files) => deleteDirectory(files, call.body.path)),
    "fs.deleteFile": (call) => use(call, (files) => deleteFile(files, call.body.path)),
    "fs.move": (call) => use(call, (files) => move(files, call.body.src_path, call.body.dest_path)),
    "fs.setFilePermissions": (call) => use(call, (files) => setPermissions(files, call.body.path, call.body)),
    "fs.watch": async (call) => ({
      watch_id: await use(call, () => watching(call).start(call.body)),
    }),
    "fs.watchEvents": (call) => watching(call).events(call.params.watch_id),
    "fs.watchStop": async (call) => {
      await use(call, () => watching(call).stop(call.params.watch_id));
      return undefined;
    },
  };
}
