import { open } from "node:fs/promises";
import { Readable } from "node:stream";
import { unzstd } from "../../archive/zstd-frames.ts";
import { type HandlersOf, pageOf } from "../http/handler.ts";
import type { FileAnswerOptions } from "../http/send-file.ts";
import { FileAnswer, noData } from "../http/send-file.ts";
import { profiles as profileTable, savedFile } from "../profiles/profile-table.ts";
import { Profiles, type ProfilesOptions, profileRecord } from "../profiles/profiles.ts";
import { resource, type WithWarnings } from "../resource.ts";
import { PROFILE_FILES } from "../store/file-directories.ts";

type ProfileIds =
  | "profiles.create"
  | "profiles.list"
  | "profiles.get"
  | "profiles.update"
  | "profiles.delete"
  | "profiles.download";

/** Saved profiles (contract 2.9, spec 4.12). */
export function profileHandlers({ profiles }: { profiles: Profiles }): HandlersOf<ProfileIds> {
  return {
    "profiles.create": ({ body, auth }) => profileRecord(profiles.create(auth.project.id, body?.name ?? null)),
    "profiles.list": ({ query, auth }) => {
      const { name: named, ...options } = query;
      return pageOf(profiles.list(auth.project.id, { named, ...options }), profileRecord);
    },
    "profiles.get": ({ params, auth }) => profileRecord(profiles.require(auth.project.id, params.id_or_name)),
    "profiles.update": ({ params, body, auth }) =>
      profileRecord(profiles.rename(profiles.require(auth.project.id, params.id_or_name), body.name)),
    "profiles.delete": async ({ params, auth }) => {
      await profiles.delete(profiles.require(auth.project.id, params.id_or_name));
      return undefined;
    },
    "profiles.download": async ({ params, query, auth }) => {
      const profile = profiles.require(auth.project.id, params.id_or_name);
      const saved = savedFile(profile);
      if (!saved) return noData;
      // The open handle keeps the data when the profile is saved or deleted during the download.
      const handle = await open(profiles.path(saved));
      const name = profile.name ?? profile.id;
      const file = (range?: { start: number; end: number }) =>
        handle.createReadStream({ autoClose: false, highWaterMark: 64 * 1_024, ...range });
      const common = { release: () => handle.close() } satisfies Partial<FileAnswerOptions>;
      const whole = { ...common, open: file, size: saved.bytes, tag: saved.sha256 };
      if (saved.kind === "json") {
        return new FileAnswer({ ...whole, contentType: "application/json", filename: `${name}.json` });
      }
      if (query.format !== "tar") return new FileAnswer({ ...whole, filename: `${name}.tar.zst` });
      return new FileAnswer({
        ...common,
        open: () => Readable.from(unzstd(file()), { objectMode: false }),
        filename: `${name}.tar`,
      });
    },
  };
}

export const profileResource = resource({
  name: "profiles",
  tables: [profileTable],
  files: PROFILE_FILES,
  start: ({ warn, ...needs }: WithWarnings<ProfilesOptions>) => new Profiles({ ...needs, log: warn }),
  prepare: (profiles) => profiles.prepare(),
  handlers: profileHandlers,
});
