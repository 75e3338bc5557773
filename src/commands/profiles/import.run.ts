import { createWriteStream } from "node:fs";
import { lstat, stat } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { compressZstd, packTar } from "../../archive/tar.ts";
import type { BodyOf, Run } from "../../cli/declare/body.ts";
import { localFile } from "../../cli/transfer/local-file.ts";
import { archiveFailure, withTempDirectory } from "../../cli/transfer/staging.ts";
import type { LocalFile } from "../../client/form.ts";
import { commandLine } from "../../core/command-line.ts";
import { CliError, fileError, usageError } from "../../core/errors.ts";
import { FORMAT_BYTES, fileFormat } from "../../core/file-format.ts";
import { openRegular } from "../../core/input-file.ts";
import { isLeftOut } from "../../profiles/format.ts";
import type { profilesImport } from "./import.ts";

type Import = BodyOf<typeof profilesImport>;

/** Creates a profile from a file of `profiles download`, or from a browser's directory, which is packed first. */
export const run: Run<typeof profilesImport> = (body) =>
  withTempDirectory(body, async (directory) => {
    const { args, cwd, flags, previewing, problems, record, request, upload } = body;
    const given = args.source;
    const path = resolve(cwd, given);
    const facts = await stat(path).catch((error) => {
      throw fileError("read", given, error);
    });
    const isDirectory = facts.isDirectory();
    if (isDirectory) await checkDirectory(body, path, given);
    else await checkFile(path, given);
    const name = request.query.name ?? defaultName(path);
    if ((await problems("query", { name })).length > 0) {
      throw usageError([{ path: "--name", message: `must be given: "${name}" is not a valid name` }]);
    }
    const file = previewing
      ? notRead(name, isDirectory ? `${given.replace(/\/+$/, "")}.tar.zst` : given)
      : await (isDirectory ? packDirectory(body, path, given, directory) : localFile(given, cwd));
    const { progress } = flags;
    const options = { label: `Importing "${given}"`, progress };
    return record(await upload("local.profileImport", { query: { ...request.query, name } }, file, options));
  });

/** Stand-in for the file in a preview. */
function notRead(filename: string, shownPath: string): LocalFile {
  return { bytes: 0, filename, shownPath, open: async function* () {} };
}

/** Name of the file without the extensions of its format. */
function defaultName(path: string): string {
  return basename(path).replace(/(\.tar)?\.zst$|\.tar$|\.json$/i, "");
}

async function checkFile(path: string, given: string): Promise<void> {
  const file = await openRegular(path).catch((error) => {
    throw fileError("read", given, error);
  });
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(FORMAT_BYTES));
    const start = buffer.subarray(0, bytesRead);
    const kind = fileFormat(start);
    if (kind === "json" && /^[\s\ufeff]*\[/.test(start.toString())) {
      throw new CliError("local-file", `"${given}" is a JSON list, not a profile`, {
        code: "invalid_profile",
        hint: `for a list of cookies: ${commandLine`local seed-profile ${given} --name NAME`}`,
      });
    }
    if (kind === "zstd" || kind === "tar" || kind === "json") return;
    const is = kind === "zip" ? "a zip archive" : "something else";
    throw new CliError("local-file", `"${given}" is not a .tar.zst, .tar or .json profile, but ${is}`, {
      code: "invalid_profile",
    });
  } finally {
    await file.close();
  }
}

/** Requires the files of a browser's own directory; the profiles in it are incomplete without them. */
async function checkDirectory({ warn }: Import, path: string, given: string): Promise<void> {
  const has = (name: string): Promise<boolean> =>
    lstat(join(path, name)).then(
      () => true,
      () => false,
    );
  if (!(await has("Local State")) && !(await has("Default"))) {
    const inside = (await has("Preferences")) ? `; name the directory above it` : "";
    throw new CliError("local-file", `"${given}" is not a browser's directory: it has no "Local State"${inside}`, {
      code: "invalid_profile",
    });
  }
  if (await has("SingletonLock")) {
    warn(`a browser uses "${given}"; data that it has not saved yet (cookies of the last minute) is left out`);
  }
}

async function packDirectory(
  { progress, signal }: Import,
  path: string,
  given: string,
  directory: string,
): Promise<LocalFile> {
  const packed = join(directory, "profile.tar.zst");
  // A downloaded profile contains a file of this program beside the browser's, which is part of the profile.
  const exclude = (name: string): boolean => isLeftOut(name) && name !== "browserctl";
  try {
    await progress(`Packing "${given}"`, () =>
      pipeline(packTar(path, { exclude, signal }), compressZstd(), createWriteStream(packed, { mode: 0o600 }), {
        signal,
      }),
    );
  } catch (error) {
    signal.throwIfAborted();
    throw archiveFailure("pack", given, error);
  }
  return { ...(await localFile(packed, "/")), shownPath: given };
}
