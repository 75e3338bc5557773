import { mkdir } from "node:fs/promises";
import { previewRaw } from "../../cli/call-and-render.ts";
import { checkRequest } from "../../cli/check-request.ts";
import type { CommandContext } from "../../cli/context.ts";
import type { CommandRun } from "../../cli/spec.ts";
import { withTempFolder } from "../../cli/staging.ts";
import { formRequest, sendUpload, uploadFlags } from "../../cli/upload.ts";
import type { ApiClient, RawRequest } from "../../client/call.ts";
import type { FormPart, LocalFile } from "../../client/form.ts";
import type { PlainOperation } from "../../contract/plain.ts";
import { CliError, type Problem } from "../../core/errors.ts";
import { count } from "../../render/sentence.ts";
import { type ContextEntry, contextEntry } from "../../settings/model.ts";
import { updateSettings } from "../../settings/write-settings.ts";
import {
  defaultName,
  type ExtensionSource,
  type PackedExtension,
  packSource,
  readSources,
  refuseSources,
  shownSource,
} from "./extension-source.ts";

type Named<T> = T & { readonly name: string };

/**
 * Names of the parts of the form: those of the specification, or the short ones. assumed: the short ones are sent after a
 * 400 that names a part, because some services take only those (contract 0.10).
 */
type PartNames = "full" | "short";
const prefixes: Readonly<Record<PartNames, string>> = { full: "extensions.items", short: "extensions" };

/** Checks extensions, packs folders, and loads all of them into a running browser (spec 4.10). */
export const run: CommandRun = async (context) => {
  const { args, operation, globals } = context;
  if (!operation) throw new Error("browsers extensions upload makes a call");
  const [id = "", ...given] = args;
  const maxBytes = fileLimit(operation);
  const sources = await nameSources(context, operation, given, maxBytes);
  const client = await context.client();
  const known = knownNames(context);
  if (globals.dryRun || globals.print) {
    const parts = formParts(
      sources.map((source) => ({ name: source.name, file: shownSource(source) })),
      known,
    );
    const shown = await previewRaw(
      context,
      client,
      formRequest(client, { operation, request: context.request }, parts),
    );
    if (shown) return shown;
  }
  return withTempFolder(context.lifetime, async (folder) => {
    const packed: Named<PackedExtension>[] = [];
    for (const [at, source] of sources.entries()) {
      // Folders of one name must not meet.
      const own = `${folder}/${at}`;
      await mkdir(own);
      packed.push({ ...(await packSource(source, own, context, maxBytes)), name: source.name });
    }
    await send(context, client, packed, known);
    const names = packed.map(({ name, manifest }) => `${name} (${manifest.name} ${manifest.version})`);
    const what = packed.length === 1 ? names[0] : `${count(packed.length, "extension")}: ${names.join(", ")}`;
    return {
      kind: "done",
      sentence: `Loaded ${what} into session ${id}.`,
      value: packed.map(({ name, manifest, file, sha256 }) => ({
        name,
        extension_name: manifest.name,
        version: manifest.version,
        size_bytes: file.bytes,
        sha256,
      })),
    };
  });
};

/** The most bytes an archive may have, by the declaration. */
function fileLimit({ body }: PlainOperation): number {
  const items = body?.properties?.["extensions"]?.items?.properties;
  return items?.["zip_file"]?.["x-max-bytes"] ?? Number.POSITIVE_INFINITY;
}

/** The extensions with their names, everything checked that can be before the network. */
async function nameSources(
  context: CommandContext,
  operation: PlainOperation,
  given: readonly string[],
  maxBytes: number,
): Promise<Named<ExtensionSource>[]> {
  const names = (context.flags["name"] ?? []) as readonly string[];
  const [typed, files]: [Problem[], Problem[]] = [[], []];
  if (names.length > 0 && names.length !== given.length) {
    const were = `${count(given.length, "extension")} and ${count(names.length, "name")}`;
    typed.push({ path: "--name", message: `must be given once for each extension, or not at all; there are ${were}` });
  }
  const sources = await readSources(given, context, maxBytes, files);
  const named = sources.flatMap((source, at) =>
    source ? [{ ...source, name: names[at] ?? defaultName(source) }] : [],
  );
  const body = {
    extensions: (names.length > 0 ? names : given.map(() => "x")).map((name) => ({ name, zip_file: {} })),
  };
  for (const { path, message } of await checkRequest(operation, "body", body)) {
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

/** The form of the part names that worked the last time. */
function knownNames(context: CommandContext): PartNames {
  const { contextName } = context.service();
  return (contextName !== undefined && contextEntry(context.settings, contextName)?.extension_parts) || "full";
}

function formParts(extensions: readonly { name: string; file: LocalFile }[], names: PartNames): FormPart[] {
  const prefix = prefixes[names];
  return extensions.flatMap(({ name, file }) => [
    { name: `${prefix}.name`, value: name },
    { name: `${prefix}.zip_file`, file },
  ]);
}

/** Sends the form; where the service does not know its parts, once more under their other names, which are then kept. */
async function send(
  context: CommandContext,
  client: ApiClient,
  packed: readonly Named<PackedExtension>[],
  known: PartNames,
): Promise<void> {
  const { operation, request } = context;
  if (!operation) throw new Error("an upload is a call");
  const requestOf = (names: PartNames): RawRequest =>
    formRequest(client, { operation, request }, formParts(packed, names));
  const label =
    packed.length === 1 ? `Uploading "${packed[0]?.given}"` : `Uploading ${count(packed.length, "extension")}`;
  const attempt = async (names: PartNames): Promise<void> => {
    const response = await sendUpload(context, client, requestOf(names), { label, ...uploadFlags(context.flags) });
    await response.body?.cancel();
  };
  try {
    await attempt(known);
  } catch (error) {
    if (!refusesParts(error, prefixes[known])) throw error;
    const other = known === "full" ? "short" : "full";
    await attempt(other);
    await remember(context, other);
  }
}

/** Whether a 400 is about the name of a part: in its message or its details it names one of ours, or calls one unknown. */
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

async function remember(context: CommandContext, names: PartNames): Promise<void> {
  const { contextName } = context.service();
  if (contextName === undefined) return;
  const { paths, io, lifetime } = context;
  await updateSettings(
    paths,
    (stored) => {
      const entry = contextEntry(stored, contextName);
      // It was removed meanwhile.
      if (!entry) return stored;
      const { extension_parts: _, ...kept } = entry;
      const own: ContextEntry = names === "short" ? { ...kept, extension_parts: "short" } : kept;
      return { ...stored, contexts: { ...stored.contexts, [contextName]: own } };
    },
    { notice: (text) => io.note(text), signal: lifetime.signal },
  );
}
