import { open } from "node:fs/promises";
import { ChromeStore, type ChromeStoreOptions } from "../extensions/chrome-store.ts";
import { extensions as extensionTable } from "../extensions/extension-table.ts";
import { SessionExtensions } from "../extensions/session-extensions.ts";
import { extensionRecord, StoredExtensions, type StoredExtensionsOptions } from "../extensions/stored-extensions.ts";
import type { Faults } from "../faults.ts";
import { type HandlersOf, pageOf } from "../http/handler.ts";
import { FileAnswer } from "../http/send-file.ts";
import { resource, type WithWarnings } from "../resource.ts";
import type { Session } from "../sessions/session.ts";
import type { SessionManager } from "../sessions/session-manager.ts";
import { useSession } from "../sessions/use-session.ts";
import { EXTENSION_FILES } from "../store/file-directories.ts";

type ExtensionIds =
  | "extensions.activate"
  | "extensions.upload"
  | "extensions.list"
  | "extensions.fromChromeStore"
  | "extensions.download"
  | "extensions.get"
  | "extensions.delete";

/** Extensions in sessions (spec 4.10) and stored ones (contract 2.11). */
export function extensionHandlers(
  context: {
    extensions: StoredExtensions;
    sessions: SessionManager;
    faults: Faults;
  } & ChromeStoreOptions,
): HandlersOf<ExtensionIds> {
  const { extensions, sessions, faults } = context;
  const store = new ChromeStore(context);
  const ofSession = (session: Session): SessionExtensions => {
    const known = session.hooks.find((hook) => hook instanceof SessionExtensions);
    if (known) return known;
    const made = new SessionExtensions(faults);
    session.hooks.push(made);
    return made;
  };
  return {
    "extensions.activate": ({ params, body, auth }) =>
      useSession(sessions.require(auth.project.id, params.id), async (session) => {
        const wanted = body.extensions.map(({ name, zip_file }, at) => ({
          name,
          zip: zip_file.path,
          field: { item: `extensions[${at}]`, archive: `extensions[${at}].zip_file` },
        }));
        const names = wanted.map(({ name }) => name).join(", ");
        session.changed = true;
        await ofSession(session).add(session, wanted, () =>
          sessions.restart(session, `live activation of ${names} failed`),
        );
        return undefined;
      }),
    "extensions.upload": async ({ body, auth }) =>
      extensionRecord(await extensions.add(auth.project.id, body.name ?? null, body.file)),
    "extensions.list": ({ query, auth }) => {
      const { name: named, ...options } = query;
      return pageOf(extensions.list(auth.project.id, { named, ...options }), extensionRecord);
    },
    "extensions.fromChromeStore": async ({ query: { url, os = "linux" }, signal }) => {
      const archive = await store.download({ url, os }, signal);
      const { handle, release } = await store.open(archive);
      return new FileAnswer({
        open: (range) => handle.createReadStream({ autoClose: false, ...range }),
        size: archive.bytes,
        tag: archive.sha256,
        filename: archive.filename,
        release,
      });
    },
    "extensions.download": async ({ params, auth }) => {
      const extension = extensions.require(auth.project.id, params.id_or_name);
      const handle = await open(extensions.path(extension));
      return new FileAnswer({
        open: (range) => handle.createReadStream({ autoClose: false, ...range }),
        size: extension.bytes,
        tag: extension.sha256,
        filename: `${extension.name ?? extension.id}.zip`,
        release: () => handle.close(),
      });
    },
    "extensions.get": ({ params, auth }) => extensionRecord(extensions.require(auth.project.id, params.id_or_name)),
    "extensions.delete": async ({ params, auth }) => {
      await extensions.delete(extensions.require(auth.project.id, params.id_or_name));
      return undefined;
    },
  };
}

export const extensionResource = resource({
  name: "extensions",
  tables: [extensionTable],
  files: EXTENSION_FILES,
  start: ({ warn, ...needs }: WithWarnings<StoredExtensionsOptions>) => new StoredExtensions({ ...needs, log: warn }),
  prepare: (extensions) => extensions.prepare(),
  handlers: extensionHandlers,
});
