import { basename, join } from "node:path";
import { ArchiveError } from "../../../archive/archive-error.ts";
import { packDirectory } from "../../../archive/pack-directory.ts";
import type { BodyOf } from "../../../cli/declare/body.ts";
import { localFile } from "../../../cli/transfer/local-file.ts";
import { archiveFailure } from "../../../cli/transfer/staging.ts";
import type { LocalFile } from "../../../client/form.ts";
import { MAX_APP_ARCHIVE_BYTES } from "../../../contract/limits.ts";
import { CliError } from "../../../core/errors.ts";
import { posixWord } from "../../../core/shell-quotes.ts";
import { humanBytes } from "../../../render/sentence.ts";
import type { appsDeploy } from "../deploy.ts";
import type { AppSource } from "./app-source.ts";

/** Packs an app into an archive in `directory`. Exit 10 when that fails, or for more than {@link MAX_APP_ARCHIVE_BYTES}. */
export async function packApp(
  { flags, note, progress, signal }: BodyOf<typeof appsDeploy>,
  { given, root, filter }: AppSource,
  directory: string,
): Promise<LocalFile> {
  try {
    const zip = join(directory, "app.zip");
    const { skipped } = await progress(`Packing "${given}"`, () =>
      packDirectory(root, zip, {
        includeModules: flags.includeModules === true,
        leavesOut: (path) => filter.leavesOut(path),
        maxBytes: MAX_APP_ARCHIVE_BYTES,
        signal,
      }),
    );
    if (skipped.length > 0) note(`note: left out, neither files nor directories: ${skipped.join(", ")}`);
    if (filter.envFiles.length > 0 && flags.envFile === undefined) {
      note(
        `note: not packed: ${filter.envFiles.join(", ")}; add --env-file ${posixWord(filter.envFiles[0] ?? "")} for its variables`,
      );
    }
    return { ...(await localFile(zip, "/")), shownPath: archiveName(root) };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ArchiveError && error.kind === "too_large") throw tooLarge(given, error);
    throw archiveFailure("pack", given, error);
  }
}

function tooLarge(given: string, cause: unknown): CliError {
  return new CliError(
    "local-file",
    `"${given}" is too large: the limit of its archive is ${humanBytes(MAX_APP_ARCHIVE_BYTES)}`,
    {
      code: "too_large",
      hint: "list what the app does not need in .gitignore",
      cause,
    },
  );
}

/** Placeholder for the archive in a request that is shown and not sent. */
export function appPlaceholder({ root }: AppSource): LocalFile {
  return { bytes: 0, filename: "app.zip", shownPath: archiveName(root), open: async function* () {} };
}

function archiveName(root: string): string {
  return `${basename(root)}.zip`;
}
