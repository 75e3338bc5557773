import { background } from "../error-owner.ts";
import {
  createDirectory,
  deleteDirectory,
  deleteFile,
  listFiles,
  move,
  setPermissions,
  showFile,
  writeFile,
} from "../files/operations.ts";
import { type FileSource, readFile } from "../files/read-file.ts";
import { type UploadOptions, uploadFiles, uploadZip } from "../files/uploads.ts";
import { zipDirectory } from "../files/zip-directory.ts";
import type { RequestAuth } from "../http/authenticate.ts";
import type { HandlersOf } from "../http/handler.ts";
import { FileAnswer } from "../http/send-file.ts";
import type { Session } from "../sessions/session.ts";
import { sessionEnded } from "../sessions/session-errors.ts";
import { SessionFileRoot } from "../sessions/session-file-root.ts";
import { asActivity, useSession } from "../sessions/use-session.ts";
import type { SessionNeeds } from "./session-records.ts";

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
  signal: AbortSignal;
}

/** Inputs of a file operation. */
interface FsOperation extends UploadOptions {
  session: Session;
  fileRoot: SessionFileRoot;
}

/**
 * Files of a session (contract 2.6, spec 4.11). assumed: a running download and a reader of changes count as activity
 * of the session; a watch without a reader does not.
 */
export function fsHandlers({ sessions, uploads, faults }: SessionNeeds): HandlersOf<FsIds> {
  const fileRoots = new WeakMap<Session, SessionFileRoot>();
  const fileRootOf = (session: Session): SessionFileRoot => {
    const fileRoot = fileRoots.get(session) ?? new SessionFileRoot(session);
    fileRoots.set(session, fileRoot);
    return fileRoot;
  };
  const use = async <T>({ params, auth, signal }: FsCall, work: (operation: FsOperation) => Promise<T>): Promise<T> => {
    const session = sessions.require(auth.project.id, params.id);
    const fileRoot = fileRootOf(session);
    const aborted = AbortSignal.any([signal, fileRoot.signal]);
    const newPath = (): string => uploads.newPath();
    const operation = { session, fileRoot, files: fileRoot.files, newPath, faults, signal: aborted };
    try {
      return await useSession(session, () => fileRoot.run(() => work(operation)));
    } catch (error) {
      throw session.active ? error : sessionEnded(session);
    }
  };
  return {
    "fs.readFile": (call) =>
      use(call, async ({ session, files }) => fileAsActivity(session, await readFile(files, call.query.path))),
    "fs.writeFile": (call) =>
      use(call, ({ files }) => writeFile(files, call.query.path, call.body.path, call.query.mode ?? "644")),
    "fs.upload": (call) => use(call, (operation) => uploadFiles(operation, call.body.files)),
    "fs.uploadZip": (call) => use(call, (operation) => uploadZip(operation, call.body)),
    "fs.downloadDirZip": (call) =>
      use(call, async ({ session, files, signal }) =>
        fileAsActivity(session, await zipDirectory(files, call.query.path, signal)),
      ),
    "fs.listFiles": (call) => use(call, ({ files, signal }) => listFiles(files, call.query.path, signal)),
    "fs.fileInfo": (call) => use(call, ({ files }) => showFile(files, call.query.path)),
    "fs.createDirectory": (call) =>
      use(call, ({ files }) => createDirectory(files, call.body.path, call.body.mode ?? "755")),
    // Not cancelled when the client disconnects: a half-deleted directory is useless.
    "fs.deleteDirectory": (call) =>
      use(call, ({ files, fileRoot }) => deleteDirectory(files, call.body.path, fileRoot.signal)),
    "fs.deleteFile": (call) => use(call, ({ files }) => deleteFile(files, call.body.path)),
    "fs.move": (call) => use(call, ({ files }) => move(files, call.body.src_path, call.body.dest_path)),
    "fs.setFilePermissions": (call) => use(call, ({ files }) => setPermissions(files, call.body.path, call.body)),
    "fs.watch": (call) =>
      use(call, async ({ fileRoot, signal }) => ({ watch_id: await fileRoot.watches.start(call.body, signal) })),
    "fs.watchEvents": ({ params, auth, signal }) => {
      const session = sessions.require(auth.project.id, params.id);
      return asActivity(session, fileRootOf(session).watches.follow(params.watch_id, signal));
    },
    "fs.watchStop": (call) =>
      use(call, async ({ fileRoot }) => {
        fileRoot.watches.stop(call.params.watch_id);
        return undefined;
      }),
  };
}

/** File response that counts as activity of the session until it is sent. */
function fileAsActivity(session: Session, source: FileSource): FileAnswer {
  const sent = Promise.withResolvers<void>();
  background(session.use(() => sent.promise));
  return new FileAnswer({
    ...source,
    release: async () => {
      sent.resolve();
      await source.release();
    },
  });
}
