import { resolve } from "node:path";
import { extractTar } from "../../archive/read-tar.ts";
import { unzstd } from "../../archive/zstd-frames.ts";
import type { BodyOf, Check, Result, Run } from "../../cli/declare/body.ts";
import { newDirectory } from "../../cli/transfer/new-directory.ts";
import { archiveFailure } from "../../cli/transfer/staging.ts";
import { safeName } from "../../cli/transfer/stored-name.ts";
import { commandLine } from "../../core/command-line.ts";
import { CliError } from "../../core/errors.ts";
import { type FileFormat, fileFormat } from "../../core/file-format.ts";
import { checkProfile } from "../../profiles/check-profile.ts";
import { humanBytes } from "../../render/sentence.ts";
import type { profilesDownload } from "./download.ts";

const endings: Readonly<Partial<Record<FileFormat, string>>> = {
  zstd: ".tar.zst",
  tar: ".tar",
  json: ".json",
  zip: ".zip",
};

/** Ending of the name of a file, by its first bytes. */
function endingOf(start: Uint8Array): string {
  const format = fileFormat(start);
  return (format && endings[format]) ?? ".bin";
}

export const check: Check<typeof profilesDownload> = ({ flags }) =>
  flags.out !== undefined && flags.extract !== undefined
    ? [{ path: "--extract", message: "cannot be used together with --out" }]
    : [];

const neverSaved = "no session with --save-profile-changes has saved it";

/** Saves the content of a profile as a file (spec 4.12). */
export const run: Run<typeof profilesDownload> = async (body) => {
  const { call, flags, note, request, save } = body;
  if (flags.extract !== undefined) return extract(body, flags.extract);
  const { out, force, progress } = flags;
  const { params } = request;
  const name = out === undefined ? safeName(await call("profiles.get", { params }), "profile") : undefined;
  return save("profiles.download", request, {
    out,
    force,
    progress,
    ownName: (start) => `${name}${endingOf(start)}`,
    begun: (start) => {
      if (fileFormat(start) === "json" && request.query.format !== undefined) {
        note("note: this is a legacy profile; it is always JSON");
      }
    },
    binary: true,
    // The file contains logins.
    mode: 0o600,
    what: `profile "${typedName(body)}"`,
    absence: neverSaved,
    check: checkProfile,
    extra: (start) => ({ format: endingOf(start).slice(1) }),
  });
};

async function extract(body: BodyOf<typeof profilesDownload>, dir: string): Promise<Result> {
  const { cwd, done, flags, open, request, restartWhenChanged, signal } = body;
  const name = typedName(body);
  const what = `profile "${name}"`;
  return restartWhenChanged(what, () =>
    newDirectory(body, dir, async (staging) => {
      const { start, bytes, end } = await open("profiles.download", request, {
        what,
        progress: flags.progress,
        absence: neverSaved,
      });
      try {
        const kind = fileFormat(start);
        if (kind === "json") {
          throw new CliError("usage", `${what} is a legacy profile in JSON; it has no files to extract`, {
            hint: commandLine`profiles download ${name}`,
          });
        }
        const tar = kind === "zstd" ? unzstd(bytes) : bytes;
        const sums = await extractTar(tar, staging, { signal });
        return done(`Extracted ${sums.entries} entries to ${dir} (${humanBytes(sums.bytes)}).`, {
          path: resolve(cwd, dir),
          ...sums,
        });
      } catch (error) {
        signal.throwIfAborted();
        throw archiveFailure("extract", `profile ${name}`, error);
      } finally {
        await end();
      }
    }),
  );
}

function typedName({ request }: BodyOf<typeof profilesDownload>): string {
  return request.params.id_or_name;
}
