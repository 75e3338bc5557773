import { createHash } from "node:crypto";
import { stat } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { packDirectory } from "../../../archive/pack-directory.ts";
import type { Needs } from "../../../cli/declare/body.ts";
import { localFile } from "../../../cli/transfer/local-file.ts";
import { archiveFailure } from "../../../cli/transfer/staging.ts";
import type { LocalFile } from "../../../client/form.ts";
import { MAX_EXTENSION_BYTES } from "../../../contract/limits.ts";
import { CliError, type Found, fileError, type Problem } from "../../../core/errors.ts";
import { directoryManifest, type Manifest, zipManifest } from "../../../extensions/manifest.ts";
import { humanBytes } from "../../../render/sentence.ts";

/** Tools of a command that reads and packs extensions. */
type Tools = Needs<"cwd" | "note" | "progress" | "signal">;

/** A local extension with a valid manifest. */
export interface ExtensionSource {
  /** As it was typed. */
  readonly given: string;
  readonly path: string;
  readonly isDirectory: boolean;
  readonly manifest: Manifest;
}

/** An extension as a zip archive that is ready to be sent. */
export interface PackedExtension extends ExtensionSource {
  readonly file: LocalFile;
  /** Lower-case hex SHA-256 of the archive. */
  readonly sha256: string;
}

/**
 * Reads and checks extensions before anything is sent: each is a directory or a zip archive with a valid manifest; an
 * archive has at most {@link MAX_EXTENSION_BYTES}. The result has undefined for an unreadable extension.
 */
export async function readSources(
  given: readonly string[],
  { cwd }: Pick<Tools, "cwd">,
): Promise<Found<(ExtensionSource | undefined)[]>> {
  const problems: Problem[] = [];
  const sources: (ExtensionSource | undefined)[] = [];
  for (const word of given) {
    try {
      const path = resolve(cwd, word);
      const facts = await stat(path);
      const isDirectory = facts.isDirectory();
      if (!isDirectory && !facts.isFile()) throw new CliError("local-file", "is neither a directory nor a file");
      if (!isDirectory && facts.size > MAX_EXTENSION_BYTES) throw tooLarge(facts.size);
      const manifest = await (isDirectory ? directoryManifest(path) : zipManifest(path));
      problems.push(...manifest.problems.map((message) => ({ path: word, message })));
      sources.push({ given: word, path, isDirectory, manifest });
    } catch (error) {
      const told = error instanceof CliError ? error : fileError("read", word, error);
      problems.push({ path: word, message: told.message.replace(`cannot read "${word}": `, "") });
      sources.push(undefined);
    }
  }
  return { value: sources, problems };
}

function tooLarge(bytes: number): CliError {
  const limit = `${humanBytes(MAX_EXTENSION_BYTES)} (${MAX_EXTENSION_BYTES} bytes)`;
  return new CliError("local-file", `has ${bytes} bytes; the limit is ${limit}`);
}

/** Reports all problems together: exit 2 if a word is wrong, otherwise exit 10. */
export function refuseSources(typed: readonly Problem[], files: readonly Problem[], hint: string): void {
  const problems = [...typed, ...files];
  const [first] = problems;
  if (!first) return;
  const message =
    problems.length === 1 ? `${first.path}: ${first.message}` : `${problems.length} problems with the extensions`;
  if (typed.length > 0) throw new CliError("usage", message, { problems, hint });
  throw new CliError("local-file", message, { problems, code: "invalid_extension" });
}

/** Name of its directory or archive, with dashes for invalid characters (contract 0.17). */
export function defaultName({ path, isDirectory }: Pick<ExtensionSource, "path" | "isDirectory">): string {
  const name = isDirectory ? basename(path) : basename(path).replace(/\.zip$/i, "");
  const fit = name
    .replace(/[^A-Za-z0-9._-]+/g, "-")
    .replace(/^[-.]+|[-.]+$/g, "")
    .slice(0, 255);
  return fit === "" ? "extension" : fit;
}

/**
 * The extension as an archive; an unpacked one is packed into `directory`. Exit 10 when packing fails or the archive is
 * too large.
 */
export async function packSource(
  source: ExtensionSource,
  directory: string,
  { cwd, note, progress, signal }: Tools,
  { includeAll }: { readonly includeAll: boolean },
): Promise<PackedExtension> {
  const { given, path, isDirectory } = source;
  try {
    if (!isDirectory) {
      const file = await localFile(given, cwd);
      return { ...source, file, sha256: await checksum(file, signal) };
    }
    const zip = join(directory, `${basename(path)}.zip`);
    const { bytes, sha256, skipped } = await progress(`Packing "${given}"`, () =>
      packDirectory(path, zip, { includeAll, signal }),
    );
    if (skipped.length > 0) note(`note: left out of ${given}, neither files nor directories: ${skipped.join(", ")}`);
    if (bytes > MAX_EXTENSION_BYTES) {
      const { message } = tooLarge(bytes);
      throw new CliError("local-file", `"${given}" packed ${message}`, { code: "too_large" });
    }
    return { ...source, file: { ...(await localFile(zip, "/")), shownPath: given }, sha256 };
  } catch (error) {
    signal.throwIfAborted();
    throw archiveFailure(isDirectory ? "pack" : "read", given, error);
  }
}

async function checksum(file: LocalFile, signal: AbortSignal): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of file.open()) {
    signal.throwIfAborted();
    hash.update(chunk);
  }
  return hash.digest("hex");
}

/** Placeholder for the archive in a request that is shown and not sent. */
export function sourcePlaceholder({ given, path, isDirectory }: ExtensionSource): LocalFile {
  const filename = isDirectory ? `${basename(path)}.zip` : basename(path);
  const shownPath = isDirectory ? `${given.replace(/\/+$/, "")}.zip` : given;
  return { bytes: 0, filename, shownPath, open: async function* () {} };
}
