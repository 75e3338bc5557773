import { basename, join } from "node:path";
import { ArchiveError } from "../../archive/archive-error.ts";
import { packDirectory } from "../../archive/pack-directory.ts";
import type { CommandContext } from "../../cli/context.ts";
import { localFile } from "../../cli/local-file.ts";
import { progress } from "../../cli/progress.ts";
import { archiveFailure } from "../../cli/staging.ts";
import type { LocalFile } from "../../client/form.ts";
import { CliError } from "../../core/errors.ts";
import { humanBytes } from "../../render/sentence.ts";
import type { AppSource } from "./app-source.ts";

/** Packs an app into an archive in `folder`. Exit 10 when that fails, or it has more than `maxBytes`. */
export async function packApp(
  context: CommandContext,
  { given, root, filter }: AppSource,
  folder: string,
  maxBytes: number,
): Promise<LocalFile> {
  const { io, flags, lifetime } = context;
  const { signal } = lifetime;
  try {
    const zip = join(folder, "app.zip");
    const { skipped } = await progress(io, `Packing "${given}"`, () =>
      packDirectory(root, zip, {
        includeModules: flags["include-modules"] === true,
        leavesOut: (path) => filter.leavesOut(path),
        maxBytes,
        signal,
      }),
    );
    if (skipped.length > 0) io.note(`note: left out, being neither file nor folder: ${skipped.join(", ")}`);
    if (filter.envFiles.length > 0 && flags["env-file"] === undefined) {
      io.note(`note: not packed: ${filter.envFiles.join(", ")}; --env-file ${filter.envFiles[0]} gives its variables`);
    }
    return { ...(await localFile(zip, "/")), shownPath: shownArchive(root) };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ArchiveError && error.kind === "too_large") throw tooLarge(given, maxBytes, error);
    throw archiveFailure("pack", given, error);
  }
}

function tooLarge(given: string, maxBytes: number, cause: unknown): CliError {
  return new CliError("local-file", `"${given}" is too large: its archive may have ${humanBytes(maxBytes)}`, {
    code: "too_large",
    hint: "name what the app does not need in .gitignore",
    cause,
  });
}

/** What stands for the archive in a request that is only shown: nothing is packed for it. */
export function shownApp({ root }: AppSource): LocalFile {
  return { bytes: 0, filename: "app.zip", shownPath: shownArchive(root), open: async function* () {} };
}

function shownArchive(root: string): string {
  return `${basename(root)}.zip`;
}
