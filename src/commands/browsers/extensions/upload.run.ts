import { mkdir } from "node:fs/promises";
import type { BodyOf, Run } from "../../../cli/declare/body.ts";
import { withTempDirectory } from "../../../cli/transfer/staging.ts";
import type { FormPart, LocalFile } from "../../../client/form.ts";
import { CliError, type Problem } from "../../../core/errors.ts";
import { count } from "../../../render/sentence.ts";
import { type ContextEntry, contextEntry } from "../../../settings/model.ts";
import { updateSettings } from "../../../settings/write-settings.ts";
import {
  defaultName,
  type ExtensionSource,
  type PackedExtension,
  packSource,
  readSources,
  refuseSources,
  sourcePlaceholder,
} from "../../extensions/lib/extension-source.ts";
import type { browsersExtensionsUpload } from "./upload.ts";

type Activate = BodyOf<typeof browsersExtensionsUpload>;
type Named<T> = T & { readonly name: string };

/**
 * Names of the parts of the form: those of the specification, or the short ones. assumed: the short names are tried
 * after a 400 that names a part, because some services only accept those (contract 0.10).
 */
type PartNames = "full" | "short";
const prefixes: Readonly<Record<PartNames, string>> = { full: "extensions.items", short: "extensions" };

/** Checks extensions, packs directories, and loads all of them into a running browser (spec 4.10). */
export const run: Run<typeof browsersExtensionsUpload> = async (body) => {
  const { args, done, flags, previewing } = body;
  const sources = await nameSources(body);
  if (previewing)
    await send(
      body,
      sources.map((each) => ({ ...each, file: sourcePlaceholder(each) })),
    );
  return withTempDirectory(body, async (directory) => {
    const packed: Named<PackedExtension>[] = [];
    for (const [at, source] of sources.entries()) {
      // Directories with the same name must not collide.
      const own = `${directory}/${at}`;
      await mkdir(own);
      const archive = await packSource(source, own, body, { includeAll: flags.includeAll === true });
      packed.push({ ...archive, name: source.name });
    }
    await send(body, packed);
    const names = packed.map(({ name, manifest }) => `${name} (${manifest.name} ${manifest.version})`);
    const what = packed.length === 1 ? names[0] : `${count(packed.length, "extension")}: ${names.join(", ")}`;
    return done(
      `Loaded ${what} into session ${args.id}.`,
      packed.map(({ name, manifest, file, sha256 }) => ({
        name,
        extension_name: manifest.name,
        version: manifest.version,
        size_bytes: file.bytes,
        sha256,
      })),
    );
  });
};

/** The extensions with their names, after all checks that need no network. */
async function nameSources(body: Activate): Promise<Named<ExtensionSource>[]> {
  const given = body.args.sources;
  const names = body.flags.name ?? [];
  const typed: Problem[] = [];
  if (names.length > 0 && names.length !== given.length) {
    const were = `${count(given.length, "extension")} and ${count(names.length, "name")}`;
    typed.push({ path: "--name", message: `must be given once for each extension, or not at all; there are ${were}` });
  }
  const { value: sources, problems: files } = await readSources(given, body);
  const named = sources.flatMap((source, at) =>
    source ? [{ ...source, name: names[at] ?? defaultName(source) }] : [],
  );
  const request = {
    extensions: (names.length > 0 ? names : given.map(() => "x")).map((name) => ({ name, zip_file: {} })),
  };
  for (const { path, message } of await body.problems("body", request)) {
    typed.push({ path: path === "extensions" ? "<dir|zip>" : "--name", message });
  }
  for (const [name, same] of Map.groupBy(named, (each) => each.name)) {
    if (same.length < 2) continue;
    const which = same.map((each) => each.given).join(" and ");
    typed.push({ path: "--name", message: `"${name}" would be the name of ${which}; give each its own` });
  }
  refuseSources(typed, files, "browserctl browsers extensions upload --help");
  return named;
}

/** Part names that this service last accepted. */
function knownNames({ service, settings }: Activate): PartNames {
  const { contextName } = service();
  return (contextName !== undefined && contextEntry(settings.settings, contextName)?.extension_parts) || "full";
}

function formParts(extensions: readonly Upload[], names: PartNames): FormPart[] {
  const prefix = prefixes[names];
  return extensions.flatMap(({ name, file }) => [
    { name: `${prefix}.name`, value: name },
    { name: `${prefix}.zip_file`, file },
  ]);
}

interface Upload {
  readonly name: string;
  /** Its path as it was typed. */
  readonly given: string;
  readonly file: LocalFile;
}

/** Sends the form. If the service does not know its parts, sends it again with the other names and stores those. */
async function send(body: Activate, uploads: readonly Upload[]): Promise<void> {
  const { flags, request, upload } = body;
  const known = knownNames(body);
  const what = uploads.length === 1 ? `"${uploads[0]?.given}"` : count(uploads.length, "extension");
  const options = { label: `Uploading ${what}`, progress: flags.progress };
  const attempt = (names: PartNames): Promise<undefined> =>
    upload("extensions.activate", { params: request.params }, formParts(uploads, names), options);
  try {
    await attempt(known);
  } catch (error) {
    if (!refusesParts(error, prefixes[known])) throw error;
    const other = known === "full" ? "short" : "full";
    await attempt(other);
    await remember(body, other);
  }
}

/**
 * True for a 400 about the name of a part: its message or details contain one of our names, or report an unknown one.
 */
function refusesParts(error: unknown, prefix: string): boolean {
  if (!(error instanceof CliError) || error.options.httpStatus !== 400) return false;
  const { details = [], innerError } = error.options;
  const texts = [error.message, innerError?.message, ...details.map((detail) => detail?.message)];
  return texts.some(
    (text) =>
      typeof text === "string" &&
      (text.includes(`${prefix}.name`) ||
        text.includes(`${prefix}.zip_file`) ||
        /\b(unknown|unexpected|unsupported|unrecognized|invalid)\b[^.]*\b(part|field)\b/i.test(text)),
  );
}

async function remember({ warn, service, settings, signal }: Activate, names: PartNames): Promise<void> {
  const { contextName } = service();
  if (contextName === undefined) return;
  await updateSettings(
    settings.paths,
    (stored) => {
      const entry = contextEntry(stored, contextName);
      // The entry was removed in the meantime.
      if (!entry) return stored;
      const { extension_parts: _, ...kept } = entry;
      const own: ContextEntry = names === "short" ? { ...kept, extension_parts: "short" } : kept;
      return { ...stored, contexts: { ...stored.contexts, [contextName]: own } };
    },
    { warn, signal },
  );
}
