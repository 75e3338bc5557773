import { previewRaw } from "../../cli/call-and-render.ts";
import type { CommandRun } from "../../cli/spec.ts";
import { withTempFolder } from "../../cli/staging.ts";
import { formRequest, sendUpload, uploadFlags } from "../../cli/upload.ts";
import { badAnswer, readJson } from "../../client/call.ts";
import type { LocalFile } from "../../client/form.ts";
import type { Problem } from "../../core/errors.ts";
import { defaultName, packSource, readSources, refuseSources, shownSource } from "./extension-source.ts";

/** Checks an extension, packs it where it is a folder, and stores it (contract 2.11). */
export const run: CommandRun = async (context) => {
  const { args, operation, request, globals, spec } = context;
  if (!operation) throw new Error("extensions upload makes a call");
  const maxBytes = operation.body?.properties?.["file"]?.["x-max-bytes"] ?? Number.POSITIVE_INFINITY;
  const problems: Problem[] = [];
  const [source] = await readSources(args, context, maxBytes, problems);
  refuseSources([], problems, "browserctl extensions upload --help");
  if (!source) throw new Error("a source without problems is there");
  const name = request.body?.["name"] === undefined ? defaultName(source) : String(request.body["name"]);
  const client = await context.client();
  const requestOf = (file: LocalFile) =>
    formRequest(client, { operation, request }, [
      { name: "name", value: name },
      { name: "file", file },
    ]);
  if (globals.dryRun || globals.print) {
    const shown = await previewRaw(context, client, requestOf(shownSource(source)));
    if (shown) return shown;
  }
  return withTempFolder(context.lifetime, async (folder) => {
    const { file } = await packSource(source, folder, context, maxBytes);
    const value = await readJson(
      await sendUpload(context, client, requestOf(file), {
        label: `Uploading "${source.given}"`,
        ...uploadFlags(context.flags),
      }),
    );
    if (value === undefined) throw badAnswer("the service answered nothing");
    return { kind: "value", value, columns: spec.columns };
  });
};
